"""Measured results: read again when their files change, none for a visitor's own graph."""

import pytest

from tests.measurements import scored, store
from tests.pages.app import open_page, values

pytestmark = pytest.mark.usefixtures("empty_results")


def test_new_cells_are_seen_without_a_restart(empty_results):
    app = open_page("reproduction", dataset="cora")
    assert values(app)["✓ Reproduced, baselines"].startswith("0 of")
    store(empty_results, *(scored("GCN", 0.847, seed) for seed in range(3)))
    app.run()
    assert values(app)["✓ Reproduced, baselines"].startswith("1 of")

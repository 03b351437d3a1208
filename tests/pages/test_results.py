"""Measured results: read again when their files change, none for a visitor's own graph."""

import pytest

from tests.measurements import scored, store
from tests.pages.app import open_page

pytestmark = pytest.mark.usefixtures("empty_results")


def runs_of_gcn(app) -> int:
    table = app.dataframe[0].value
    return int(table.runs[table.method == "GCN"].iloc[0])


def test_new_cells_are_seen_without_a_restart(empty_results):
    app = open_page("reproduction", dataset="cora")
    assert runs_of_gcn(app) == 0
    store(empty_results, *(scored("GCN", 0.847, seed) for seed in range(3)))
    app.run()
    assert runs_of_gcn(app) == 3

"""What the tests of training share."""

import pytest

from n2n.training.run_store import RunStore


@pytest.fixture
def store(tmp_path):
    """An empty store of runs."""
    return RunStore(tmp_path / "runs")

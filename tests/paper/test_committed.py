"""A sample of the committed cells, run again."""

import os
import platform

import pytest

from n2n.paper import EXPERIMENTS, stored
from n2n.paper.measuring import measure

SCORES = ("test", "val", "epoch")
SAME = ("torch", "numpy", "instructions", "processor", "cores")


@pytest.mark.parametrize(
    ("row", "dataset"), [("GCN", "cora"), ("SGC", "citeseer"), ("N2N-TAPS-1 (JL)", "cora")]
)
def test_a_committed_cell_comes_out_again(row, dataset):
    (task,) = EXPERIMENTS["table1"].tasks([row], [dataset], [0])
    (kept,) = (cell for cell in stored() if cell.key == task.key)
    *_, found = measure(task)
    here = found["environment"] | {"processor": platform.machine(), "cores": os.cpu_count()}
    there = kept.environment | kept.machine
    if all(here[name] == there.get(name) for name in SAME):
        assert {name: found[name] for name in SCORES} == {name: kept.values[name] for name in SCORES}
    else:  # other libraries and processors round in other ways
        assert found["test"] == pytest.approx(kept.values["test"], abs=0.015)

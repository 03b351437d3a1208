"""A sample of the committed cells, run again."""

import os
import platform

import numpy as np
import pytest
import torch

from n2n.paper import EXPERIMENTS, stored
from n2n.paper.measuring import measure

SCORES = ("test", "val", "epoch")


@pytest.mark.parametrize(
    ("row", "dataset"), [("GCN", "cora"), ("SGC", "citeseer"), ("N2N-TAPS-1 (JL)", "cora")]
)
def test_a_committed_cell_comes_out_again(row, dataset):
    (task,) = EXPERIMENTS["table1"].tasks([row], [dataset], [0])
    (kept,) = (cell for cell in stored() if cell.key == task.key)
    *_, found = measure(task)
    here = torch.__version__, np.__version__, platform.machine(), os.cpu_count()
    there = kept.environment["torch"], kept.environment["numpy"], *kept.machine.values()
    if here == there:
        assert {name: found[name] for name in SCORES} == {name: kept.values[name] for name in SCORES}
    else:  # other libraries and processors round in other ways
        assert found["test"] == pytest.approx(kept.values["test"], abs=0.015)

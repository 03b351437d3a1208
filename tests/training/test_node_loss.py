"""One node's loss in a run: its mean over nodes is the InfoNCE that the run recorded."""

import math

import numpy as np
import pytest

import n2n
from tests.graphs import planted

GRAPH = planted(120)
FACTS = {"width": 16, "epochs": 6, "dropout": 0.0, "evaluate_every": 2, "snapshots": 6}


def mean_loss(run, epoch=None):
    return np.mean([n2n.node_loss(GRAPH, run, i, epoch).loss for i in range(GRAPH.num_nodes)])


@pytest.mark.parametrize("k", [1, 3, "all"])
def test_the_mean_over_nodes_is_what_the_run_recorded(k):
    run = n2n.fit(GRAPH, n2n.Settings(k=k, tau=0.5, watch_theorem=True, estimator="exact", **FACTS))
    best = run.history[run.scores.epoch - 1]
    assert mean_loss(run) == pytest.approx(math.log(GRAPH.num_nodes) - best.information, rel=1e-5)
    # A snapshot is what the next epoch begins with; it is kept in half precision.
    assert mean_loss(run, 3) == pytest.approx(run.history[3].info_nce, rel=1e-3)


def test_what_cannot_be_asked_is_a_sentence():
    run = n2n.fit(GRAPH, n2n.Settings(**FACTS))
    with pytest.raises(ValueError, match="the epochs kept are 1, 2, 3, 4, 5, 6"):
        n2n.node_loss(GRAPH, run, 0, 99)
    with pytest.raises(ValueError, match="nodes from 0 to 119"):
        n2n.node_loss(GRAPH, run, 120)
    with pytest.raises(ValueError, match="not of Karate club"):
        n2n.node_loss(n2n.load("karate"), run, 0)
    baseline = n2n.fit(GRAPH, n2n.BaselineSettings("MLP", width=8, epochs=2))
    with pytest.raises(ValueError, match="has no InfoNCE over all nodes"):
        n2n.node_loss(GRAPH, baseline, 0)

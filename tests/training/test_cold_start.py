"""Cold start: hidden nodes take no part in training, and are predicted by what was learnt without them."""

from itertools import pairwise

import numpy as np
import pytest

import n2n
from n2n.training import cold_start as module
from n2n.training.cold_start import METHODS, ColdStart, hide, most_hidden
from tests.graphs import planted

GRAPH = planted(300)


def test_hidden_nodes_are_gone_with_their_edges():
    hidden, split = hide(GRAPH, 0.2, seed=1), GRAPH.split("paper", 1)
    assert len(hidden.nodes) == 60
    assert not set(hidden.nodes) & {*split.train, *split.val}
    left = np.setdiff1d(np.arange(300), hidden.nodes)
    source, target = GRAPH.edges()
    stay = np.isin(source, left) & np.isin(target, left)
    assert hidden.visible.num_edges == stay.sum()
    assert hidden.lost_edges == GRAPH.num_edges - stay.sum()
    kept = hidden.visible.split("public")
    assert (left[kept.train] == split.train).all()
    assert (left[kept.val] == split.val).all()
    assert set(left[kept.test]) == set(split.test) - set(hidden.nodes)
    assert (hidden.visible.x != GRAPH.x[left]).nnz == 0
    assert not np.array_equal(hide(GRAPH, 0.2, seed=2).nodes, hidden.nodes)
    assert most_hidden(n2n.load("karate")) == len(hide(n2n.load("karate"), 10 / 34).nodes) == 10


def test_every_method_predicts_and_networks_are_asked_twice(monkeypatch):
    monkeypatch.setattr(module, "_PASSES", 2)
    # GAT has the same layers around another matrix, and takes seconds to load.
    found = n2n.cold_start(GRAPH, 0.2, METHODS[:6], k=2, epochs=15)
    given = [(score.method, score.edges) for score in found.scores]
    assert given[:4] == [("N2N-TAPS-2 (JL)", False), ("MLP", False), ("GCN", False), ("GCN", True)]
    assert len(given) == 8
    assert all(0 < score.accuracy <= 1 and score.microseconds > 0 for score in found.scores)
    assert all(score.nodes_read == 60 for score in found.scores if not score.edges)
    assert all(score.nodes_read > 60 for score in found.scores if score.edges)
    by = {(score.method, score.edges): score.accuracy for score in found.scores}
    assert by["GCN", True] > by["GCN", False]
    assert (found.hidden, found.visible) == (60, 240)


@pytest.mark.parametrize("method", ["GCN", "N2N"])
def test_hidden_nodes_are_predicted_as_by_the_whole_model(method):
    """With edges only the surroundings of the hidden nodes are computed; without, nothing but their rows."""
    cold = ColdStart(GRAPH, 0.05, [method], epochs=20)
    run, nodes = n2n.fit(cold.hidden.visible, cold.settings[0]), cold.hidden.nodes
    if method == "GCN":
        predicted = run.predict(GRAPH)[nodes]
    else:
        w, c, offset = run.weights
        predicted = (np.maximum(GRAPH.x[nodes] @ w, 0) @ c + offset).argmax(1)
    list(cold)
    assert cold.scores[-1].accuracy == pytest.approx((predicted == GRAPH.y[nodes]).mean())


def test_progress_never_falls_and_carries_the_scores_so_far():
    steps = list(ColdStart(GRAPH, 0.1, ["MLP", "GCN"], epochs=3))
    assert [len(step.scores) for step in steps] == [0, 0, 0, 1, 1, 1, 1, 3]
    assert steps[-1].fraction == 1
    assert all(a.fraction <= b.fraction for a, b in pairwise(steps))


@pytest.mark.parametrize(
    ("graph", "arguments", "words"),
    [
        (GRAPH, {"share": 0}, "hides 0 of 300"),
        (GRAPH, {"share": 0.999}, "training and validation nodes stay"),
        (GRAPH.replace(y=np.full(300, -1)), {}, "no labels"),
        (GRAPH, {"methods": ["DGI"]}, "methods is DGI: choose among N2N, MLP"),
        (GRAPH, {"methods": []}, "methods is empty"),
    ],
)
def test_what_cannot_be_hidden_is_a_sentence(graph, arguments, words):
    with pytest.raises(ValueError, match=words):
        n2n.cold_start(graph, **arguments)

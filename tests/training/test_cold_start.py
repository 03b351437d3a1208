"""Cold start: hidden nodes take no part in training, and are predicted by what was learnt without them."""

from itertools import pairwise

import numpy as np
import pytest

import n2n
from n2n.methods.registry import build
from n2n.training import cold_start as module
from n2n.training.cold_start import METHODS, ColdStart, hide, most_hidden
from n2n.training.state import assign
from n2n.training.trainer import Trainer
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
    assert (hidden.visible.y == GRAPH.y[left]).all()
    assert (hidden.visible.x != GRAPH.x[left]).nnz == 0
    assert not np.array_equal(hide(GRAPH, 0.2, seed=2).nodes, hidden.nodes)


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


def test_a_network_with_its_edges_back_predicts_as_on_the_whole_graph():
    """Only the surroundings of the hidden nodes are computed."""
    cold = ColdStart(GRAPH, 0.05, ["GCN"], epochs=20)
    trainer = Trainer(cold.hidden.visible, cold.settings[0])
    for _ in trainer:
        pass
    whole = build(GRAPH, cold.settings[0].replace(split="paper"))
    assign(whole.parameters(), trainer.best_weights)
    predicted = whole.predict(whole.embed(), "supervised").numpy()[cold.hidden.nodes]
    right = (predicted == GRAPH.y[cold.hidden.nodes]).mean()
    for _ in cold:
        pass
    assert cold.scores[1].accuracy == pytest.approx(right)


def test_features_alone_are_what_the_encoder_reads():
    cold = ColdStart(GRAPH, 0.2, ["N2N"], epochs=20)
    trainer = Trainer(cold.hidden.visible, cold.settings[0])
    for _ in trainer:
        pass
    w, c, offset = (part.detach().numpy() for part in trainer.best_weights)
    h = np.maximum(GRAPH.x[cold.hidden.nodes] @ w, 0)
    right = ((h @ c + offset).argmax(1) == GRAPH.y[cold.hidden.nodes]).mean()
    for _ in cold:
        pass
    assert cold.scores[0].accuracy == pytest.approx(right)


def test_progress_never_falls_and_tells_what_is_known():
    steps = list(ColdStart(GRAPH, 0.1, ["MLP", "GCN"], epochs=3))
    assert [len(step.scores) for step in steps] == [0, 0, 0, 1, 1, 1, 1, 3]
    assert steps[-1].fraction == 1
    assert all(a.fraction <= b.fraction for a, b in pairwise(steps))


def test_the_smallest_graph_has_nodes_to_hide():
    karate = n2n.load("karate")
    assert most_hidden(karate) == 10
    assert len(hide(karate, 10 / 34).nodes) == 10


@pytest.mark.parametrize(
    ("share", "words"),
    [(0, "hides 0 of 300"), (0.999, "training and validation nodes stay"), (-1, "hides -300")],
)
def test_impossible_shares_are_a_sentence(share, words):
    with pytest.raises(ValueError, match=words):
        hide(GRAPH, share)


def test_what_cannot_be_hidden_is_a_sentence(monkeypatch):
    with pytest.raises(ValueError, match="no labels"):
        hide(GRAPH.replace(y=np.full(300, -1)), 0.1)
    with pytest.raises(ValueError, match="methods is DGI: choose among N2N, MLP"):
        n2n.cold_start(GRAPH, methods=["DGI"])
    with pytest.raises(ValueError, match="methods is empty"):
        n2n.cold_start(GRAPH, methods=[])
    monkeypatch.setattr(module, "MOST_NODES", 100)
    with pytest.raises(ValueError, match="at most 100"):
        hide(GRAPH, 0.1)

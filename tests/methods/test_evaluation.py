"""Scores."""

import numpy as np
import pytest

import n2n
from n2n.methods.evaluation import micro_f1
from n2n.methods.registry import settings_for


def test_micro_f1_is_that_of_scikit_learn():
    from sklearn.metrics import f1_score

    rng = np.random.default_rng(0)
    predicted, truth = rng.integers(0, 4, 50), rng.integers(0, 4, 50)
    assert micro_f1(predicted, truth) == pytest.approx(f1_score(truth, predicted, average="micro"))
    assert np.isnan(micro_f1(predicted[:0], truth[:0]))


@pytest.mark.parametrize("method", ["N2N-TAPS-1 (JL)", "N2N-TAPS-1 (URL)", "GCN", "DGI"])
def test_a_split_without_training_nodes_is_refused_in_one_sentence(karate, method):
    empty = n2n.Split(np.zeros(0, np.int64), np.arange(10), np.arange(10, 34))
    sources = np.repeat(np.arange(34), np.diff(karate.indptr))
    edges = np.stack([sources, karate.indices])
    graph = n2n.Graph.from_edges(edges, x=karate.x, y=karate.y, public=empty, name="mine")
    with pytest.raises(ValueError, match="The public split of 'mine' has no training nodes: choose"):
        n2n.fit(graph, settings_for(method, "karate").replace(split="public"))

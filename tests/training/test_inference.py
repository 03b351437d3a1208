"""The time to predict one new node: what is read for it, for every method."""

import numpy as np
import pytest
import scipy.sparse as sp

import n2n
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.recipes import baselines
from n2n.methods.registry import settings_for
from n2n.training import inference
from tests.graphs import planted


@pytest.fixture(autouse=True)
def _one_round(monkeypatch):
    monkeypatch.setattr(inference, "ROUNDS", 1)


def path(length: int) -> n2n.Graph:
    """Nodes in a row, each joined to the next."""
    rng = np.random.default_rng(0)
    edges = np.stack([np.arange(length - 1), np.arange(1, length)])
    return n2n.Graph.from_edges(edges, x=rng.random((length, 4)), y=rng.integers(0, 2, length))


@pytest.mark.parametrize("method", ["N2N-TAPS-1 (JL)", "N2N (URL)", *baselines()])
def test_every_method_can_be_timed_or_says_that_it_has_to_learn(method):
    settings = settings_for(method, "karate").replace(width=8)
    found = n2n.inference_time(planted(60), settings, nodes=2)
    if settings.reach is None:
        assert found is None
        assert baselines()[method].family == "random walks"
        return
    assert found.microseconds > 0
    assert found.reach == settings.reach
    assert (found.nodes_read == 1) == (settings.reach == 0)


def test_a_node_is_read_with_as_many_hops_as_there_are_layers():
    graph = path(30)
    near = graph.adjacency()
    for hops, expected in ((0, [15]), (1, [14, 15, 16]), (3, list(range(12, 19)))):
        x, edges = inference._gather(graph, near, 15, hops)
        assert np.array_equal(np.sort(x[:, 0]), np.sort(graph.x[expected, 0]))
        assert np.array_equal(x[0], graph.x[15])
        assert sp.csr_array(edges).nnz == 2 * hops * 2
    deep = BaselineSettings("GCN-tuned", depth=4, width=4)
    assert n2n.inference_time(graph, deep, nodes=30).nodes_read > 7


def test_sampled_neighbours_are_all_that_is_read():
    graph, s = planted(), BaselineSettings("GraphSAGE-Mean", width=8)
    every, few = (n2n.inference_time(graph, s.replace(k=k, sampler="taps"), nodes=5) for k in ("all", 1))
    assert few.nodes_read <= 3 < every.nodes_read


def test_a_method_that_learns_without_labels_is_timed_where_there_are_none():
    graph = planted(60).replace(y=np.full(60, -1), class_names=())
    assert n2n.inference_time(graph, BaselineSettings("SimMLP", width=8), nodes=2).nodes_read == 1
    with pytest.raises(ValueError, match="has no labels, which GCN needs"):
        n2n.inference_time(graph, BaselineSettings("GCN", width=8), nodes=2)


def test_batches_do_not_matter_for_one_node():
    settings = n2n.Settings(width=8, batch_size=16)
    assert n2n.inference_time(planted(60), settings, nodes=2).nodes_read == 1

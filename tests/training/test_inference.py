"""The time to predict one new node: what is read for it, for every method."""

import numpy as np
import pytest

import n2n
from n2n.methods.recipes import baselines
from n2n.methods.registry import settings_for
from tests.graphs import planted


@pytest.mark.parametrize("method", ["N2N-TAPS-1 (JL)", "N2N (URL)", *baselines()])
def test_every_method_can_be_timed_or_says_that_it_has_to_learn(method):
    settings = settings_for(method, "karate").replace(width=8)
    found = n2n.inference_time(planted(60), settings, nodes=1)
    if settings.reach is None:
        assert found is None
        assert baselines()[method].family == "random walks"
        return
    assert found.microseconds > 0
    assert found.reach == settings.reach
    assert (found.nodes_read == 1) == (settings.reach == 0)


def test_a_node_is_read_with_as_many_hops_as_there_are_layers():
    rng, ring = np.random.default_rng(0), np.arange(30)
    graph = n2n.Graph.from_edges(np.stack([ring, (ring + 1) % 30]), x=rng.random((30, 4)), y=ring % 2)
    for depth in (2, 4):
        deep = n2n.BaselineSettings("GCN-tuned", depth=depth, width=4)
        assert n2n.inference_time(graph, deep, nodes=2).nodes_read == 2 * depth + 1


def test_sampled_neighbours_are_all_that_is_read():
    graph, s = planted(), n2n.BaselineSettings("GraphSAGE-Mean", width=8)
    every, few = (n2n.inference_time(graph, s.replace(k=k, sampler="taps"), nodes=5) for k in ("all", 1))
    assert few.nodes_read <= 3 < every.nodes_read


def test_labels_and_batches_matter_only_where_they_are_needed():
    graph = planted(60).replace(y=np.full(60, -1), class_names=())
    assert n2n.inference_time(graph, n2n.BaselineSettings("SimMLP", width=8), nodes=2).nodes_read == 1
    with pytest.raises(ValueError, match="has no labels, which GCN needs"):
        n2n.inference_time(graph, n2n.BaselineSettings("GCN", width=8), nodes=2)
    settings = n2n.Settings(width=8, batch_size=16)
    assert n2n.inference_time(planted(60), settings, nodes=2).nodes_read == 1

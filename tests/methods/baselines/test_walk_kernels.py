"""Random walks go along edges with the chances that p and q ask for."""

import numpy as np

from n2n.graph import Graph
from n2n.methods.baselines.walk_kernels import random_walks, skip_gram
from tests.graphs import planted


def test_a_walk_goes_along_edges_and_does_not_depend_on_threads(monkeypatch):
    graph = planted()
    starts = np.arange(graph.num_nodes, dtype=graph.indices.dtype)
    walks = random_walks(graph, starts, 12, p=0.5, q=2.0, seed=3)
    adjacent = graph.adjacency().toarray()
    assert (walks[:, 0] == starts).all()
    for before, after in zip(walks.T[:-1], walks.T[1:], strict=True):
        assert ((adjacent[before, after] > 0) | (before == after) & (graph.degree[before] == 0)).all()
    monkeypatch.setattr("n2n.compute.threads.num_threads", lambda: 1)
    assert np.array_equal(walks, random_walks(graph, starts, 12, p=0.5, q=2.0, seed=3))
    assert not np.array_equal(walks, random_walks(graph, starts, 12, p=0.5, q=2.0, seed=4))


def test_the_second_step_has_the_chances_of_node2vec():
    # From 0 to 1; then back to 0 (1/p), to 2, a neighbour of 0 (1), or to 3 (1/q).
    graph = Graph.from_edges([[0, 1, 0, 1], [1, 2, 2, 3]], x=None, num_nodes=4)
    walks = random_walks(graph, np.zeros(40_000, graph.indices.dtype), 3, p=2.0, q=0.5, seed=0)
    through = walks[walks[:, 1] == 1]
    share = np.bincount(through[:, 2], minlength=4) / len(through)
    expected = np.array([1 / 2, 0, 1, 2]) / 3.5
    assert np.abs(share - expected).max() < 0.02


def test_skip_gram_pulls_close_nodes_together():
    walks = np.array([[0, 1] * 10, [2, 3] * 10] * 50)
    rng = np.random.default_rng(0)
    centre = (rng.random((4, 8)).astype(np.float32) - 0.5) / 8
    context = np.zeros_like(centre)
    table = np.arange(4)
    losses = [skip_gram(walks, 2, 3, table, 0.1, 0.1, seed, centre, context) for seed in range(10)]
    assert losses[-1] < losses[0]
    near = centre @ context.T
    assert near[0, 1] > 1 > 0 > near[0, 3]

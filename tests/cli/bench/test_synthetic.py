"""Synthetic graphs have the size and the hubs asked for."""

import numpy as np

from n2n.cli.bench.synthetic import power_law


def test_a_synthetic_graph_has_the_edges_asked_for_and_hubs():
    graph = power_law(20_000, seed=1)
    assert (graph.num_nodes, graph.num_edges) == (4000, 20_000)
    assert graph.degree.max() > 10 * graph.degree.mean()
    # p(d) ∝ d^(−5/2): four times the degree is eight times as rare or rarer, ranks r^(−2/3) in between.
    top = np.sort(graph.degree)[::-1]
    assert 2 < top[99] / top[799] < 8
    np.testing.assert_array_equal(graph.indices, power_law(20_000, seed=1).indices)

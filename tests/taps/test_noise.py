import numpy as np
import pytest

import n2n
from n2n.taps.noise import random_new_edges
from tests.graphs import clique


@pytest.mark.parametrize("dataset", ["karate", "cora"])
def test_new_edges_are_new_each_once_and_the_first_ones_stay(dataset):
    graph = n2n.load(dataset)
    n = graph.num_nodes
    few, many = (random_new_edges(graph, count, seed=2) for count in (40, graph.num_edges))
    assert np.array_equal(few, many[:, :40])
    assert (many[0] < many[1]).all()
    low, high = graph.edges().astype(np.int64)
    codes = many[0] * n + many[1]
    assert len(np.unique(codes)) == graph.num_edges
    assert not np.isin(codes, low * n + high).any()
    assert not np.array_equal(few, random_new_edges(graph, 40, seed=3))


def test_a_nearly_complete_graph_has_room_for_few():
    assert random_new_edges(clique(10), 5).shape == (2, 0)
    assert random_new_edges(clique(10, alone=1), 50).shape == (2, 10)

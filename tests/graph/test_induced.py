"""The part of a graph that some of its nodes form."""

import numpy as np

import n2n
from n2n.graph.adjacency import induced, within


def test_names_go_with_their_nodes():
    named = n2n.Graph.from_edges([[0, 1], [1, 2]], x=np.eye(3), y=[0, 0, 1], node_names=["a", "b", "c"])
    part = induced(named, np.array([1, 2]))
    assert (part.names(), part.edges().tolist(), part.public) == (["b", "c"], [[0], [1]], None)
    assert within(named, np.array([0]), 1).tolist() == [0, 1]

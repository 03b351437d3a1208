import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp

import n2n
from n2n.graph import Graph


def dense(x):
    return x.toarray() if sp.issparse(x) else x


def assert_same(one: Graph, other: Graph):
    for field in ("indptr", "indices", "y"):
        np.testing.assert_array_equal(getattr(one, field), getattr(other, field))
    np.testing.assert_array_equal(dense(one.x), dense(other.x))


@pytest.mark.parametrize("key", ["cora", "karate"])
def test_to_torch_geometric_and_back(key):
    graph = n2n.load(key)
    data = graph.to_pyg()
    data.validate(raise_on_error=True)
    assert data.is_undirected()
    assert not data.has_self_loops()
    assert data.num_edges == 2 * graph.num_edges
    back = Graph.from_pyg(data, name=graph.name, class_names=graph.class_names)
    assert_same(graph, back)
    assert (back.name, back.class_names) == (graph.name, graph.class_names)
    assert (back.public is None) == (graph.public is None)
    if graph.public is not None:
        for part in ("train", "val", "test"):
            np.testing.assert_array_equal(getattr(graph.public, part), getattr(back.public, part))


def test_mostly_empty_features_come_back_sparse():
    assert sp.issparse(Graph.from_pyg(n2n.load("cora").to_pyg()).x)


def test_a_bare_data_object():
    import torch
    from torch_geometric.data import Data

    data = Data(edge_index=torch.tensor([[0, 1], [1, 2]]), num_nodes=4)
    graph = Graph.from_pyg(data)
    assert (graph.num_nodes, graph.num_edges, graph.num_features, graph.has_labels) == (4, 2, 0, False)
    assert graph.dropped.one_way == 2


def test_a_graph_without_features_or_labels_to_torch_geometric_and_back():
    graph = Graph.from_edges([[0], [1]], x=None, num_nodes=3)
    assert_same(graph, Graph.from_pyg(graph.to_pyg()))


@pytest.mark.parametrize("key", ["cora", "karate", "citeseer"])
def test_to_networkx_and_back(key):
    graph = n2n.load(key)
    out = graph.to_networkx()
    assert out.number_of_edges() == graph.num_edges
    assert list(out) == list(range(graph.num_nodes))
    node = graph.num_nodes - 1
    assert out.nodes[node] == {"label": graph.y[node], "class_name": graph.class_names[graph.y[node]]}
    assert_same(graph, Graph.from_networkx(out, x=graph.x))
    by_name = Graph.from_networkx(out, label="class_name", x=graph.x)
    assert sorted(by_name.class_names) == sorted(graph.class_names)
    assert [by_name.class_names[label] for label in by_name.y] == [graph.class_names[y] for y in graph.y]


def test_nodes_of_networkx_may_have_any_name():
    out = nx.DiGraph([("b", "a"), ("a", "b"), ("b", "c"), ("c", "c")])
    graph = Graph.from_networkx(out)
    assert (graph.num_nodes, graph.num_edges, graph.has_labels) == (3, 2, False)
    assert graph.neighbours(0).tolist() == [1, 2]
    assert (graph.dropped.self_loops, graph.dropped.one_way) == (1, 1)


def test_nodes_without_the_attribute_have_no_label():
    out = nx.path_graph(3)
    out.nodes[2]["club"] = "z"
    out.nodes[0]["club"] = "a"
    graph = Graph.from_networkx(out, label="club")
    assert graph.y.tolist() == [0, -1, 1]
    assert graph.class_names == ("a", "z")
    assert not Graph.from_networkx(out, label=None).has_labels


def test_an_empty_networkx_graph():
    assert Graph.from_networkx(nx.Graph()).num_nodes == 0

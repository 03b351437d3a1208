"""A graph is simple and checked on entry, and goes to other libraries and back."""

import re

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.graph import Dropped, Graph
from n2n.graph.adjacency import induced, normalised, within
from n2n.graph.splits import Split
from tests.graphs import SPECIAL, directed_edges, graph_of, neighbour_sets, random_graphs

EDGES = [[0, 1], [1, 2]]


@settings(max_examples=100, deadline=None)
@given(
    n=st.integers(1, 12),
    pairs=st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=60),
)
def test_the_graph_is_simple_and_what_was_dropped_is_counted(n, pairs):
    pairs = [(a % n, b % n) for a, b in pairs]
    graph = graph_of(n, pairs)
    proper = [(a, b) for a, b in pairs if a != b]
    directed = set(proper)
    undirected = {frozenset(pair) for pair in directed}
    assert graph.num_edges == len(undirected)
    assert graph.dropped == Dropped(
        self_loops=len(pairs) - len(proper),
        repeats=len(proper) - len(directed),
        one_way=sum((b, a) not in directed for a, b in directed),
    )
    for i in range(n):
        expected = sorted(j for j in range(n) if frozenset((i, j)) in undirected and i != j)
        assert graph.neighbours(i).tolist() == expected
        assert graph.degree[i] == len(expected)
    assert graph.num_isolated == sum(degree == 0 for degree in graph.degree)
    assert list(zip(graph.sources.tolist(), graph.indices.tolist(), strict=True)) == directed_edges(graph)
    assert graph.edges().T.tolist() == [[i, j] for i, j in directed_edges(graph) if i < j]


def test_an_edge_repeated_hundreds_of_times_is_one_edge():
    graph = graph_of(2, [(0, 1)] * 256 + [(1, 0)] * 512)
    assert (graph.num_edges, graph.dropped) == (1, Dropped(repeats=766))


def test_types_of_the_fields():
    graph = Graph.from_edges(np.array(EDGES, float), x=[[1, 0], [0, 2], [3, 0]], y=[0.0, -1.0, 1.0])
    assert graph.indptr.dtype == graph.indices.dtype == np.int32
    assert (graph.x.dtype, graph.y.dtype) == (np.float32, np.int64)
    assert (graph.num_nodes, graph.num_edges, graph.num_features, graph.num_classes) == (3, 2, 2, 2)
    assert graph.class_names == ("Class 0", "Class 1")
    sparse = Graph.from_edges(EDGES, x=sp.coo_matrix(np.eye(3)), y=None)
    assert isinstance(sparse.x, sp.csr_array)
    assert not sparse.has_labels
    assert Graph.from_edges([[], []], x=None, num_nodes=0).num_isolated == 0
    assert Graph.from_edges(EDGES, x=None, y=[0, 0, -1], class_names=("a", "b")).class_sizes.tolist() == [
        2,
        0,
    ]


def test_the_features_that_came_in_are_not_touched():
    x = sp.csr_array((np.ones(4, np.float32), [1, 0, 0, 1], [0, 2, 4]), shape=(2, 2))  # unsorted rows
    graph = Graph.from_edges([[0], [1]], x=x)
    assert x.indices.tolist() == [1, 0, 0, 1]
    assert graph.x.indices.tolist() == [0, 1, 0, 1]


def test_names_of_nodes_and_of_their_classes():
    graph = graph_of(3, [(0, 1)], y=[1, -1, 0], class_names=["red", "blue"])
    assert graph.classes() == ["blue", "", "red"]
    assert graph.ids() == graph.names() == ["0", "1", "2"]
    named = graph.replace(node_names=("a", "b", "c"))
    assert named.ids() == named.names() == ["a", "b", "c"]
    assert named.replace(node_ids=("7", "8", "9")).ids() == ["7", "8", "9"]
    assert named.indices is graph.indices


def bad_features(row, value, sparse):
    x = np.zeros((3, 4))
    x[row, 2] = value
    x[2, 3] = np.nan  # a later row is bad as well: the first one must be named
    return sp.csr_array(x) if sparse else x


RIGHT = {"edges": EDGES, "x": np.eye(3), "y": [0, 1, 1]}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"edges": [0, 1]}, "edges has shape (2,): expected (2, number of edges)."),
        ({"edges": [[0, 1], [1, 2], [2, 0]]}, "edges has shape (3, 2): expected (2, "),
        ({"edges": [[0, 1], [1]]}, "edges has rows of unequal length: expected (2, number of edges)."),
        (
            {"edges": [[0, 1, 7], [1, 3, 0]]},
            "edges[:, 1] is (1, 3): node ids must lie in 0..2, since the graph has 3 nodes.",
        ),
        ({"edges": [[0, -1], [1, 2]]}, "edges[:, 1] is (-1, 2): node ids must lie in 0..2"),
        ({"edges": np.array([[0], [2**64 - 1]], np.uint64)}, "edges[:, 0] is (0, 18446744073709551615)"),
        ({"edges": [[0, np.nan], [1, 2]]}, "edges[:, 1] is (nan, 2.0): expected whole numbers"),
        ({"edges": [["a"], ["b"]]}, "edges has type <U1: expected whole numbers, the node ids."),
        ({"x": np.eye(3)[0]}, "x has shape (3,): expected (3, number of features), one row per node."),
        ({"x": 5.0}, "x is a single value: expected one row per node."),
        ({"x": [[1, 2], [3], [4, 5]]}, "x is not a table of numbers: expected (3, number of features)."),
        ({"x": [[1, 2], [3, 4], [4, "b"]]}, "x is not a table of numbers"),
        (
            {"x": bad_features(1, np.nan, False)},
            "x[1] holds NaN or infinity: features must be finite numbers",
        ),
        ({"x": bad_features(1, -np.inf, True)}, "x[1] holds NaN or infinity"),
        ({"x": np.eye(4)}, "y has shape (3,): expected (4,), one label per node."),
        ({"num_nodes": 4}, "num_nodes is 4, but x has 3 rows: they must be equal."),
        ({"x": None, "y": None}, "num_nodes is missing: without x and y, give the number of nodes."),
        ({"x": None, "y": None, "num_nodes": -1}, "num_nodes is -1: expected a whole number, 0 or more."),
        ({"x": None, "y": None, "num_nodes": 2.5}, "num_nodes is 2.5: expected a whole number, 0 or more."),
        ({"y": [[0], [1], [1]]}, "y has shape (3, 1): expected (3,), one label per node."),
        ({"y": [0, -2, 9]}, "y[1] is -2: labels must lie in 0..2, or be -1 for no label."),
        ({"y": [0, 1, 2], "class_names": ["a", "b"]}, "y[2] is 2: labels must lie in 0..1"),
        ({"y": np.array([0, 2**64 - 1, 1], np.uint64)}, "y[1] is 18446744073709551615: labels must lie"),
        ({"y": [0, 0.5, np.nan]}, "y[1] is 0.5: expected whole numbers, the class of each node (-1: none)"),
        ({"y": ["a", "b", "c"]}, "y has type <U1: expected whole numbers"),
        ({"public": Split([0], [1, 3], [2])}, "public.val[1] is 3: node ids must lie in 0..2."),
        ({"public": Split([0], [1], [0.5])}, "public.test[0] is 0.5: expected whole numbers, the node ids"),
        (
            {"public": Split([0], [1], [2, 1])},
            "The public split uses node 1 twice: its three sets must not overlap",
        ),
        ({"public": Split([0] * 256, [], [])}, "The public split uses node 0 twice"),
        ({"x": sp.csr_array(np.eye(2))}, "y has shape (3,): expected (2,)"),
        ({"node_names": ["a", "b"]}, "node_names has 2 entries: expected 3, one per node."),
        ({"node_names": "aba"}, "node_names holds 'a' twice"),
        ({"node_ids": (7, 7, 8)}, "node_ids holds '7' twice"),
    ],
)
def test_what_is_wrong_is_named_with_its_row_and_the_right_form(wrong, message):
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        Graph.from_edges(**{**RIGHT, **wrong})


@pytest.mark.parametrize("name", SPECIAL)
@pytest.mark.parametrize("loops", [True, False])
@pytest.mark.parametrize("kind", ["symmetric", "mean"])
def test_the_adjacency_divided_by_degrees(name, loops, kind):
    graph = SPECIAL[name]
    a = graph.adjacency(np.float64).toarray() + loops * np.eye(graph.num_nodes)
    degree = np.maximum(a.sum(axis=1), 1)
    expected = a / np.sqrt(np.outer(degree, degree)) if kind == "symmetric" else a / degree[:, None]
    for dtype in (np.float32, np.float64):
        found = normalised(graph, kind, loops, dtype)
        assert found.dtype == dtype
        np.testing.assert_allclose(found.toarray(), expected, rtol=4 * np.finfo(dtype).eps)


@settings(max_examples=40, deadline=None)
@given(graph=random_graphs(max_nodes=20), data=st.data())
def test_the_part_of_a_graph_that_some_nodes_form(graph, data):
    chosen = sorted(data.draw(st.sets(st.integers(0, graph.num_nodes - 1), min_size=1)))
    named = graph.replace(node_names=tuple(map(str, range(graph.num_nodes))))
    part, sets = induced(named, np.array(chosen)), neighbour_sets(graph)
    assert part.names() == [str(node) for node in chosen]
    for i, node in enumerate(chosen):
        assert [chosen[j] for j in part.neighbours(i)] == [j for j in chosen if j in sets[node]]
    near = set(chosen).union(*(sets[node] for node in chosen))
    assert within(graph, np.array(chosen), 1).tolist() == sorted(near)
    assert within(graph, np.array(chosen), 2).tolist() == sorted(near.union(*(sets[node] for node in near)))


def assert_same(one: Graph, other: Graph):
    for field in ("indptr", "indices", "y"):
        np.testing.assert_array_equal(getattr(one, field), getattr(other, field))
    np.testing.assert_array_equal(*(sp.csr_array(graph.x).toarray() for graph in (one, other)))


@pytest.mark.parametrize("key", ["cora", "karate"])
def test_to_torch_geometric_and_back(key):
    graph = n2n.load(key)
    data = graph.to_pyg()
    data.validate(raise_on_error=True)
    assert data.is_undirected()
    back = Graph.from_pyg(data, name=graph.name, class_names=graph.class_names)
    assert_same(graph, back)
    assert sp.issparse(back.x)  # it is mostly zeros
    assert (back.name, back.class_names) == (graph.name, graph.class_names)
    for split, again in zip(graph.public_splits, back.public_splits, strict=True):
        for part in ("train", "val", "test"):
            np.testing.assert_array_equal(getattr(split, part), getattr(again, part))


def test_a_bare_data_object():
    import torch
    from torch_geometric.data import Data

    graph = Graph.from_pyg(Data(edge_index=torch.tensor([[0, 1], [1, 2]]), num_nodes=4))
    assert (graph.num_nodes, graph.num_edges, graph.num_features, graph.has_labels) == (4, 2, 0, False)
    assert graph.dropped.one_way == 2
    assert_same(graph, Graph.from_pyg(graph.to_pyg()))


@pytest.mark.parametrize("key", ["cora", "karate"])
def test_to_networkx_and_back(key):
    graph = n2n.load(key)
    out = graph.to_networkx()
    node = graph.num_nodes - 1
    assert out.nodes[node] == {"label": graph.y[node], "class_name": graph.class_names[graph.y[node]]}
    assert_same(graph, Graph.from_networkx(out, x=graph.x))
    by_name = Graph.from_networkx(out, label="class_name", x=graph.x)
    assert by_name.classes() == graph.classes()


def test_nodes_of_networkx_may_have_any_name_and_no_class():
    out = nx.DiGraph([("b", "a"), ("a", "b"), ("b", "c"), ("c", "c")])
    graph = Graph.from_networkx(out)
    assert (graph.num_nodes, graph.num_edges, graph.has_labels) == (3, 2, False)
    assert graph.neighbours(0).tolist() == [1, 2]
    assert (graph.dropped.self_loops, graph.dropped.one_way) == (1, 1)
    out.nodes["c"]["club"], out.nodes["b"]["club"] = "z", "a"
    graph = Graph.from_networkx(out, label="club")
    assert (graph.y.tolist(), graph.class_names) == ([0, -1, 1], ("a", "z"))
    assert Graph.from_networkx(nx.Graph()).num_nodes == 0

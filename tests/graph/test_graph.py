import re

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.graph import Dropped, Graph
from n2n.graph.splits import Split
from tests.graphs import graph_of

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


def test_an_edge_repeated_hundreds_of_times_is_one_edge():
    graph = graph_of(2, [(0, 1)] * 256 + [(1, 0)] * 512)
    assert graph.num_edges == 1
    assert graph.dropped == Dropped(repeats=766)


def test_types_of_what_is_kept():
    graph = Graph.from_edges(EDGES, x=[[1, 0], [0, 2], [3, 0]], y=[0, -1, 1])
    assert graph.indptr.dtype == graph.indices.dtype == np.int32
    assert graph.x.dtype == np.float32
    assert graph.y.dtype == np.int64
    assert graph.class_names == ("Class 0", "Class 1")
    assert (graph.num_nodes, graph.num_edges, graph.num_features, graph.num_classes) == (3, 2, 2, 2)
    sparse = Graph.from_edges(EDGES, x=sp.coo_matrix(np.eye(3)), y=None)
    assert isinstance(sparse.x, sp.csr_array)
    assert sparse.x.dtype == np.float32
    assert not sparse.has_labels


def test_the_features_that_came_in_are_not_touched():
    x = sp.csr_array((np.ones(4, np.float32), [1, 0, 0, 1], [0, 2, 4]), shape=(2, 2))  # unsorted rows
    graph = Graph.from_edges([[0], [1]], x=x)
    assert x.indices.tolist() == [1, 0, 0, 1]
    assert graph.x.indices.tolist() == [0, 1, 0, 1]


def test_whole_numbers_may_come_as_floats():
    graph = Graph.from_edges(np.array(EDGES, float), x=None, y=[0.0, 1.0, -1.0])
    assert graph.y.tolist() == [0, 1, -1]
    assert graph.neighbours(1).tolist() == [0, 2]


def test_no_nodes_no_edges():
    empty = Graph.from_edges([[], []], x=None, num_nodes=0)
    assert (empty.num_nodes, empty.num_edges, empty.num_isolated) == (0, 0, 0)
    assert Graph.from_edges(np.zeros((2, 0)), x=np.eye(3)).num_isolated == 3


def test_adjacency_shares_the_indices():
    karate = n2n.load("karate")
    adjacency = karate.adjacency()
    assert np.shares_memory(adjacency.indices, karate.indices)
    assert (adjacency != adjacency.T).nnz == 0
    assert adjacency.sum() == 2 * karate.num_edges


def test_replace_changes_one_field():
    karate = n2n.load("karate")
    other = karate.replace(x=np.zeros((34, 2), np.float32))
    assert other.num_features == 2
    assert other.indices is karate.indices


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
        ({"edges": [[0, 1.0], [1, 1.5]]}, "edges[:, 1] is (1.0, 1.5): expected whole numbers, the node ids"),
        ({"edges": [[0, np.nan], [1, 2]]}, "edges[:, 1] is (nan, 2.0): expected whole numbers"),
        ({"edges": [[0, np.inf], [1, 2]]}, "edges[:, 1] is (inf, 2.0): expected whole numbers"),
        ({"edges": [["a"], ["b"]]}, "edges has type <U1: expected whole numbers, the node ids."),
        ({"x": np.eye(3)[0]}, "x has shape (3,): expected (3, number of features), one row a node."),
        ({"x": 5.0}, "x is a single value: expected one row a node."),
        ({"x": np.float32(5)}, "x is a single value: expected one row a node."),
        ({"x": [[1, 2], [3], [4, 5]]}, "x[1] is not a row of numbers like the others: expected (3, number"),
        ({"x": [[1, 2], [3, 4], [4, "b"]]}, "x[2] is not a row of numbers like the others"),
        (
            {"x": bad_features(1, np.nan, False)},
            "x[1] holds NaN or infinity: features must be finite numbers",
        ),
        ({"x": bad_features(0, np.inf, False)}, "x[0] holds NaN or infinity"),
        ({"x": bad_features(1, -np.inf, True)}, "x[1] holds NaN or infinity"),
        ({"x": bad_features(0, np.nan, True)}, "x[0] holds NaN or infinity"),
        ({"x": np.eye(4)}, "y has shape (3,): expected (4,), one label a node."),
        ({"num_nodes": 4}, "num_nodes is 4, but x has 3 rows: they must be equal."),
        ({"x": None, "num_nodes": 4}, "num_nodes is 4, but y has 3 rows: they must be equal."),
        ({"x": None, "y": None}, "num_nodes is missing: without x and y, give the number of nodes."),
        ({"x": None, "y": None, "num_nodes": -1}, "num_nodes is -1: expected a whole number from 0 up."),
        ({"x": None, "y": None, "num_nodes": 2.5}, "num_nodes is 2.5: expected a whole number from 0 up."),
        ({"y": [[0], [1], [1]]}, "y has shape (3, 1): expected (3,), one label a node."),
        ({"y": [0, -2, 9]}, "y[1] is -2: labels must lie in 0..2, or be -1 for no label."),
        ({"y": [0, 1, 2], "class_names": ["a", "b"]}, "y[2] is 2: labels must lie in 0..1"),
        ({"y": np.array([0, 2**64 - 1, 1], np.uint64)}, "y[1] is 18446744073709551615: labels must lie"),
        ({"y": [0, 0.5, np.nan]}, "y[1] is 0.5: expected whole numbers, the class of each node (-1: none)"),
        ({"y": [0, np.nan, 0.5]}, "y[1] is nan: expected whole numbers"),
        ({"y": [0, 1, np.inf]}, "y[2] is inf: expected whole numbers"),
        ({"y": ["a", "b", "c"]}, "y has type <U1: expected whole numbers"),
        ({"public": Split([0], [1, 3], [2])}, "public.val[1] is 3: node ids must lie in 0..2."),
        ({"public": Split([0], [1], [0.5])}, "public.test[0] is 0.5: expected whole numbers, the node ids"),
        (
            {"public": Split([0], [1], [2, 1])},
            "public split uses node 1 twice: its three sets must not overlap",
        ),
        ({"public": Split([0] * 256, [], [])}, "public split uses node 0 twice"),
    ],
)
def test_what_is_wrong_is_named_with_its_row_and_the_right_form(wrong, message):
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        Graph.from_edges(**{**RIGHT, **wrong})


def test_sparse_features_of_the_wrong_height():
    with pytest.raises(ValueError, match=r"^y has shape \(3,\): expected \(2,\)"):
        Graph.from_edges([[0], [1]], x=sp.csr_array(np.eye(2)), y=[0, 1, 1])

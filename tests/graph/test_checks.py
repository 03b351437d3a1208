"""What is wrong with the parts of a graph is named; what is only unusual is put right."""

import re

import numpy as np
import pytest
import scipy.sparse as sp

from n2n.graph import Graph
from n2n.graph.splits import Split

EDGES = [[0, 1], [1, 2]]


def test_the_features_that_came_in_are_not_touched():
    x = sp.csr_array((np.ones(4, np.float32), [1, 0, 0, 1], [0, 2, 4]), shape=(2, 2))  # unsorted rows
    graph = Graph.from_edges([[0], [1]], x=x)
    assert x.indices.tolist() == [1, 0, 0, 1]
    assert graph.x.indices.tolist() == [0, 1, 0, 1]


def test_whole_numbers_may_come_as_floats():
    graph = Graph.from_edges(np.array(EDGES, float), x=None, y=[0.0, 1.0, -1.0])
    assert graph.y.tolist() == [0, 1, -1]
    assert graph.neighbours(1).tolist() == [0, 2]


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
        ({"x": np.eye(3)[0]}, "x has shape (3,): expected (3, number of features), one row per node."),
        ({"x": 5.0}, "x is a single value: expected one row per node."),
        ({"x": np.float32(5)}, "x is a single value: expected one row per node."),
        ({"x": [[1, 2], [3], [4, 5]]}, "x[1] is not a row of numbers like the others: expected (3, number"),
        ({"x": [[1, 2], [3, 4], [4, "b"]]}, "x[2] is not a row of numbers like the others"),
        (
            {"x": bad_features(1, np.nan, False)},
            "x[1] holds NaN or infinity: features must be finite numbers",
        ),
        ({"x": bad_features(0, np.inf, False)}, "x[0] holds NaN or infinity"),
        ({"x": bad_features(1, -np.inf, True)}, "x[1] holds NaN or infinity"),
        ({"x": bad_features(0, np.nan, True)}, "x[0] holds NaN or infinity"),
        ({"x": np.eye(4)}, "y has shape (3,): expected (4,), one label per node."),
        ({"num_nodes": 4}, "num_nodes is 4, but x has 3 rows: they must be equal."),
        ({"x": None, "num_nodes": 4}, "num_nodes is 4, but y has 3 rows: they must be equal."),
        ({"x": None, "y": None}, "num_nodes is missing: without x and y, give the number of nodes."),
        ({"x": None, "y": None, "num_nodes": -1}, "num_nodes is -1: expected a whole number, 0 or more."),
        ({"x": None, "y": None, "num_nodes": 2.5}, "num_nodes is 2.5: expected a whole number, 0 or more."),
        ({"y": [[0], [1], [1]]}, "y has shape (3, 1): expected (3,), one label per node."),
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
            "The public split uses node 1 twice: its three sets must not overlap",
        ),
        ({"public": Split([0] * 256, [], [])}, "The public split uses node 0 twice"),
    ],
)
def test_what_is_wrong_is_named_with_its_row_and_the_right_form(wrong, message):
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        Graph.from_edges(**{**RIGHT, **wrong})


def test_sparse_features_of_the_wrong_height():
    with pytest.raises(ValueError, match=r"^y has shape \(3,\): expected \(2,\)"):
        Graph.from_edges([[0], [1]], x=sp.csr_array(np.eye(2)), y=[0, 1, 1])


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["a", "b"], "node_names has 2 entries: expected 3, one per node."),
        ("aba", "node_names holds 'a' twice"),
    ],
)
def test_wrong_names_of_nodes_are_told(names, message):
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        Graph.from_edges(**RIGHT, node_names=names)

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.graph import Dropped, Graph
from tests.graphs import SPECIAL, directed_edges, graph_of

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


@pytest.mark.parametrize("name", SPECIAL)
def test_edges_directed_and_once(name):
    graph = SPECIAL[name]
    assert list(zip(graph.sources.tolist(), graph.indices.tolist(), strict=True)) == directed_edges(graph)
    assert graph.edges().T.tolist() == [[i, j] for i, j in directed_edges(graph) if i < j]


def test_names_of_nodes_and_of_their_classes():
    graph = graph_of(3, [(0, 1)], y=[1, -1, 0], class_names=["red", "blue"])
    assert graph.classes() == ["blue", "", "red"]
    assert (graph.class_name(0), graph.class_name(-1)) == ("red", "")
    assert graph.names() == ["0", "1", "2"]
    assert graph.replace(node_names=("a", "b", "c")).names() == ["a", "b", "c"]


def test_ids_are_the_names_unless_there_are_others():
    graph = Graph.from_edges([[0], [1]], x=None, num_nodes=2)
    assert graph.ids() == graph.names() == ["0", "1"]
    named = Graph.from_edges([[0], [1]], x=None, num_nodes=2, node_names="ab", node_ids=(7, 8))
    assert (named.names(), named.ids()) == (["a", "b"], ["7", "8"])
    with pytest.raises(ValueError, match="node_ids holds '7' twice"):
        Graph.from_edges([[0], [1]], x=None, num_nodes=2, node_ids=(7, 7))


def test_a_class_without_nodes_has_the_size_zero():
    graph = Graph.from_edges(EDGES, x=None, y=[0, 0, -1], class_names=("a", "b"))
    assert graph.class_sizes.tolist() == [2, 0]

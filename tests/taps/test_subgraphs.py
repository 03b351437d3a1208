import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.taps import subgraphs
from n2n.taps.positives import Positives
from tests.graphs import SPECIAL, graph_of, random_graphs


def by_networkx(positives: Positives) -> nx.Graph:
    joined = nx.Graph()
    joined.add_nodes_from(range(positives.num_nodes))
    joined.add_edges_from(zip(positives.sources.tolist(), positives.indices.tolist(), strict=True))
    joined.remove_edges_from(list(nx.selfloop_edges(joined)))
    return joined


def assert_components(positives: Positives):
    found, joined = n2n.partition(positives), by_networkx(positives)
    # Largest first, equal sizes by their lowest node.
    expected = sorted(nx.connected_components(joined), key=lambda nodes: (-len(nodes), min(nodes)))
    assert found.num_subgraphs == len(expected)
    assert found.sizes.tolist() == [len(nodes) for nodes in expected]
    assert found.edges.tolist() == [joined.subgraph(nodes).number_of_edges() for nodes in expected]
    for number, nodes in enumerate(expected):
        assert found.members(number).tolist() == sorted(nodes)
        assert (found.membership[sorted(nodes)] == number).all()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subgraphs, "FEW_PAIRS", 0)  # by the kernel for large graphs
        large = n2n.partition(positives)
    assert np.array_equal(large.membership, found.membership)
    assert np.array_equal(large.sizes, found.sizes)


@settings(max_examples=80, deadline=None)
@given(graph=random_graphs(), k=st.integers(1, 4), seed=st.integers(0, 5))
def test_subgraphs_are_the_connected_components(graph, k, seed):
    assert_components(n2n.rank(graph).top(k))
    assert_components(n2n.random_positives(graph, k, seed))
    assert_components(n2n.all_neighbours(graph))


@pytest.mark.parametrize("name", SPECIAL)
def test_special_graphs(name):
    assert_components(n2n.rank(SPECIAL[name]).top(1))
    assert_components(n2n.all_neighbours(SPECIAL[name]))


def test_cora_falls_into_397_subgraphs(dataset):
    cora = dataset("cora")
    parts = n2n.partition(n2n.rank(cora).top(1))
    assert parts.num_subgraphs == 397
    assert parts.sizes[0] == 114
    assert parts.sizes.sum() == cora.num_nodes
    assert 0.8 < parts.weighted_purity(cora.y) < 1
    assert_components(n2n.rank(cora).top(1))


@pytest.fixture
def three_parts():
    """Subgraphs {0, 1, 2, 3}, {4, 5} and {6}."""
    return n2n.partition(n2n.all_neighbours(graph_of(7, [(0, 1), (1, 2), (2, 3), (4, 5)])))


LABELS = np.array([1, 1, 1, 0, 2, 0, -1])


def test_class_counts_and_majority(three_parts):
    assert three_parts.class_counts(LABELS).tolist() == [[1, 3, 0], [1, 0, 1], [0, 0, 0]]
    assert three_parts.majority(LABELS).tolist() == [1, 0, -1]  # a tie goes to the lower class


def test_purity_by_hand(three_parts):
    np.testing.assert_allclose(three_parts.purity(LABELS), [0.75, 0.5, np.nan])
    assert three_parts.weighted_purity(LABELS) == pytest.approx(4 / 6)


def test_entropy_by_hand(three_parts):
    expected = -(0.25 * math.log2(0.25) + 0.75 * math.log2(0.75))
    np.testing.assert_allclose(three_parts.entropy(LABELS), [expected, 1, np.nan])
    assert three_parts.entropy(np.zeros(7, int)).tolist() == [0, 0, 0]


def test_a_pair_chosen_from_both_ends_is_one_edge(three_parts):
    assert three_parts.edges.tolist() == [3, 1, 0]

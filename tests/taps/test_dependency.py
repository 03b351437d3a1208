"""Dependency: by the definition with sets, the same in both directions, exact where it is small."""

import math

import numpy as np
import pytest
from hypothesis import given, settings

from n2n.taps.dependency import SMALL, _log1p
from n2n.taps.ranking import rank
from tests.graphs import (
    SPECIAL,
    clique,
    dependency_by_sets,
    directed_edges,
    graph_of,
    neighbour_sets,
    random_graphs,
    wide,
)


def by_sets(graph):
    sets, nodes = neighbour_sets(graph), set(range(graph.num_nodes))
    return np.array([dependency_by_sets(nodes, sets[i], sets[j]) for i, j in directed_edges(graph)])


@settings(max_examples=80, deadline=None)
@given(graph=random_graphs())
def test_dependency_equals_the_definition_by_sets(graph):
    found = rank(graph).dependency
    np.testing.assert_allclose(found, by_sets(graph), rtol=0, atol=1e-12)
    assert found.dtype == np.float64
    assert (found >= 0).all()


@pytest.mark.parametrize("name", SPECIAL)
@pytest.mark.parametrize("width", [32, 64])
def test_special_graphs(name, width):
    graph = SPECIAL[name] if width == 32 else wide(SPECIAL[name])
    np.testing.assert_allclose(rank(graph).dependency, by_sets(graph), rtol=0, atol=1e-12)


def test_a_sample_of_real_edges_equals_the_definition(dataset):
    graph = dataset("pubmed")
    edges = directed_edges(graph)
    ranking, nodes = rank(graph), set(range(graph.num_nodes))
    for e in np.random.default_rng(0).choice(len(edges), 60, replace=False):
        i, j = edges[e]
        of_i, of_j = set(graph.neighbours(i).tolist()), set(graph.neighbours(j).tolist())
        assert ranking.dependency[e] == pytest.approx(dependency_by_sets(nodes, of_i, of_j), abs=1e-12)
        assert ranking.common[e] == len(of_i & of_j)


@settings(max_examples=60, deadline=None)
@given(graph=random_graphs())
def test_both_directions_of_an_edge_agree_to_the_last_bit(graph):
    ranking = rank(graph)
    by_edge = dict(zip(directed_edges(graph), ranking.dependency.tolist(), strict=True))
    assert all(by_edge[j, i] == value for (i, j), value in by_edge.items())


def test_independent_neighbourhoods_have_no_dependency_at_all():
    # n = 4, d_1 = d_2 = 2 and one common neighbour: c/n equals (d_1/n)·(d_2/n) exactly.
    kite = graph_of(4, [(0, 1), (0, 2), (1, 2), (0, 3)])
    dependency = dict(zip(directed_edges(kite), rank(kite).dependency, strict=True))
    assert dependency[1, 2] == 0.0


def test_equal_neighbourhoods_depend_most():
    # In a clique with many strangers around, 𝒩_i and 𝒩_j differ in i and j only.
    graph = clique(30, alone=70)
    entropy = -(0.29 * math.log(0.29) + 0.71 * math.log(0.71))
    assert 0.8 * entropy < rank(graph).dependency.min() <= rank(graph).dependency.max() < entropy


@pytest.mark.parametrize("t", [0.0, 1e-9, -1e-9, 0.99 * SMALL, -0.99 * SMALL, SMALL, 0.5, -0.5])
def test_the_short_series_of_the_logarithm_is_exact(t):
    assert _log1p(t) == pytest.approx(math.log1p(t), rel=1e-15, abs=0)

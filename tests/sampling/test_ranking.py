import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.compute import threads
from n2n.sampling.common_neighbours import _count
from n2n.sampling.dependency import SMALL, _dependency, _log1p
from n2n.sampling.kernels import choose_rows, count_pairs
from n2n.sampling.ranking import explain, rank
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


@settings(max_examples=150, deadline=None)
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


@settings(max_examples=60, deadline=None)
@given(graph=random_graphs(), k=st.integers(1, 60))
def test_top_is_what_sorting_gives(graph, k):
    assert_sorted_top(graph, k)


@pytest.mark.parametrize("k", [1, 2, 31, 32, 33, 39, 100])
@pytest.mark.parametrize("name", SPECIAL)
def test_top_of_special_graphs(name, k):
    assert_sorted_top(SPECIAL[name], k)


def assert_sorted_top(graph, k):
    ranking = rank(graph)
    best = ranking.top(k)
    for i in range(graph.num_nodes):
        row = slice(graph.indptr[i], graph.indptr[i + 1])
        scored = zip(ranking.dependency[row].tolist(), graph.neighbours(i).tolist(), strict=True)
        expected = [j for _, j in sorted(scored, key=lambda pair: (-pair[0], pair[1]))]
        assert best.of(i).tolist() == (expected[:k] or [i])
        assert ranking.order(i).tolist() == expected


def test_the_number_of_blocks_changes_nothing(dataset, monkeypatch):
    graph = dataset("cora")
    once = rank(graph)
    monkeypatch.setattr(threads, "num_threads", lambda: 3)
    monkeypatch.setattr(threads, "MIN_BLOCK_COST", 100)
    often = rank(graph)
    np.testing.assert_array_equal(often.dependency, once.dependency)
    for k in (1, 3, 40):
        np.testing.assert_array_equal(often.top(k).indices, once.top(k).indices)


@pytest.mark.parametrize("k", [0, -1, 1.5, True, "2", None])
def test_a_wrong_k_is_named(k):
    with pytest.raises(ValueError, match=r"k is .*: the number of positives per node must be a whole number"):
        rank(n2n.load("karate")).top(k)


@settings(max_examples=40, deadline=None)
@given(graph=random_graphs(max_nodes=25))
def test_the_four_terms_add_up_to_the_dependency(graph):
    ranking = rank(graph)
    for e, (i, j) in enumerate(directed_edges(graph)):
        terms = explain(graph, i, j)
        assert sum(term.term for term in terms) == pytest.approx(ranking.dependency[e], abs=1e-12)
        assert sum(term.count for term in terms) == graph.num_nodes
        assert terms[0].count == ranking.common[e]
        assert sum(term.joint for term in terms) == pytest.approx(1)
        assert sum(term.independent for term in terms) == pytest.approx(1)


@pytest.mark.parametrize("t", [0.0, 1e-9, -1e-9, 0.99 * SMALL, -0.99 * SMALL, SMALL, 0.5, -0.5])
def test_the_short_series_of_the_logarithm_is_exact(t):
    assert _log1p(t) == pytest.approx(math.log1p(t), rel=1e-15, abs=0)


def test_a_graph_on_disk_is_ranked_by_the_kernels_of_one_in_memory(tmp_path):
    """Mapped arrays are read-only, and `indptr` has 64 bits there: nothing is compiled again for that."""
    kernels = _count, _dependency, choose_rows, count_pairs
    karate = n2n.load("karate")
    karate.save(tmp_path / "g")

    def ranked(graph):
        best = rank(graph).top(2)
        return best.indices.tolist(), best.num_alone, n2n.label_smoothness(graph, best)

    wanted = ranked(karate)
    before = [kernel.compiled().signatures for kernel in kernels]
    assert all(before)
    assert ranked(n2n.open_graph(tmp_path / "g")) == wanted
    assert [kernel.compiled().signatures for kernel in kernels] == before

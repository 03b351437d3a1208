"""Counts, dependencies and choices equal what sets, definitions and sorting give, in memory and by blocks."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.compute import threads
from n2n.taps import ranking
from n2n.taps.positives import empty_positives
from n2n.taps.ranking import explain, rank, top_rows
from n2n.taps.sharing import share_of_rows
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

ANY = {**SPECIAL, **{f"{name}, 64 bits": wide(graph) for name, graph in SPECIAL.items()}}


def cut(patch, minimum, per_thread):
    """Work in so many blocks that even a small graph is cut up, its hubs in the middle."""
    patch.setattr(threads, "num_threads", lambda: 4)
    patch.setattr(threads, "MIN_BLOCK_COST", minimum)
    patch.setattr(threads, "BLOCKS_PER_THREAD", per_thread)


def assert_ranked(graph, ks=(1, 2, 33)):
    """Every number and every choice, by plain Python."""
    ranked, sets, nodes = rank(graph), neighbour_sets(graph), set(range(graph.num_nodes))
    edges = directed_edges(graph)
    assert ranked.common.tolist() == [len(sets[i] & sets[j]) for i, j in edges]
    assert ranked.common.dtype == graph.indices.dtype
    expected = [dependency_by_sets(nodes, sets[i], sets[j]) for i, j in edges]
    np.testing.assert_allclose(ranked.dependency, expected, rtol=0, atol=1e-12)
    assert ranked.dependency.dtype == np.float64
    assert (ranked.dependency >= 0).all()
    by_edge = dict(zip(edges, ranked.dependency.tolist(), strict=True))
    assert all(by_edge[j, i] == value for (i, j), value in by_edge.items())  # to the last bit
    for k in ks:
        best = ranked.top(k)
        for i in range(graph.num_nodes):
            order = sorted(sets[i], key=lambda j, i=i: (-by_edge[i, j], j))
            assert best.of(i).tolist() == (order[:k] or [i])
            assert ranked.neighbours(i)[0].tolist() == order
    best = [max((by_edge[i, j] for j in sets[i]), default=0) for i in range(graph.num_nodes)]
    assert ranked.best_dependency().tolist() == best
    return ranked


@settings(max_examples=80, deadline=None)
@given(graph=random_graphs(), k=st.integers(1, 60))
def test_any_graph(graph, k):
    whole = assert_ranked(graph, (k,))
    for blocks in ((1, 50), (3, 8), (40, 2)):
        with pytest.MonkeyPatch.context() as patch:
            cut(patch, *blocks)
            pieces = rank(graph)
            np.testing.assert_array_equal(pieces.common, whole.common)
            np.testing.assert_array_equal(pieces.dependency, whole.dependency)
            np.testing.assert_array_equal(pieces.top(k).indices, whole.top(k).indices)


@pytest.mark.parametrize("name", ANY)
def test_special_graphs(name, monkeypatch):
    assert_ranked(ANY[name])
    cut(monkeypatch, 3, 8)
    assert_ranked(ANY[name])


@pytest.mark.parametrize("key", ["cora", "citeseer"])
def test_counts_of_real_graphs_equal_those_of_scipy(dataset, key):
    a = dataset(key).adjacency(np.int64)
    paths = ((a @ a).multiply(a) + a).tocsr()  # + a: an edge without a common neighbour stays in the matrix
    paths.sort_indices()
    np.testing.assert_array_equal(rank(dataset(key)).common, paths.data - 1)


def test_a_small_dependency_has_all_its_digits():
    # Two hubs that are joined, of nearly independent neighbourhoods: against the definition in 60 digits.
    from decimal import Decimal, localcontext

    graph = graph_of(4001, [(0, 1), *((0, j) for j in range(2, 202)), *((1, j) for j in range(192, 392))])
    found = rank(graph).dependency[graph.indptr[0]]
    with localcontext(prec=60):
        n, c, d = Decimal(4001), Decimal(10), Decimal(201)
        terms = [(c, d * d), (d - c, d * (n - d)), (d - c, d * (n - d)), (n - 2 * d + c, (n - d) ** 2)]
        exact = sum(count / n * (count * n / product).ln() for count, product in terms)
    assert found == pytest.approx(float(exact), rel=1e-12)


def test_equal_neighbourhoods_depend_most():
    # In a clique with many strangers around, 𝒩_i and 𝒩_j differ in i and j only.
    graph = clique(30, alone=70)
    entropy = -(0.29 * math.log(0.29) + 0.71 * math.log(0.71))
    assert 0.8 * entropy < rank(graph).dependency.min() <= rank(graph).dependency.max() < entropy


@pytest.mark.parametrize("k", [0, -1, 1.5, True, "2", None])
def test_a_wrong_k_is_named(k, karate):
    with pytest.raises(ValueError, match=r"k is .*: the number of positives per node must be a whole number"):
        rank(karate).top(k)


@settings(max_examples=40, deadline=None)
@given(graph=random_graphs(max_nodes=25))
def test_the_four_terms_add_up_to_the_dependency(graph):
    ranked = rank(graph)
    for e, (i, j) in enumerate(directed_edges(graph)):
        terms = explain(graph, i, j)
        assert sum(term.term for term in terms) == pytest.approx(ranked.dependency[e], abs=1e-12)
        assert sum(term.count for term in terms) == graph.num_nodes
        assert terms[0].count == ranked.common[e]
        assert sum(term.joint for term in terms) == pytest.approx(1)
        assert sum(term.independent for term in terms) == pytest.approx(1)


def by_rows(graph, k, parts=1):
    """The top k, in shares that know nothing of each other."""
    chosen = empty_positives(graph, k)
    for part in range(parts):
        start, stop = share_of_rows(graph, part, parts)
        low, high = chosen.indptr[start], chosen.indptr[stop]
        out = np.full(high - low, -1, graph.indices.dtype)
        top_rows(graph, k, chosen.indptr, out, start, stop)
        chosen.indices[low:high] = out
    return chosen.indices


@settings(max_examples=60, deadline=None)
@given(graph=random_graphs(), k=st.integers(1, 6), parts=st.integers(1, 5))
def test_rows_by_themselves_give_the_ranking_of_all_edges(graph, k, parts):
    np.testing.assert_array_equal(by_rows(graph, k, parts), rank(graph).top(k).indices)


def test_rows_of_special_graphs_and_of_one_with_long_lists():
    rng = np.random.default_rng(0)
    hubs = [(hub, int(node)) for hub in (0, 1, 2) for node in rng.choice(4000, 1500, replace=False)]
    searched = graph_of(4000, [*hubs, *rng.integers(0, 4000, (8000, 2)).tolist()])
    for graph in (*ANY.values(), searched):
        np.testing.assert_array_equal(by_rows(graph, 3), rank(graph).top(3).indices)
        np.testing.assert_array_equal(by_rows(graph, 3, parts=7), rank(graph).top(3).indices)


@pytest.mark.parametrize("key", ["karate", "cora", "citeseer", "pubmed"])
def test_a_graph_on_disk_is_ranked_alike_in_every_way(key, monkeypatch, tmp_path):
    graph = n2n.load(key)
    expected = {k: rank(graph).top(k) for k in (1, 3)}
    graph.save(tmp_path / "g")
    graph = n2n.open_graph(tmp_path / "g")
    monkeypatch.setattr("n2n.compute.csr.row_blocks.__defaults__", (5000,))
    for counted in (ranking.COUNTED, 0):
        monkeypatch.setattr(ranking, "COUNTED", counted)
        for k, chosen in expected.items():
            shares = []
            found = rank(graph).top(k, lambda message, share, shares=shares: shares.append(share))
            np.testing.assert_array_equal(found.indptr, chosen.indptr)
            np.testing.assert_array_equal(found.indices, chosen.indices)
            assert shares[-1] == 1

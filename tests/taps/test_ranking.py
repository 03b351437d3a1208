import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.compute import threads
from n2n.taps.ranking import explain, rank
from tests.graphs import (
    SPECIAL,
    directed_edges,
    random_graphs,
)


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

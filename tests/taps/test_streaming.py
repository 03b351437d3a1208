import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.taps import ranking, streaming
from n2n.taps.positives import empty_positives, select
from n2n.taps.streaming import share_of_rows, top_rows
from tests.graphs import SPECIAL, graph_of, random_graphs

rows_of = streaming.row_blocks


def streamed(graph, k, parts=1):
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
    np.testing.assert_array_equal(streamed(graph, k, parts), n2n.rank(graph).top(k).indices)


@pytest.mark.parametrize("name", SPECIAL)
def test_special_graphs(name):
    graph = SPECIAL[name]
    np.testing.assert_array_equal(streamed(graph, 2), n2n.rank(graph).top(2).indices)


@pytest.mark.parametrize("key", ["karate", "cora", "citeseer", "pubmed"])
@pytest.mark.parametrize("k", [1, 3])
def test_bundled_graphs_are_ranked_alike_in_every_way(key, k, monkeypatch, tmp_path):
    graph = n2n.load(key)
    full = n2n.rank(graph)
    expected = select(graph, full.dependency, k)
    graph.save(tmp_path / "g")
    graph = n2n.open_graph(tmp_path / "g")
    monkeypatch.setattr("n2n.taps.ranking.row_blocks", lambda *a: rows_of(*a, entries=5000))
    monkeypatch.setattr(streaming, "row_blocks", lambda *a: rows_of(*a, entries=5000))
    monkeypatch.setattr(ranking, "HELD", 0)
    for counted in (ranking.COUNTED, 0):
        monkeypatch.setattr(ranking, "COUNTED", counted)
        ranked, told = n2n.rank(graph), []
        found = ranked.top(k, lambda message, share, told=told: told.append(share))
        np.testing.assert_array_equal(found.indptr, expected.indptr)
        np.testing.assert_array_equal(found.indices, expected.indices)
        assert "dependency" not in ranked.__dict__
        assert told[-1] == 1
    np.testing.assert_array_equal(ranked.dependency, full.dependency)


def test_a_long_list_is_searched():
    """The hubs have more than 32 times as many neighbours as the other nodes."""
    rng = np.random.default_rng(0)
    hubs = [(hub, int(node)) for hub in (0, 1, 2) for node in rng.choice(4000, 1500, replace=False)]
    graph = graph_of(4000, [*hubs, *rng.integers(0, 4000, (8000, 2)).tolist()])
    np.testing.assert_array_equal(streamed(graph, 3), n2n.rank(graph).top(3).indices)


def test_shares_cover_all_rows_and_cost_the_same():
    graph = n2n.load("pubmed")
    shares = [share_of_rows(graph, part, 3) for part in range(3)]
    assert [start for start, _ in shares] == [0, *(stop for _, stop in shares[:-1])]
    assert shares[-1][1] == graph.num_nodes
    entries = [graph.indptr[stop] - graph.indptr[start] for start, stop in shares]
    assert max(entries) < 1.2 * min(entries)


def test_more_shares_than_rows():
    graph = n2n.Graph.from_edges([[0], [1]], x=None, num_nodes=2)
    np.testing.assert_array_equal(streamed(graph, 1, parts=7), [1, 0])

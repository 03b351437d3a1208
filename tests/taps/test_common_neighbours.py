import numpy as np
import pytest
from hypothesis import given, settings

from n2n.compute import threads
from n2n.graph import Graph
from n2n.taps.common_neighbours import common_neighbours
from tests.graphs import SPECIAL, directed_edges, neighbour_sets, random_graphs, star, wheel, wide


def counted(graph):
    return common_neighbours(graph.indptr, graph.indices)


def by_sets(graph):
    sets = neighbour_sets(graph)
    return [len(sets[i] & sets[j]) for i, j in directed_edges(graph)]


def by_scipy(graph):
    """Paths of length two, read off where there is an edge."""
    a = graph.adjacency(np.int64)
    paths = ((a @ a).multiply(a) + a).tocsr()  # + a: an edge without a common neighbour stays in the matrix
    paths.sort_indices()
    return paths.data - 1


@pytest.fixture
def many_blocks(monkeypatch):
    """Four threads and so many blocks that even a small graph is cut up, its hubs in the middle."""
    monkeypatch.setattr(threads, "num_threads", lambda: 4)
    monkeypatch.setattr(threads, "MIN_BLOCK_COST", 3)
    monkeypatch.setattr(threads, "BLOCKS_PER_THREAD", 8)


@settings(max_examples=80, deadline=None)
@given(graph=random_graphs())
def test_counts_equal_those_of_sets_and_of_scipy(graph):
    found = counted(graph)
    assert found.tolist() == by_sets(graph)
    np.testing.assert_array_equal(found, by_scipy(graph))
    assert found.dtype == graph.indices.dtype


@pytest.mark.parametrize("name", SPECIAL)
@pytest.mark.parametrize("width", [32, 64])
def test_special_graphs(name, width):
    graph = SPECIAL[name] if width == 32 else wide(SPECIAL[name])
    assert counted(graph).tolist() == by_sets(graph)


@pytest.mark.parametrize("name", SPECIAL)
def test_special_graphs_in_many_blocks(name, many_blocks):
    assert counted(SPECIAL[name]).tolist() == by_sets(SPECIAL[name])


@settings(max_examples=80, deadline=None)
@given(graph=random_graphs())
def test_the_number_of_blocks_changes_nothing(graph):
    one_block = counted(graph)
    with pytest.MonkeyPatch.context() as patch:
        for minimum, per_thread in ((1, 50), (3, 8), (40, 2)):
            patch.setattr(threads, "num_threads", lambda: 4)
            patch.setattr(threads, "MIN_BLOCK_COST", minimum)
            patch.setattr(threads, "BLOCKS_PER_THREAD", per_thread)
            np.testing.assert_array_equal(counted(graph), one_block)


@pytest.fixture
def bounds_of_counting(monkeypatch):
    """The bounds of the blocks that counting was last cut into."""
    seen = []

    def watch(kernel, bounds, *arrays, **options):
        seen.append(bounds.astype(int))
        threads.run_blocks(kernel, bounds, *arrays, **options)

    monkeypatch.setattr("n2n.taps.common_neighbours.run_blocks", watch)
    return lambda: seen[-1]


def test_the_row_of_a_hub_is_cut_into_several_blocks(many_blocks, bounds_of_counting):
    graph = wheel(200)
    assert counted(graph).tolist() == by_sets(graph)
    bounds = bounds_of_counting()
    hub = (bounds > graph.indptr[200]) & (bounds < graph.indptr[201])
    assert hub.sum() > 4


def test_blocks_cost_about_the_same(many_blocks, bounds_of_counting):
    graph = star(3000)
    counted(graph)
    bounds = bounds_of_counting()
    # An entry costs 1, and an entry of the hub the scan of its leaf's one neighbour besides.
    cost = np.where(np.arange(len(graph.indices)) < 3000, 2, 1)
    shares = np.add.reduceat(cost, bounds[:-1])
    assert len(shares) == 32
    assert shares.sum() == cost.sum()
    assert shares.max() <= cost.sum() / 32 + 32  # the last block also takes what the division left over


@pytest.mark.parametrize("key", ["cora", "citeseer"])
def test_real_graphs(dataset, key):
    graph = dataset(key)
    np.testing.assert_array_equal(counted(graph), by_scipy(graph))


def test_a_dense_graph_in_real_threads(monkeypatch, bounds_of_counting):
    monkeypatch.setattr(threads, "num_threads", lambda: 4)
    # About as many edges as Photo has; squares lean towards 0, so low ids are hubs.
    edges = (2000 * np.random.default_rng(0).random((2, 130_000)) ** 2).astype(int)
    graph = Graph.from_edges(edges, x=None, num_nodes=2000)
    np.testing.assert_array_equal(counted(graph), by_scipy(graph))
    assert len(bounds_of_counting()) > 4

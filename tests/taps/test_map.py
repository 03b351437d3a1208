"""Positions on the map: every node somewhere, components apart, classes together, the same each time."""

import numpy as np
import pytest

import n2n
from assets.map.make import make_map
from n2n.taps import map as taps_map
from n2n.taps.map import (
    POSITIVES,
    STEP,
    map_positions,
    shipped_positions,
    shipped_positives,
    undirected_pairs,
)


@pytest.fixture(scope="module")
def whole(cora):
    return map_positions(n2n.all_neighbours(cora))


def same_class_nearby(graph, positions) -> float:
    from sklearn.neighbors import NearestNeighbors

    near = NearestNeighbors(n_neighbors=11).fit(positions).kneighbors(return_distance=False)[:, 1:]
    return float((graph.y[near] == graph.y[:, None]).mean())


def test_neighbours_and_so_classes_lie_together(cora, whole):
    assert same_class_nearby(cora, whole) > 0.65
    assert np.array_equal(whole, map_positions(n2n.all_neighbours(cora)))
    assert not np.array_equal(whole, map_positions(n2n.all_neighbours(cora), seed=1))
    islands = map_positions(n2n.rank(cora).top(1), near=whole)
    assert np.corrcoef(whole.T.ravel(), islands.T.ravel())[0, 1] > 0.8
    assert same_class_nearby(cora, islands) > 0.55


def test_components_do_not_overlap_and_small_ones_stay_close(cora, whole):
    parts = n2n.partition(n2n.all_neighbours(cora))
    groups = [whole[parts.members(c)] for c in range(parts.num_subgraphs)]
    centres = np.array([group.mean(axis=0) for group in groups])
    radius = np.array([np.linalg.norm(group - group.mean(axis=0), axis=1).max() for group in groups])
    apart = np.linalg.norm(centres[:, None] - centres, axis=2) - radius[:, None] - radius
    assert apart[~np.eye(len(centres), dtype=bool)].min() > 0
    assert np.linalg.norm(whole, axis=1).max() < 2 * radius[0]


@pytest.mark.parametrize("nodes", [1, 2, 5, 25_000])
def test_isolated_nodes_have_positions_of_their_own(nodes):
    edges = [[0, 1], [1, 2]] if nodes > 5 else [[], []]
    graph = n2n.Graph.from_edges(edges, x=None, num_nodes=nodes)
    shares: list[float] = []
    positions = map_positions(n2n.all_neighbours(graph), progress=shares.append)
    assert positions.shape == (nodes, 2)
    assert np.isfinite(positions).all()
    assert len(np.unique(positions.round(3), axis=0)) == nodes
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_the_rank_of_an_edge_is_the_first_k_that_chooses_it(cora):
    ranking = n2n.rank(cora)
    pairs = undirected_pairs(n2n.all_neighbours(cora))
    assert np.array_equal(pairs, cora.edges().T)
    rank = taps_map.edge_ranks(cora.num_nodes, pairs, ranking.top(5))
    for k in (1, 3, 5):
        assert np.array_equal(pairs[rank <= k], undirected_pairs(ranking.top(k)))


def test_a_large_graph_becomes_cells_that_lose_no_node():
    rng = np.random.default_rng(0)
    n = taps_map.MAX_POINTS + 1
    positions, degree = rng.normal(size=(n, 2)), rng.integers(0, 9, n)
    drawn = taps_map.points(positions, degree)
    assert drawn.condensed
    assert len(drawn.nodes) <= taps_map.CELLS**2
    assert np.array_equal(np.bincount(drawn.point), drawn.counts)
    assert (degree[drawn.nodes][drawn.point] >= degree).all()
    graph = n2n.Graph.from_edges(rng.integers(0, n, (2, 4 * n)), x=None, num_nodes=n)
    lines, rank = taps_map.drawn_edges(graph, None, drawn)
    real = np.sort(drawn.point[graph.edges().T], axis=1)
    assert set(map(tuple, lines.tolist())) <= set(map(tuple, real.tolist()))
    assert (len(lines), rank) == (taps_map.MAX_LINES, None)


def test_what_ships_is_what_is_computed(karate, tmp_path):
    assert make_map("karate", karate, tmp_path).stat().st_size < 4_000
    assert np.abs(shipped_positions("karate") - map_positions(n2n.all_neighbours(karate))).max() <= STEP
    assert shipped_positions("karate", 1).shape == (34, 2)
    assert shipped_positions("pubmed", 1) is None
    assert shipped_positions("../map/karate") is None


@pytest.mark.parametrize("key", ["karate", "cora", "citeseer"])
def test_the_positives_that_ship_are_those_of_taps(dataset, key):
    graph = dataset(key)
    ranking = n2n.rank(graph)
    for k in POSITIVES:
        shipped, chosen = shipped_positives(key, graph, k), ranking.top(k)
        assert np.array_equal(shipped.indptr, chosen.indptr)
        assert np.array_equal(shipped.indices, chosen.indices)
        assert shipped.indices.dtype == chosen.indices.dtype
    assert shipped_positives(key, graph, POSITIVES[-1] + 1) is None

"""Positions on the map: every node somewhere, components apart, classes together, the same each time."""

import numpy as np
import pytest

import n2n
from n2n.taps import map_points
from n2n.taps.map import map_positions
from n2n.taps.map_points import undirected_pairs
from n2n.taps.shipped_map import POSITIVES, STEP, make_map, shipped_positions, shipped_positives


def _nearest_same_class(graph, positions) -> float:
    from sklearn.neighbors import NearestNeighbors

    near = NearestNeighbors(n_neighbors=11).fit(positions).kneighbors(return_distance=False)[:, 1:]
    return float((graph.y[near] == graph.y[:, None]).mean())


def test_neighbours_and_so_classes_lie_together(cora):
    positions = map_positions(n2n.all_neighbours(cora))
    assert _nearest_same_class(cora, positions) > 0.65
    assert np.array_equal(positions, map_positions(n2n.all_neighbours(cora)))
    assert not np.array_equal(positions, map_positions(n2n.all_neighbours(cora), seed=1))


def test_components_do_not_overlap_and_small_ones_stay_close(cora):
    positives = n2n.all_neighbours(cora)
    positions, parts = map_positions(positives), n2n.partition(positives)
    centres = np.array([positions[parts.members(c)].mean(axis=0) for c in range(parts.num_subgraphs)])
    reach = np.array(
        [np.linalg.norm(positions[parts.members(c)] - centres[c], axis=1).max() for c in range(len(centres))]
    )
    apart = np.linalg.norm(centres[:, None] - centres, axis=2) - reach[:, None] - reach
    assert apart[~np.eye(len(centres), dtype=bool)].min() > 0
    assert np.linalg.norm(positions, axis=1).max() < 2 * reach[0]


def test_subgraphs_are_islands_near_their_place(cora):
    whole = map_positions(n2n.all_neighbours(cora))
    islands = map_positions(n2n.rank(cora).top(1), near=whole)
    assert np.corrcoef(whole.T.ravel(), islands.T.ravel())[0, 1] > 0.8
    assert _nearest_same_class(cora, islands) > 0.55


@pytest.mark.parametrize("nodes", [1, 2, 5])
def test_graphs_without_edges_and_very_small_ones(nodes):
    graph = n2n.Graph.from_edges([[], []], x=None, num_nodes=nodes)
    positions = map_positions(n2n.all_neighbours(graph))
    assert positions.shape == (nodes, 2)
    assert np.isfinite(positions).all()
    assert len(np.unique(positions, axis=0)) == nodes


def test_many_isolated_nodes_fill_rings():
    graph = n2n.Graph.from_edges([[0, 1], [1, 2]], x=None, num_nodes=25_000)
    positions = map_positions(n2n.all_neighbours(graph))
    assert np.isfinite(positions).all()
    assert len(np.unique(positions.round(3), axis=0)) == 25_000


def test_progress_is_told_to_the_end():
    told = []
    map_positions(n2n.all_neighbours(n2n.load("karate")), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1


def test_the_rank_of_an_edge_is_the_first_k_that_chooses_it():
    graph = n2n.load("cora")
    ranking = n2n.rank(graph)
    pairs = undirected_pairs(n2n.all_neighbours(graph))
    assert np.array_equal(pairs, graph.edges().T)
    rank = map_points.edge_ranks(graph.num_nodes, pairs, ranking.top(5))
    for k in (1, 3, 5):
        assert np.array_equal(pairs[rank <= k], undirected_pairs(ranking.top(k)))


def test_a_large_graph_becomes_cells_that_lose_no_node():
    rng = np.random.default_rng(0)
    n = map_points.MAX_POINTS + 1
    positions, degree = rng.normal(size=(n, 2)), rng.integers(0, 9, n)
    drawn = map_points.points(positions, degree)
    assert drawn.condensed
    assert drawn.counts.sum() == n
    assert len(drawn.nodes) <= map_points.CELLS**2
    assert np.array_equal(np.bincount(drawn.point), drawn.counts)
    assert (degree[drawn.nodes][drawn.point] >= degree).all()
    edges = rng.integers(0, n, (2, 4 * n))
    graph = n2n.Graph.from_edges(edges, x=None, num_nodes=n)
    lines, rank = map_points.drawn_edges(graph, None, drawn)
    assert rank is None
    real = np.sort(drawn.point[graph.edges().T], axis=1)
    assert set(map(tuple, lines.tolist())) <= set(map(tuple, real.tolist()))
    assert len(lines) == map_points.MAX_LINES


def test_what_ships_is_what_is_computed(tmp_path):
    graph = n2n.load("karate")
    assert make_map("karate", graph, tmp_path).stat().st_size < 4_000
    whole = map_positions(n2n.all_neighbours(graph))
    assert np.abs(shipped_positions("karate") - whole).max() <= STEP
    assert shipped_positions("karate", 1).shape == (34, 2)
    assert shipped_positions("pubmed", 1) is None


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

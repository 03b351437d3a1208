"""Positions on the map: every node somewhere, components apart, classes together, the same each time."""

import numpy as np
import pytest

import n2n
from n2n.taps.map import map_positions


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

"""Points and lines of a map: which edges TAPS chooses at which k, and cells for graphs that are too large."""

import numpy as np

import n2n
from n2n.taps import map_points
from n2n.taps.map_points import undirected_pairs


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

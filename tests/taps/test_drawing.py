"""Excerpts, galleries and changes show the nodes and edges they promise, each where it can be read."""

import numpy as np
import pytest

import n2n
from n2n.taps import drawing
from n2n.taps.drawing import num_changed, spread, subgraph_change
from n2n.taps.edits import Edits
from tests.graphs import graph_of, star


def pairs(part) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in part.nodes[part.edges].T.tolist()}


def test_an_ego_network_has_all_edges_among_its_nodes(karate):
    part = drawing.ego(karate, 0)
    inside = {0, *karate.neighbours(0).tolist()}
    assert set(part.nodes.tolist()) == inside
    assert part.nodes[0] == 0
    expected = {frozenset((i, int(j))) for i in inside for j in karate.neighbours(i) if int(j) in inside}
    assert pairs(part) == expected
    assert part.note == ""


def test_depth_two_reaches_the_neighbours_of_neighbours(karate):
    near = karate.neighbours(16)
    expected = {16, *near.tolist(), *(int(j) for i in near for j in karate.neighbours(i))}
    assert set(drawing.ego(karate, 16, depth=2).nodes.tolist()) == expected


def test_a_large_one_is_cut_and_says_so():
    part = drawing.ego(star(70), 0, limit=20)
    assert len(part.nodes) == 20
    assert part.edges.shape == (2, 19)
    assert part.note.startswith("20 of 71 nodes are drawn")


def test_a_node_alone():
    part = drawing.ego(graph_of(3, [(0, 1)]), 2)
    assert part.nodes.tolist() == [2]
    assert part.edges.shape == (2, 0)


def test_a_subgraph_has_its_members_and_the_sampled_edges(karate):
    parts = n2n.partition(n2n.rank(karate).top(1))
    for number in range(parts.num_subgraphs):
        part = drawing.subgraph(parts, number)
        assert sorted(part.nodes.tolist()) == parts.members(number).tolist()
        assert part.edges.shape[1] == parts.edges[number]
        chosen = {frozenset((i, int(parts.positives.of(i)[0]))) for i in part.nodes.tolist()}
        assert pairs(part) == chosen


def test_a_subgraph_of_isolated_nodes():
    parts = n2n.partition(n2n.all_neighbours(graph_of(2, [])))
    assert drawing.subgraph(parts, 1).nodes.tolist() == [1]


def test_a_cut_subgraph_hangs_together(karate):
    parts = n2n.partition(n2n.rank(karate).top(3))
    part = drawing.subgraph(parts, 0, limit=9)
    joined = n2n.partition(n2n.all_neighbours(graph_of(9, part.edges.T.tolist())))
    assert (len(part.nodes), part.total, joined.num_subgraphs) == (9, 34, 1)
    assert np.unique(part.nodes).size == 9


@pytest.fixture(scope="module")
def ranked(dataset):
    return n2n.rank(dataset("cora"))


@pytest.fixture(scope="module")
def parts(ranked):
    return n2n.partition(ranked.top(1))


def test_ten_intervals_with_their_ten_largest(parts):
    rows = drawing.pick(parts)
    assert [len(row) for row in rows] == [10] * 10
    starts = [int(row[0]) for row in rows]
    assert starts == sorted(starts)
    assert np.diff(starts).min() >= 39  # 397 subgraphs in ten equal intervals
    assert (rows[0] == np.arange(10)).all()


@pytest.mark.parametrize("count", [0, 1, 7, 11, 25, 100])
def test_few_subgraphs_are_all_there_at_most_once(parts, count):
    rows = drawing.pick(parts, np.arange(count))
    shown = np.concatenate(rows) if rows else np.array([])
    assert len(np.unique(shown)) == len(shown) <= count
    assert count > 10 or len(shown) == count
    assert all(0 < len(row) <= 10 for row in rows)


def test_every_node_lies_in_the_square_of_its_subgraph(parts):
    rows = drawing.pick(parts)
    shown = drawing.arrange(parts, rows)
    for row, numbers in enumerate(rows):
        for column, number in enumerate(numbers):
            mine = shown.subgraphs == number
            assert set(shown.nodes[mine].tolist()) == set(parts.members(number).tolist())
            assert np.abs(shown.x[mine] - column).max() < 0.5
            assert np.abs(shown.y[mine] + row).max() < 0.5
    assert np.isnan(shown.edge_x[2::3]).all()
    assert shown.cut == 0


def test_a_giant_subgraph_is_cut(ranked):
    giant = n2n.partition(ranked.top(2))
    shown = drawing.arrange(giant, drawing.pick(giant))
    assert shown.cut == 1
    assert (shown.subgraphs == 0).sum() == drawing.GALLERY_NODES


def both(dataset, edits, k=1):
    graph = n2n.load(dataset)
    return [n2n.partition(n2n.rank(one).top(k)) for one in (graph, edits.apply(graph))]


@pytest.mark.parametrize("node", [0, 11, 33])
def test_both_sides_have_their_nodes_and_edges(node):
    before, after = both("karate", Edits(cut=((0, 11), (0, 31))))
    change = subgraph_change(before, after, node)
    assert change.nodes[0] == node
    for side, parts in enumerate((before, after)):
        members = set(parts.members(int(parts.membership[node])).tolist())
        assert set(change.nodes[change.inside[side]].tolist()) == members
        assert change.sizes[side] == len(members)
        pairs = {tuple(sorted(pair)) for pair in np.stack(parts.positives.pairs()).T.tolist()}
        drawn = {tuple(sorted(change.nodes[edge].tolist())) for edge in change.edges[side].T}
        shown = set(change.nodes.tolist())
        assert drawn == {pair for pair in pairs if set(pair) <= shown}
    assert change.total == len(change.nodes) == len(change.places)


def test_a_node_alone_is_its_own_subgraph():
    change = subgraph_change(*both("karate", Edits(cut=((0, 11),))), 11)
    assert change.sizes == (3, 1)
    assert change.inside[1].sum() == 1


def test_a_large_subgraph_is_cut_around_the_node():
    change = subgraph_change(*both("cora", Edits(noise=10), k=2), 7, limit=20)
    assert len(change.nodes) == 20
    assert change.nodes[0] == 7
    assert change.total > 1000
    assert max(edges.max(initial=0) for edges in change.edges) < 20


def test_nodes_with_other_positives_are_counted_one_by_one():
    graph = n2n.load("cora")
    ranking = n2n.rank(graph)
    for k in (1, 3):
        before, after = ranking.top(k), n2n.random_positives(graph, k, 0)
        expected = sum(list(before.of(node)) != list(after.of(node)) for node in range(graph.num_nodes))
        assert num_changed(before, after) == expected > 0
    assert num_changed(ranking.top(2), ranking.top(5).first(2)) == 0


def lengths(p: np.ndarray, edges: np.ndarray) -> np.ndarray:
    return np.linalg.norm(p[edges[0]] - p[edges[1]], axis=1)


def test_a_path_becomes_a_line_with_equal_steps():
    edges = np.array([[0, 1, 2, 3], [1, 2, 3, 4]])
    p = spread(5, edges, rounds=300)
    assert np.allclose(lengths(p, edges), 0.5, atol=0.02)
    assert np.allclose(np.abs(p[:, 1]), 0, atol=0.05)


def test_neighbours_are_drawn_nearer_than_strangers():
    rng = np.random.default_rng(0)
    child = np.arange(1, 40)
    edges = np.stack([(rng.random(39) * child).astype(int), child])
    p = spread(40, edges)
    everyone = np.stack(np.triu_indices(40, 1))
    assert lengths(p, edges).mean() < 0.5 * lengths(p, everyone).mean()


def test_it_is_the_same_every_time_and_fits_its_frame():
    edges = np.array([[0, 0, 0, 1], [1, 2, 3, 4]])
    p = spread(6, edges)  # node 5 is alone
    assert np.isfinite(p).all()
    assert np.array_equal(p, spread(6, edges))
    assert np.isclose(np.abs(p).max(), 1)


def test_small_cases():
    assert spread(0, np.zeros((2, 0), int)).shape == (0, 2)
    assert spread(1, np.zeros((2, 0), int)).tolist() == [[0, 0]]

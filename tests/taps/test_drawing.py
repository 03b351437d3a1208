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


@pytest.mark.parametrize("depth", [1, 2])
def test_an_ego_network_has_the_near_nodes_and_all_edges_among_them(karate, depth):
    inside = {16}
    for _ in range(depth):
        inside |= {int(j) for i in inside for j in karate.neighbours(i)}
    part = drawing.ego(karate, 16, depth)
    assert part.nodes[0] == 16
    assert set(part.nodes.tolist()) == inside
    assert pairs(part) == {
        frozenset((i, int(j))) for i in inside for j in karate.neighbours(i) if int(j) in inside
    }
    assert part.note == ""


def test_a_large_one_is_cut_and_says_so_and_a_node_may_be_alone():
    part = drawing.ego(star(70), 0, limit=20)
    assert (len(part.nodes), part.edges.shape) == (20, (2, 19))
    assert part.note.startswith("20 of 71 nodes are drawn")
    alone = drawing.ego(graph_of(3, [(0, 1)]), 2)
    assert (alone.nodes.tolist(), alone.edges.shape, alone.layout().tolist()) == ([2], (2, 0), [[0, 0]])


def test_a_subgraph_has_its_members_and_the_sampled_edges(karate):
    parts = n2n.partition(n2n.rank(karate).top(1))
    for number in range(parts.num_subgraphs):
        part = drawing.subgraph(parts, number)
        assert sorted(part.nodes.tolist()) == parts.members(number).tolist()
        assert pairs(part) == {frozenset((i, int(parts.positives.of(i)[0]))) for i in part.nodes.tolist()}
    isolated = n2n.partition(n2n.all_neighbours(graph_of(2, [])))
    assert drawing.subgraph(isolated, 1).nodes.tolist() == [1]
    cut = drawing.subgraph(n2n.partition(n2n.rank(karate).top(3)), 0, limit=9)
    joined = n2n.partition(n2n.all_neighbours(graph_of(9, cut.edges.T.tolist())))
    assert (len(set(cut.nodes.tolist())), cut.total, joined.num_subgraphs) == (9, 34, 1)


@pytest.fixture(scope="module")
def ranked(dataset):
    return n2n.rank(dataset("cora"))


@pytest.fixture(scope="module")
def parts(ranked):
    return n2n.partition(ranked.top(1))


def test_ten_intervals_with_their_ten_largest(parts):
    rows = drawing.pick(parts)
    assert [len(row) for row in rows] == [10] * 10
    assert np.diff([row[0] for row in rows]).min() >= 39  # 397 subgraphs in ten equal intervals
    assert (rows[0] == np.arange(10)).all()


@pytest.mark.parametrize("count", [0, 1, 7, 11, 25, 100])
def test_few_subgraphs_are_all_there_at_most_once(parts, count):
    rows = drawing.pick(parts, np.arange(count))
    shown = [number for row in rows for number in row.tolist()]
    assert len(set(shown)) == len(shown) <= count
    assert count > 10 or len(shown) == count
    assert all(0 < len(row) <= 10 for row in rows)


def test_every_node_lies_in_the_square_of_its_subgraph_and_a_giant_is_cut(ranked, parts):
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
    giant = n2n.partition(ranked.top(2))
    shown = drawing.arrange(giant, drawing.pick(giant))
    assert (shown.cut, (shown.subgraphs == 0).sum()) == (1, drawing.GALLERY_NODES)


def both(graph, edits, k=1):
    return [n2n.partition(n2n.rank(one).top(k)) for one in (graph, edits.apply(graph))]


@pytest.mark.parametrize("node", [0, 11, 33])
def test_both_sides_of_a_change_have_their_nodes_and_edges(karate, node):
    before, after = both(karate, Edits(cut=((0, 11), (0, 31))))
    change = subgraph_change(before, after, node)
    assert change.nodes[0] == node
    for side, parts in enumerate((before, after)):
        members = set(parts.members(int(parts.membership[node])).tolist())
        assert set(change.nodes[change.inside[side]].tolist()) == members
        assert change.sizes[side] == len(members)
        sampled = {frozenset(pair) for pair in np.stack(parts.positives.pairs()).T.tolist()}
        drawn = {frozenset(change.nodes[edge].tolist()) for edge in change.edges[side].T}
        assert drawn == {pair for pair in sampled if pair <= set(change.nodes.tolist())}
    assert change.total == len(change.nodes) == len(change.places)


def test_a_large_change_is_cut_around_the_node(cora):
    change = subgraph_change(*both(cora, Edits(noise=10), k=2), 7, limit=20)
    assert (len(change.nodes), change.nodes[0]) == (20, 7)
    assert change.total > 1000
    assert max(edges.max(initial=0) for edges in change.edges) < 20


def test_nodes_with_other_positives_are_counted_one_by_one(ranked):
    before, after = ranked.top(3), n2n.random_positives(ranked.graph, 3, 0)
    expected = sum(list(before.of(node)) != list(after.of(node)) for node in range(before.num_nodes))
    assert num_changed(before, after) == expected > 0
    assert num_changed(ranked.top(2), ranked.top(5).first(2)) == 0


def lengths(p: np.ndarray, edges: np.ndarray) -> np.ndarray:
    return np.linalg.norm(p[edges[0]] - p[edges[1]], axis=1)


def test_distances_in_a_layout_are_those_in_the_graph():
    path = np.array([[0, 1, 2, 3], [1, 2, 3, 4]])
    line = spread(5, path, rounds=300)
    assert np.allclose(lengths(line, path), 0.5, atol=0.02)
    assert np.allclose(np.abs(line[:, 1]), 0, atol=0.05)
    child = np.arange(1, 40)
    tree = np.stack([(np.random.default_rng(0).random(39) * child).astype(int), child])
    p = spread(41, tree)  # the last node is alone
    assert lengths(p, tree).mean() < 0.5 * lengths(p, np.stack(np.triu_indices(40, 1))).mean()
    assert np.array_equal(p, spread(41, tree))
    assert np.isclose(np.abs(p).max(), 1)
    assert spread(0, np.zeros((2, 0), int)).shape == (0, 2)

import numpy as np

import n2n
from n2n.taps import excerpt
from tests.graphs import graph_of, star


def pairs(part) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in part.nodes[part.edges].T.tolist()}


def test_an_ego_network_has_all_edges_among_its_nodes(karate):
    part = excerpt.ego(karate, 0)
    inside = {0, *karate.neighbours(0).tolist()}
    assert set(part.nodes.tolist()) == inside
    assert part.nodes[0] == 0
    expected = {frozenset((i, int(j))) for i in inside for j in karate.neighbours(i) if int(j) in inside}
    assert pairs(part) == expected
    assert part.note == ""


def test_depth_two_reaches_the_neighbours_of_neighbours(karate):
    near = karate.neighbours(16)
    expected = {16, *near.tolist(), *(int(j) for i in near for j in karate.neighbours(i))}
    assert set(excerpt.ego(karate, 16, depth=2).nodes.tolist()) == expected


def test_a_large_one_is_cut_and_says_so():
    part = excerpt.ego(star(70), 0, limit=20)
    assert len(part.nodes) == 20
    assert part.edges.shape == (2, 19)
    assert part.note.startswith("20 of 71 nodes are drawn")


def test_a_node_alone():
    part = excerpt.ego(graph_of(3, [(0, 1)]), 2)
    assert part.nodes.tolist() == [2]
    assert part.edges.shape == (2, 0)


def test_a_subgraph_has_its_members_and_the_sampled_edges(karate):
    parts = n2n.partition(n2n.rank(karate).top(1))
    for number in range(parts.num_subgraphs):
        part = excerpt.subgraph(parts, number)
        assert sorted(part.nodes.tolist()) == parts.members(number).tolist()
        assert part.edges.shape[1] == parts.edges[number]
        chosen = {frozenset((i, int(parts.positives.of(i)[0]))) for i in part.nodes.tolist()}
        assert pairs(part) == chosen


def test_a_subgraph_of_isolated_nodes():
    parts = n2n.partition(n2n.all_neighbours(graph_of(2, [])))
    assert excerpt.subgraph(parts, 1).nodes.tolist() == [1]


def test_a_cut_subgraph_hangs_together(karate):
    parts = n2n.partition(n2n.rank(karate).top(3))
    part = excerpt.subgraph(parts, 0, limit=9)
    joined = n2n.partition(n2n.all_neighbours(graph_of(9, part.edges.T.tolist())))
    assert (len(part.nodes), part.total, joined.num_subgraphs) == (9, 34, 1)
    assert np.unique(part.nodes).size == 9

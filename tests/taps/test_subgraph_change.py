import numpy as np
import pytest

import n2n
from n2n.taps.edits import Edits
from n2n.taps.subgraph_change import num_changed, subgraph_change


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

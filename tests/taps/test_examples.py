"""Instructive nodes are instructive."""

import n2n
from n2n.taps.examples import instructive_nodes
from n2n.taps.tables import ranked_neighbours
from tests.graphs import graph_of


def test_instructive_nodes_have_a_clear_winner_among_few(dataset):
    for ranking in (n2n.rank(dataset("karate")), n2n.rank(dataset("cora"))):
        graph = ranking.graph
        for node in instructive_nodes(ranking):
            _, value, common = ranked_neighbours(ranking, node)
            assert 4 <= graph.degree[node] <= 12
            assert value[0] > value[1]
            assert common[0] > 0


def test_instructive_nodes_of_a_graph_without_edges():
    assert instructive_nodes(n2n.rank(graph_of(3, [])), 2).tolist() == [0, 1]

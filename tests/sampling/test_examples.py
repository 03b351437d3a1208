import n2n
from n2n.sampling.examples import instructive_nodes
from tests.graphs import graph_of


def test_instructive_nodes_have_a_clear_winner_among_few(dataset):
    for key in ("karate", "cora"):
        ranking = n2n.rank(dataset(key))
        graph = ranking.graph
        for node in instructive_nodes(ranking):
            best, second = ranking.order(node)[:2].tolist()
            first = graph.indptr[node]
            place = graph.neighbours(node).tolist()
            value = [ranking.dependency[first + place.index(other)] for other in (best, second)]
            assert 4 <= graph.degree[node] <= 12
            assert value[0] > value[1]
            assert ranking.common[first + place.index(best)] > 0


def test_instructive_nodes_of_a_graph_without_edges():
    assert instructive_nodes(n2n.rank(graph_of(3, [])), 2).tolist() == [0, 1]

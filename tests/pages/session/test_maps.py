"""Maps of graphs: what is computed for the colours and the edges of a map."""

import numpy as np

import n2n
from pages.session import data, maps


def test_a_node_without_neighbours_depends_on_none(monkeypatch):
    graph = n2n.Graph.from_edges([[0, 1, 1], [1, 2, 3]], x=None, num_nodes=6)  # 4 and 5 are alone
    monkeypatch.setattr(data, "graph", lambda key: graph)
    monkeypatch.setattr(data, "ranking", lambda key: n2n.rank(graph))
    found, ranked = maps.best_dependency.__wrapped__("mine"), n2n.rank(graph)
    wanted = [ranked.dependency[graph.indptr[i] : graph.indptr[i + 1]].max(initial=0) for i in range(6)]
    np.testing.assert_array_equal(found, wanted)
    assert found[1] > 0
    assert found[4] == found[5] == 0

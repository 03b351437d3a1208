"""The work of baselines grows with what they do."""

import n2n
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.baselines.work import baseline_work
from tests.baselines import GRAPH


def test_work_is_that_of_gcn_times_the_relative_cost():
    gcn, gat = (baseline_work(GRAPH, BaselineSettings(method)) for method in ("GCN", "GAT"))
    cost = BaselineSettings("GAT").baseline.relative_cost
    assert (gat.sparse, gat.dense, gat.bytes) == (cost * gcn.sparse, cost * gcn.dense, gcn.bytes)


def test_walks_are_counted_by_their_steps():
    s = BaselineSettings("DeepWalk")
    assert baseline_work(GRAPH, s.replace(walk_length=80)).sparse == 2 * baseline_work(GRAPH, s).sparse
    assert baseline_work(GRAPH, s.replace(negatives=11)).sparse == 2 * baseline_work(GRAPH, s).sparse


def test_graph_mlp_is_counted_with_the_nodes_that_it_compares():
    few, many = (baseline_work(GRAPH, BaselineSettings("Graph-MLP", samples=m)) for m in (10, 50))
    assert many.dense - few.dense == 3 * 512 * (50**2 - 10**2)
    assert (few.exponentials, many.bytes > few.bytes) == (200, True)


def test_dense_features_are_counted_as_dense():
    karate = n2n.load("karate")
    dense = karate.replace(x=karate.x.toarray() + 1 if hasattr(karate.x, "toarray") else karate.x + 1)
    one, other = (baseline_work(graph, BaselineSettings("GCN")) for graph in (karate, dense))
    assert other.dense > one.dense
    assert other.sparse < one.sparse


def test_pairs_are_counted_for_every_kind_of_contrast():
    n = GRAPH.num_nodes
    for method, more in (("GRACE", 4 * (50**2 - 10**2)), ("GraphACL", n * (50 - 10))):
        few, many = (baseline_work(GRAPH, BaselineSettings(method, samples=m)) for m in (10, 50))
        assert many.dense - few.dense == 3 * 512 * more
        assert many.exponentials - few.exponentials == 2 * more


def test_convolutions_and_stages_are_counted():
    s = BaselineSettings("CCA-SSG", epochs=10)
    assert baseline_work(GRAPH, s.replace(depth=3)).dense > baseline_work(GRAPH, s).dense
    assert n2n.estimate(GRAPH, BaselineSettings("GLNN", epochs=10)).seconds > 0
    assert BaselineSettings("GLNN", epochs=10).total_epochs == 20

"""GCN and SGC compute what torch-geometric computes."""

from tests.baselines import GRAPH, close, features_and_edges, set_weights, small_model


def test_gcn_is_torch_geometrics():
    from torch_geometric.nn import GCNConv

    model, (x, edges) = small_model("GCN"), features_and_edges()
    conv = GCNConv(x.shape[1], 16)
    set_weights(conv, **{"lin.weight": model.weights[0].T})
    close(model.encode(), conv(x, edges).relu())


def test_sgc_is_torch_geometrics_beforehand_and_in_every_epoch(monkeypatch):
    from torch_geometric.nn import SGConv

    model, (x, edges) = small_model("SGC"), features_and_edges()
    conv = SGConv(x.shape[1], GRAPH.num_classes, K=2)
    set_weights(conv, **{"lin.weight": model.linear.T, "lin.bias": model.offset})
    close(model.encode(), conv(x, edges))
    monkeypatch.setattr("n2n.methods.baselines.gcn.MAX_SMOOTHED", 0)
    late = small_model("SGC")
    assert not late.smooth
    close(late.encode(), model.encode())
    close(late.losses().total, model.losses().total)

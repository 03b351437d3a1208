"""GraphSAGE computes what torch-geometric computes."""

from tests.baselines import close, features_and_edges, set_weights, small_model


def test_graphsage_is_torch_geometrics():
    from torch_geometric.nn import SAGEConv

    model, (x, edges) = small_model("GraphSAGE-Mean"), features_and_edges()
    conv = SAGEConv(x.shape[1], 16)
    set_weights(
        conv,
        **{"lin_l.weight": model.near[0].T, "lin_l.bias": model.biases[0], "lin_r.weight": model.own[0].T},
    )
    close(model.encode(), conv(x, edges).relu())

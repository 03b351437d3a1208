"""Attention: GAT is torch-geometric's, CS-GCN drops the least useful edges."""

import torch

from tests.baselines import GRAPH, close, features_and_edges, set_weights, small_model


def test_gat_is_torch_geometrics_with_its_gradients():
    from torch_geometric.nn import GATConv

    model, (x, edges) = small_model("GAT", heads=4), features_and_edges()
    conv = GATConv(x.shape[1], 4, heads=4)
    set_weights(
        conv,
        **{"lin.weight": model.weights[0].T, "att_src": model.other[0][None], "att_dst": model.own[0][None]},
    )
    aim = torch.randn(GRAPH.num_nodes, 16, generator=torch.Generator().manual_seed(0))
    found, expected = model.encode(), torch.nn.functional.elu(conv(x, edges))
    close(found, expected)
    (found * aim).sum().backward()
    (expected * aim).sum().backward()
    close(model.weights[0].grad, conv.lin.weight.grad.T)
    close(model.own[0].grad, conv.att_dst.grad[0])
    close(model.other[0].grad, conv.att_src.grad[0])


def test_cs_gcn_drops_the_share_of_edges_that_lambda_says():
    model = small_model("CS-GCN")
    logits = torch.randn(len(GRAPH.indices), 1, generator=torch.Generator().manual_seed(0))
    shares = model._shares(logits)
    assert 0 < model.smoothness < 0.5
    assert int((shares == 0).sum()) == int(model.smoothness * len(GRAPH.indices))
    total = torch.zeros(GRAPH.num_nodes).index_add_(0, model.sources, shares[:, 0])
    assert bool(((total - 1).abs().lt(1e-5) | (total == 0)).all())

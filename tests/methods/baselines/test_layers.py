"""Layers compute what torch-geometric, torch and dense matrices do, and so do their gradients."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch_geometric.nn import GATConv, GCNConv, SAGEConv, SGConv
from torch_geometric.nn.aggr import MultiAggregation

from n2n.compute.sparse import SparseRows
from n2n.graph import Graph
from n2n.graph.adjacency import normalised
from n2n.methods.baselines import sgc
from n2n.methods.baselines.layers import (
    BatchNorm,
    Convolutions,
    edge_products,
    edge_softmax,
    weighted_sum,
)
from n2n.methods.baselines.page_rank import page_rank
from n2n.methods.baselines.views import Augmentation
from n2n.methods.layers import Linear
from tests.baselines import GRAPH, close, features_and_edges, same_gradients, set_weights, small_model
from tests.graphs import planted


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


def test_sums_products_and_softmax_over_edges_match_dense_ones():
    rows, random = SparseRows.from_scipy(GRAPH.adjacency()), seeded()
    a, b = (torch.randn(GRAPH.num_nodes, 6, generator=random, requires_grad=True) for _ in range(2))
    w = torch.randn(len(rows.indices), 2, generator=random, requires_grad=True)
    source, target = rows.row_of_entry, rows.indices

    def slow(weights, h):
        parts = h.view(-1, 2, 3)[target] * weights[:, :, None]
        return torch.zeros(GRAPH.num_nodes, 6).index_add(0, source, parts.reshape(-1, 6))

    same_gradients(weighted_sum(rows, w, a), slow(w, a), (w, a))
    same_gradients(edge_products(rows, a, b), (a[source] * b[target]).sum(1), (a, b))
    total = torch.zeros(GRAPH.num_nodes, 2).index_add(0, source, edge_softmax(rows, w))
    assert bool((total.sub(1).abs().lt(1e-5) | (total == 0)).all())


def test_gcn_sgc_and_graphsage(monkeypatch):
    x, edges = features_and_edges()
    model, conv = small_model("GCN"), GCNConv(GRAPH.num_features, 16)
    set_weights(conv, **{"lin.weight": model.layers[0].weight.T})
    close(model.encode(), conv(x, edges).relu())
    model, conv = small_model("GraphSAGE-Mean"), SAGEConv(GRAPH.num_features, 16)
    own, near = model.own[0], model.near[0]
    set_weights(conv, **{"lin_l.weight": near.weight.T, "lin_l.bias": own.bias, "lin_r.weight": own.weight.T})
    close(model.encode(), conv(x, edges).relu())
    model, conv = small_model("SGC"), SGConv(GRAPH.num_features, GRAPH.num_classes, K=2)
    set_weights(conv, **{"lin.weight": model.map.weight.T, "lin.bias": model.map.bias})
    close(model.encode(), conv(x, edges))
    monkeypatch.setattr(sgc, "MAX_SMOOTHED", 0)
    late = small_model("SGC")
    assert not late.smooth
    close(late.encode(), model.encode())
    close(late.losses().total, model.losses().total)


def test_gat_with_its_gradients():
    model, (x, edges) = small_model("GAT", heads=4), features_and_edges()
    conv, weight = GATConv(x.shape[1], 4, heads=4), model.maps[0].weight
    set_weights(
        conv, **{"lin.weight": weight.T, "att_src": model.other[0][None], "att_dst": model.own[0][None]}
    )
    aim = torch.randn(GRAPH.num_nodes, 16, generator=seeded())
    found, expected = model.encode(), F.elu(conv(x, edges))
    close(found, expected)
    (found * aim).sum().backward()
    (expected * aim).sum().backward()
    close(weight.grad, conv.lin.weight.grad.T)
    close(model.own[0].grad, conv.att_dst.grad[0])
    close(model.other[0].grad, conv.att_src.grad[0])


def test_cs_gcn_drops_the_share_of_edges_that_lambda_says():
    model = small_model("CS-GCN")
    shares = model.shares(torch.randn(len(GRAPH.indices), 1, generator=seeded()))
    assert 0 < model.smoothness < 0.5
    assert int((shares == 0).sum()) == int(model.smoothness * len(GRAPH.indices))
    total = torch.zeros(GRAPH.num_nodes).index_add_(0, model.near.row_of_entry, shares[:, 0])
    assert bool(((total - 1).abs().lt(1e-5) | (total == 0)).all())


def test_pna_aggregates_and_normalises():
    model, (_, edges) = small_model("PNA", norm="batch").train(), features_and_edges()
    m = torch.randn(GRAPH.num_nodes, 6, generator=seeded())
    joined = MultiAggregation(["mean", "max", "min", "std"])(m[edges[0]], edges[1], dim_size=GRAPH.num_nodes)
    some = torch.from_numpy(GRAPH.degree > 0)
    torch.testing.assert_close(model.aggregate(m)[some], joined[some], rtol=1e-3, atol=4e-3)
    hidden = model.layer(0, model.x)
    torch.testing.assert_close(hidden.mean(0), torch.zeros(16), rtol=0, atol=1e-5)
    torch.testing.assert_close(hidden.var(0, unbiased=False), torch.ones(16), rtol=0, atol=1e-2)
    assert len(model.norms) == 1  # none for the logits


def test_the_spline_runs_from_one_matrix_to_the_other():
    model, x = small_model("SplineCNN"), torch.from_numpy(GRAPH.x.toarray())
    node = int(GRAPH.degree.argmax())
    near = x[torch.from_numpy(GRAPH.neighbours(node)).long()].mean(0)
    expected = near @ model.control[1].weight + x[node] @ model.own[0].weight  # the largest degree: u = 1
    close(model.encode()[node], F.elu(expected))


@pytest.mark.parametrize("residual", [False, True])
@pytest.mark.parametrize("norm", ["none", "layer", "batch"])
def test_gcn_tuned_and_its_extras(norm, residual):
    model, (x, edges) = small_model("GCN-tuned", depth=3, norm=norm, residual=residual), features_and_edges()
    h = x
    for place, layer in enumerate(model.layers):
        conv = GCNConv(h.shape[1], 16)
        set_weights(conv, **{"lin.weight": layer.weight.T})
        out = conv(h, edges)
        if residual:
            out = out + h @ model.shortcuts[place].weight
        if norm == "layer":
            out = F.layer_norm(out, (16,))
        if norm == "batch":  # the running statistics of an untrained model
            out = out / (1 + 1e-5) ** 0.5
        h = torch.relu(out)
    close(model.encode(), h)
    close(model.logits(h), h @ model.head.weight)


def test_convolutions_of_contrastive_methods():
    x, edges = features_and_edges()
    encoder = Convolutions([x.shape[1], 6, 5], seeded())
    first, second = GCNConv(x.shape[1], 6), GCNConv(6, 5)
    for conv, layer in zip((first, second), encoder.layers, strict=True):
        set_weights(conv, **{"lin.weight": layer.weight.T})
    close(
        encoder(x, Augmentation(SparseRows.from_scipy(normalised(GRAPH)), GRAPH.num_features).whole),
        second(torch.relu(first(x, edges)), edges),
    )
    model, conv = small_model("DGI"), GCNConv(x.shape[1], 16)
    set_weights(conv, **{"lin.weight": model.map.weight.T})
    close(model.encode(), F.prelu(conv(x, edges), model.slope))
    model, dense = small_model("InfoGraph"), torch.from_numpy(GRAPH.x.toarray())
    summed = torch.from_numpy(GRAPH.adjacency().toarray()) @ dense + dense
    hidden = torch.relu(summed @ model.first.weight * model.scale)
    close(model.encode(), torch.relu(hidden @ model.second.weight))
    model = small_model("MVGRL", diffusion=0.3)
    views = [normalised(GRAPH).toarray(), page_rank(GRAPH, 0.3).toarray()]
    parts = [
        F.prelu(torch.from_numpy(view) @ (dense @ layer.weight), model.slope)
        for view, layer in zip(views, model.maps, strict=True)
    ]
    close(model.encode(), parts[0] + parts[1])


def test_batch_normalisation_is_torchs_and_its_statistics_are_weights():
    ours, theirs, h = BatchNorm(4), nn.BatchNorm1d(4), torch.randn(9, 4) * 3 + 1
    close(ours(h), theirs(h))
    close(ours.mean, theirs.running_mean)
    close(ours.variance, theirs.running_var)
    close(ours.eval()(h), theirs.eval()(h))
    assert len(list(ours.parameters())) == 4


def test_a_view_is_the_graph_of_the_edges_and_features_that_are_left():
    views, random = Augmentation(SparseRows.from_scipy(normalised(GRAPH)), GRAPH.num_features), seeded(1)
    adjacency = views.draw(0.5, 0.0, random).adjacency
    view = adjacency @ torch.eye(GRAPH.num_nodes)
    left = np.stack(np.nonzero(np.triu(view.numpy(), 1)))
    assert 0.3 < left.shape[1] / GRAPH.num_edges < 0.7
    close(view, torch.from_numpy(normalised(Graph.from_edges(left, x=GRAPH.x)).toarray()))
    view, layer = views.draw(0.0, 0.4, random), Linear(GRAPH.num_features, 3, seeded())
    x = torch.from_numpy(GRAPH.x.toarray())
    assert 0 < view.kept.sum() < GRAPH.num_features
    close(layer(SparseRows.from_scipy(GRAPH.x), kept=view.kept), (x * view.kept.T) @ layer.weight)
    assert view.adjacency is views.whole.adjacency
    one, two = (views.draw(0.3, 0.3, random) for _ in range(2))
    assert not torch.equal(one.adjacency.values, two.adjacency.values)
    assert not torch.equal(one.kept, two.kept)


def test_page_rank_is_that_of_the_dense_inverse():
    graph = planted(80)
    transition = graph.adjacency(np.float64).toarray()
    transition /= np.maximum(transition.sum(1, keepdims=True), 1)
    exact = 0.2 * np.linalg.inv(np.eye(80) - 0.8 * transition)
    joined = graph.degree > 0
    found = page_rank(graph, 0.2, kept=80, error=1e-7).toarray()
    assert np.abs(found[joined] - exact[joined]).max() < 1e-3
    few = page_rank(graph, 0.2, kept=4)
    assert (np.diff(few.indptr) <= 4).all()
    assert set(few[[0]].indices) == set(np.argsort(-exact[0])[:4])

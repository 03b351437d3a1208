"""The layers compute what torch-geometric's layers compute, and their gradients are right."""

import numpy as np
import pytest
import torch

from n2n.methods.registry import build
from n2n.methods.rivals.layers import (
    edge_products,
    edge_softmax,
    normalised,
    rows_of,
    sources_of,
    times,
    weighted_sum,
)
from n2n.methods.rivals.settings import RivalSettings
from tests.graphs import planted

GRAPH = planted(60)


def made(method: str, **changes):
    model = build(GRAPH, RivalSettings(method, width=16, dropout=0.0, split="random").replace(**changes))
    return model.eval()


def data():
    pyg = GRAPH.to_pyg()
    return pyg.x, pyg.edge_index


def close(found: torch.Tensor, expected: torch.Tensor) -> None:
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)


def set_(module, **tensors) -> None:
    with torch.no_grad():
        for name, tensor in tensors.items():
            module.get_parameter(name).copy_(tensor)


def test_gcn_is_torch_geometrics():
    from torch_geometric.nn import GCNConv

    model, (x, edges) = made("GCN"), data()
    conv = GCNConv(x.shape[1], 16)
    set_(conv, **{"lin.weight": model.weights[0].T})
    close(model.encode(), conv(x, edges).relu())


def test_sgc_is_torch_geometrics_beforehand_and_in_every_epoch(monkeypatch):
    from torch_geometric.nn import SGConv

    model, (x, edges) = made("SGC"), data()
    conv = SGConv(x.shape[1], GRAPH.num_classes, K=2)
    set_(conv, **{"lin.weight": model.linear.T, "lin.bias": model.offset})
    close(model.encode(), conv(x, edges))
    monkeypatch.setattr("n2n.methods.rivals.gcn.MAX_SMOOTHED", 0)
    late = made("SGC")
    assert not late.smooth
    close(late.encode(), model.encode())
    close(late.losses().total, model.losses().total)


def test_graphsage_is_torch_geometrics():
    from torch_geometric.nn import SAGEConv

    model, (x, edges) = made("GraphSAGE-Mean"), data()
    conv = SAGEConv(x.shape[1], 16)
    set_(
        conv,
        **{"lin_l.weight": model.near[0].T, "lin_l.bias": model.biases[0], "lin_r.weight": model.own[0].T},
    )
    close(model.encode(), conv(x, edges).relu())


def test_gat_is_torch_geometrics_with_its_gradients():
    from torch_geometric.nn import GATConv

    model, (x, edges) = made("GAT", heads=4), data()
    conv = GATConv(x.shape[1], 4, heads=4)
    set_(
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


def test_pna_aggregates_as_torch_geometric_does():
    from torch_geometric.nn.aggr import MultiAggregation

    model, (_, edges) = made("PNA"), data()
    m = torch.randn(GRAPH.num_nodes, 6, generator=torch.Generator().manual_seed(0))
    joined = MultiAggregation(["mean", "max", "min", "std"])(m[edges[0]], edges[1], dim_size=GRAPH.num_nodes)
    some = torch.from_numpy(GRAPH.degree > 0)
    torch.testing.assert_close(model.aggregate(m)[some], joined[some], rtol=1e-3, atol=4e-3)


def test_the_spline_runs_from_one_matrix_to_the_other():
    model, x = made("SplineCNN"), torch.from_numpy(GRAPH.x.toarray())
    node = int(GRAPH.degree.argmax())
    near = x[torch.from_numpy(GRAPH.neighbours(node)).long()].mean(0)
    expected = near @ model.control[1] + x[node] @ model.own[0]  # the largest degree: u = 1
    close(model.encode()[node], torch.nn.functional.elu(expected))


def test_cs_gcn_drops_the_share_of_edges_that_lambda_says():
    model = made("CS-GCN")
    logits = torch.randn(len(GRAPH.indices), 1, generator=torch.Generator().manual_seed(0))
    shares = model._shares(logits)
    assert 0 < model.smoothness < 0.5
    assert int((shares == 0).sum()) == int(model.smoothness * len(GRAPH.indices))
    total = torch.zeros(GRAPH.num_nodes).index_add_(0, model.sources, shares[:, 0])
    assert bool(((total - 1).abs().lt(1e-5) | (total == 0)).all())


def test_fastgcn_estimates_the_convolution_without_bias():
    model = made("FastGCN", samples=40, dropout=0.0)
    batch = model.nodes.train
    exact = model.classify(model.encode())[batch]
    seen = []
    from n2n.methods.rivals import fastgcn

    with pytest.MonkeyPatch.context() as patch, torch.no_grad():
        patch.setattr(fastgcn, "entropy_of", lambda logits, labels: seen.append(logits))
        for _ in range(400):
            model._batch(batch)
    mean = torch.stack(seen).mean(0)
    assert bool((mean - exact).abs().max() < 0.2 * exact.abs().max())


@pytest.mark.parametrize("kind", ["symmetric", "mean"])
def test_normalised_adjacency_with_and_without_loops(kind):
    dense = GRAPH.adjacency(np.float64).toarray()
    for loops in (True, False):
        a = dense + np.eye(len(dense)) if loops else dense
        d = a.sum(1)
        expected = a / np.sqrt(np.outer(d, d)) if kind == "symmetric" else a / d[:, None]
        assert normalised(GRAPH, kind, loops).toarray() == pytest.approx(expected, abs=1e-6)


def test_sums_products_and_softmax_over_edges_match_dense_ones():
    rows = rows_of(GRAPH.adjacency())
    random = torch.Generator().manual_seed(0)
    a, b = (torch.randn(GRAPH.num_nodes, 6, generator=random, requires_grad=True) for _ in range(2))
    w = torch.randn(len(rows.indices), 2, generator=random, requires_grad=True)
    source, target = sources_of(rows), rows.indices

    def slow(weights, h):
        parts = h.view(-1, 2, 3)[target] * weights[:, :, None]
        return torch.zeros(GRAPH.num_nodes, 6).index_add(0, source, parts.reshape(-1, 6))

    for fast, plain, inputs in (
        (lambda w, h: weighted_sum(rows, w, h), slow, (w, a)),
        (lambda a, b: edge_products(rows, a, b), lambda a, b: (a[source] * b[target]).sum(1), (a, b)),
    ):
        found, expected = fast(*inputs), plain(*inputs)
        close(found, expected)
        aim = torch.randn(found.shape, generator=random)
        for one, two in zip(
            torch.autograd.grad(found, inputs, aim), torch.autograd.grad(expected, inputs, aim), strict=True
        ):
            close(one, two)
    total = torch.zeros(GRAPH.num_nodes, 2).index_add(0, source, edge_softmax(rows, w))
    assert bool((total.sub(1).abs().lt(1e-5) | (total == 0)).all())


def test_a_product_passes_its_gradient_on():
    rows = rows_of(GRAPH.x)
    dense = torch.randn(GRAPH.num_features, 4, requires_grad=True)
    times(rows, dense).square().sum().backward()
    x = torch.from_numpy(GRAPH.x.toarray())
    close(dense.grad, 2 * x.T @ (x @ dense.detach()))

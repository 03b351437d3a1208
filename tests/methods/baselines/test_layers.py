"""Sums and products over edges are those of dense matrices, and so are their gradients."""

import torch

from n2n.methods.baselines.layers import (
    edge_products,
    edge_softmax,
    sources_of,
    sparse_rows,
    times,
    weighted_sum,
)
from tests.baselines import GRAPH, close


def test_sums_products_and_softmax_over_edges_match_dense_ones():
    rows = sparse_rows(GRAPH.adjacency())
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
    rows = sparse_rows(GRAPH.x)
    dense = torch.randn(GRAPH.num_features, 4, requires_grad=True)
    times(rows, dense).square().sum().backward()
    x = torch.from_numpy(GRAPH.x.toarray())
    close(dense.grad, 2 * x.T @ (x @ dense.detach()))

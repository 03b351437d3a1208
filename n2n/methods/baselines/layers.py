"""Layers of graph networks: GCN encoders, batch normalisation, and sums with attention.

torch-geometric's layers compute the same numbers (the tests compare). They take dense features, or an array
with a row for every edge, and a step with two of them and width 512 takes longer on the CPU: on Cora and
PubMed 6.6 and 6.7 times as long for GCN, 5.2 and 2.4 for GAT, 8.2 and 3.7 for GraphSAGE, 43 and 6.4 for PNA
(in one run on two cores; SplineConv needs a compiled extension). So only their softmax over edges is used.
"""

import copy
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.autograd.function import once_differentiable

from n2n.compute import kernels
from n2n.compute.jit import njit
from n2n.compute.sparse import SparseRows
from n2n.methods.baselines.views import View
from n2n.methods.layers import Linear

# How much of a batch enters the running statistics; torch's own value.
MOMENTUM = 0.1


class BatchNorm(nn.Module):
    """Batch normalisation whose running statistics are among the weights.

    So going back to the best epoch also goes back to its statistics, and a checkpoint has them.
    """

    def __init__(self, width: int):
        super().__init__()
        self.scale, self.offset = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))
        self.mean = nn.Parameter(torch.zeros(width), requires_grad=False)
        self.variance = nn.Parameter(torch.ones(width), requires_grad=False)

    def forward(self, h: torch.Tensor) -> torch.Tensor:
        """Columns of mean 0 and variance 1, then scaled; one row takes the running variance."""
        learns = self.training and len(h) > 1
        return F.batch_norm(h, self.mean, self.variance, self.scale, self.offset, learns, MOMENTUM)


NORMS = {"none": lambda width: nn.Identity(), "layer": nn.LayerNorm, "batch": BatchNorm}
"""The values of the setting `norm`."""


class Convolutions(nn.Module):
    """A GCN as an encoder: h⁽ˡ⁾ = act(norm(Â h⁽ˡ⁻¹⁾ Wₗ + bₗ)).

    Args:
        sizes: the number of features, then the width of every layer.
        activation: creates the activation of a layer, which may have weights.
        norm: creates the normalisation of a layer of some width.
        last: whether normalisation and activation follow the last layer too.
    """

    def __init__(
        self,
        sizes: list[int],
        generator: torch.Generator,
        activation: Callable[[], nn.Module] = nn.ReLU,
        norm: Callable[[int], nn.Module] = NORMS["none"],
        last: bool = False,
    ):
        super().__init__()
        self.layers = nn.ModuleList(Linear(*pair, generator) for pair in pairwise(sizes))
        ends = sizes[1:] if last else sizes[1:-1]
        self.ends = nn.ModuleList(nn.Sequential(norm(width), activation()) for width in ends)

    def forward(self, x: SparseRows | torch.Tensor, view: View) -> torch.Tensor:
        """The representations of all nodes in a view."""
        for place, layer in enumerate(self.layers):
            x = layer(x, view.adjacency, view.kept if place == 0 else None)
            x = self.ends[place](x) if place < len(self.ends) else x
        assert isinstance(x, torch.Tensor)
        return x


def frozen_copy(module: nn.Module) -> nn.Module:
    """A copy whose weights no gradient reaches."""
    return copy.deepcopy(module).requires_grad_(False)


@torch.no_grad()
def follow(target: nn.Module, online: nn.Module, momentum: float) -> None:
    """The moving average of weights: target ← momentum · target + (1 − momentum) · online.

    Running statistics, which no gradient moves, stay the target's own.
    """
    for mean, now in zip(target.parameters(), online.parameters(), strict=True):
        if now.requires_grad:
            mean.lerp_(now, 1 - momentum)


def attention_logits(rows: SparseRows, h: torch.Tensor, own: torch.Tensor, other: torch.Tensor):
    """(edges, heads) LeakyReLU(a·h_i + b·h_j) of every edge (i, j), each head on its stretch of columns.

    Args:
        own, other: (heads, columns of a head) a, for the node itself, and b, for its neighbour.
    """
    parts = h.view(len(h), *own.shape)
    mine, theirs = (parts * own).sum(-1), (parts * other).sum(-1)
    return F.leaky_relu(mine[rows.row_of_entry] + theirs[rows.indices], 0.2)


def edge_softmax(rows: SparseRows, logits: torch.Tensor) -> torch.Tensor:
    """Softmax over the edges of each node: (edges, heads) to weights that add up to 1 for every node."""
    from torch_geometric.utils import softmax

    return softmax(logits, rows.row_of_entry, num_nodes=rows.shape[0])


def weighted_sum(rows: SparseRows, weights: torch.Tensor, dense: torch.Tensor) -> torch.Tensor:
    """s_i = Σ_j w_ij·h_j over the stored edges (i, j), with gradients for weights and h.

    Args:
        weights: (edges, heads), in the order of the rows; each head weighs its own stretch of columns.
        dense: (N, width) h.
    """
    if kernels.usable(dense):
        return _WeightedSum.apply(weights, dense, rows)
    parts = dense[rows.indices].view(*weights.shape, -1) * weights[:, :, None]
    return torch.zeros_like(dense).index_add(0, rows.row_of_entry, parts.flatten(1))


def edge_products(rows: SparseRows, left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    """(edges,) a_i·b_j of every stored edge (i, j), with gradients for both."""
    if kernels.usable(left, right):
        return _EdgeProducts.apply(left, right, rows)[:, 0]
    return (left[rows.row_of_entry] * right[rows.indices]).sum(1)


class _WeightedSum(torch.autograd.Function):
    @staticmethod
    def forward(ctx, weights, dense, rows):
        ctx.rows = rows
        ctx.save_for_backward(weights, dense)
        return _weighted(rows, 0, weights, dense)

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        rows, (weights, dense) = ctx.rows, ctx.saved_tensors
        return _products(rows, grad, dense, weights.shape[1]), _weighted(rows, 1, weights, grad), None


class _EdgeProducts(torch.autograd.Function):
    @staticmethod
    def forward(ctx, left, right, rows):
        ctx.rows = rows
        ctx.save_for_backward(left, right)
        return _products(rows, left, right, 1)

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        (left, right), rows = ctx.saved_tensors, ctx.rows
        of_left = _weighted(rows, 0, grad, right) if ctx.needs_input_grad[0] else None
        return of_left, _weighted(rows, 1, grad, left) if ctx.needs_input_grad[1] else None, None


def _weighted(rows: SparseRows, side: int, weights: torch.Tensor, dense: torch.Tensor) -> torch.Tensor:
    """The sum over the edges of each node; for side 1, over those that lead to it."""
    weights = weights[rows.order] if side else weights
    out = torch.empty(rows.shape[side], dense.shape[1])
    indptr, indices, bounds = rows.loops()[side]
    kernels.run_rows(_weighted_rows, bounds, indptr, indices, weights.contiguous(), dense.contiguous(), out)
    return out


def _products(rows: SparseRows, left: torch.Tensor, right: torch.Tensor, heads: int) -> torch.Tensor:
    out = torch.empty(len(rows.indices), heads)
    indptr, indices, bounds = rows.loops()[0]
    kernels.run_rows(_edge_rows, bounds, indptr, indices, left.contiguous(), right.contiguous(), out)
    return out


@njit(fastmath=kernels.FAST)
def _weighted_rows(indptr, indices, weights, dense, out, start, stop):
    """out_i = Σ_e w_e,h · dense[j_e], each head h on its own stretch of columns."""
    heads = weights.shape[1]
    size = dense.shape[1] // heads
    for i in range(start, stop):
        out[i, :] = 0
        for e in range(indptr[i], indptr[i + 1]):
            for h in range(heads):
                w = weights[e, h]
                if w == 0:
                    continue
                # A loop over a slice is up to nine times faster than one that may begin anywhere.
                mine, other = out[i, h * size : (h + 1) * size], dense[indices[e], h * size : (h + 1) * size]
                for t in range(size):
                    mine[t] += w * other[t]


@njit(fastmath=kernels.FAST)
def _edge_rows(indptr, indices, left, right, out, start, stop):
    """out_e,h = left_i · right_j of edge e = (i, j), head by head."""
    heads = out.shape[1]
    size = left.shape[1] // heads
    for i in range(start, stop):
        for e in range(indptr[i], indptr[i + 1]):
            for h in range(heads):
                total = np.float32(0)
                mine, other = left[i, h * size : (h + 1) * size], right[indices[e], h * size : (h + 1) * size]
                for t in range(size):
                    total += mine[t] * other[t]
                out[e, h] = total

"""Building blocks of graph networks: sparse products with gradients, adjacency matrices, attention.

Features and adjacency are compressed rows, and every product with them touches stored values only, forward
and backward, row by row on all cores. torch-geometric's layers compute the same numbers (the tests compare);
they take dense features, or an array with a row for every edge, and are several times slower on a CPU.
"""

import numpy as np
import torch

from n2n.compute import kernels
from n2n.compute.jit import njit
from n2n.compute.kernels import FAST
from n2n.compute.sparse import SparseRows

# A loop that may begin anywhere asks at each place whether it is negative, one over a slice does not and is
# up to nine times faster; for columns as few as classes, making the slice costs more.
SHORT = 32


def times(x: SparseRows | torch.Tensor, dense: torch.Tensor) -> torch.Tensor:
    """x·dense for sparse or dense x; the gradient goes to `dense`, and to x only where it is dense.

    >>> import scipy.sparse as sp
    >>> rows = SparseRows.from_scipy(sp.csr_array(np.array([[0, 2.0]], np.float32)))
    >>> times(rows, torch.ones(2, 3)).tolist()
    [[2.0, 2.0, 2.0]]
    """
    return _Product.apply(dense, x) if isinstance(x, SparseRows) else x @ dense


class _Product(torch.autograd.Function):
    """Sparse rows times a dense matrix."""

    @staticmethod
    def forward(ctx, dense, rows):
        ctx.rows = rows
        return rows.product(dense.contiguous())

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        return ctx.rows.transposed_product(grad.contiguous()), None


def sparse_rows(matrix) -> SparseRows:
    """A scipy matrix as the factor of `times`."""
    return SparseRows.from_scipy(matrix)


@njit(nogil=True, cache=True, fastmath=FAST)
def _weighted_rows(indptr, indices, weights, dense, out, start, stop):
    """out_i = Σ_e w_e,h · dense[j_e], each head h on its own stretch of columns."""
    heads = weights.shape[1]
    size = dense.shape[1] // heads
    for i in range(start, stop):
        row = out[i]
        row[:] = 0
        for e in range(indptr[i], indptr[i + 1]):
            other = dense[indices[e]]
            for h in range(heads):
                w = weights[e, h]
                if w == 0:
                    continue
                if size < SHORT:
                    for t in range(h * size, (h + 1) * size):
                        row[t] += w * other[t]
                else:
                    mine, theirs = row[h * size : (h + 1) * size], other[h * size : (h + 1) * size]
                    for t in range(size):
                        mine[t] += w * theirs[t]


@njit(nogil=True, cache=True, fastmath=FAST)
def _edge_rows(indptr, indices, left, right, out, start, stop):
    """out_e,h = left_i · right_j of edge e = (i, j), head by head."""
    heads = out.shape[1]
    size = left.shape[1] // heads
    for i in range(start, stop):
        row = left[i]
        for e in range(indptr[i], indptr[i + 1]):
            other = right[indices[e]]
            for h in range(heads):
                total = np.float32(0)
                if size < SHORT:
                    for t in range(h * size, (h + 1) * size):
                        total += row[t] * other[t]
                else:
                    mine, theirs = row[h * size : (h + 1) * size], other[h * size : (h + 1) * size]
                    for t in range(size):
                        total += mine[t] * theirs[t]
                out[e, h] = total


def _weighted(rows: SparseRows, weights, dense, side: int = 0) -> torch.Tensor:
    indptr, indices, bounds = rows.loops()[side]
    weights = weights[rows.order] if side else weights
    out = torch.empty(rows.shape[side], dense.shape[1])
    kernels.run_rows(_weighted_rows, bounds, indptr, indices, weights.contiguous(), dense.contiguous(), out)
    return out


def _edges(rows: SparseRows, left, right, heads: int) -> torch.Tensor:
    indptr, indices, bounds = rows.loops()[0]
    out = torch.empty(len(rows.indices), heads)
    kernels.run_rows(_edge_rows, bounds, indptr, indices, left.contiguous(), right.contiguous(), out)
    return out


class _WeightedSum(torch.autograd.Function):
    @staticmethod
    def forward(ctx, weights, dense, rows):
        ctx.rows = rows
        ctx.save_for_backward(weights, dense)
        return _weighted(rows, weights, dense)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        rows, (weights, dense) = ctx.rows, ctx.saved_tensors
        return _edges(rows, grad, dense, weights.shape[1]), _weighted(rows, weights, grad, side=1), None


class _EdgeProducts(torch.autograd.Function):
    @staticmethod
    def forward(ctx, left, right, rows):
        ctx.rows = rows
        ctx.save_for_backward(left, right)
        return _edges(rows, left, right, 1)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        (left, right), rows = ctx.saved_tensors, ctx.rows
        of_left, of_right, _ = ctx.needs_input_grad
        return (
            _weighted(rows, grad, right) if of_left else None,
            _weighted(rows, grad, left, side=1) if of_right else None,
            None,
        )


def weighted_sum(rows: SparseRows, weights: torch.Tensor, dense: torch.Tensor) -> torch.Tensor:
    """s_i = Σ_j w_ij·h_j over the stored edges (i, j), with gradients for weights and h.

    Args:
        weights: (edges, heads), in the order of the rows; each head weighs its own stretch of columns.
        dense: (N, width) h.
    """
    return _WeightedSum.apply(weights, dense, rows)


def edge_products(rows: SparseRows, left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    """(edges,) a_i·b_j of every stored edge (i, j), with gradients for both."""
    return _EdgeProducts.apply(left, right, rows)[:, 0]


def edge_softmax(rows: SparseRows, logits: torch.Tensor) -> torch.Tensor:
    """Softmax over the edges of each node: (edges, heads) to weights that add up to 1 for every node."""
    from torch_geometric.utils import softmax

    return softmax(logits, sources_of(rows), num_nodes=rows.shape[0])


def sources_of(rows: SparseRows) -> torch.Tensor:
    """(edges,) the row of every stored value."""
    return torch.repeat_interleave(torch.arange(rows.shape[0]), rows.indptr.diff())

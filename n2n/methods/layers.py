"""Layers whose gradients are written out: dropout, products with sparse rows, aggregation of neighbours.

On the CPU they run in compiled loops over rows, on other devices in plain torch. Features and adjacency
matrices are compressed rows, and a product touches stored values only, forward and backward: on Cora and
PubMed a training step is 3 to 4 times faster than with torch's own sparse tensors.
"""

from functools import cached_property
from itertools import pairwise
from typing import TypeVar

import numpy as np
import scipy.sparse as sp
import torch
from torch import nn
from torch.autograd.function import once_differentiable

from n2n.compute import kernels
from n2n.compute.sparse import SparseRows

AGGREGATORS = ("mean", "max", "sum")

Rows = TypeVar("Rows", torch.Tensor, SparseRows, torch.Tensor | SparseRows)


def drop(x: Rows, rate: float, generator: torch.Generator | None = None) -> Rows:
    """Dropout with an explicit generator: a value is 0 with probability `rate`, else divided by 1 − rate.

    Of sparse rows the stored values are dropped, which is the same, since zeros stay zeros.
    """
    if rate == 0:
        return x
    if isinstance(x, SparseRows):
        return x.with_values(drop(x.values, rate, generator))
    if kernels.usable(x):
        # torch draws one number after the other; one of them seeds a hash that every thread can evaluate.
        return _Drop.apply(x, rate, int(torch.randint(2**63 - 1, (), generator=generator)))
    return x * (torch.rand(x.shape, generator=generator, device=x.device) >= rate) / (1 - rate)


class _Drop(torch.autograd.Function):
    """Dropout in parallel; the gradient drops the same values, from the same seed."""

    @staticmethod
    def forward(ctx, values, rate, seed):
        ctx.rate, ctx.seed = rate, seed
        out = torch.empty_like(values)
        numbers = np.uint64(seed), np.uint64(round(rate * 2**32)), np.float32(1 / (1 - rate))
        bounds = kernels.even_bounds(values.numel())
        kernels.run_rows(kernels.drop, bounds, values.view(-1), *numbers, out.view(-1))
        return out

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        return _Drop.forward(ctx, grad.contiguous(), ctx.rate, ctx.seed), None, None


def times(
    x: SparseRows | torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None, relu: bool = False
) -> torch.Tensor:
    """x·W [+ b], with ReLU if asked for; there is a gradient for x only where it is dense.

    >>> rows = SparseRows.from_scipy(sp.csr_array(np.array([[0, 2.0]], np.float32)))
    >>> times(rows, torch.ones(2, 3)).tolist()
    [[2.0, 2.0, 2.0]]
    """
    if isinstance(x, SparseRows):
        return _SparseProduct.apply(weight, bias, x, relu)
    h = x @ weight if bias is None else torch.addmm(bias, x, weight)
    return h.relu_() if relu else h


class _SparseProduct(torch.autograd.Function):
    """Sparse rows times a dense matrix: nothing as large as the dense x is ever allocated."""

    @staticmethod
    def forward(ctx, weight, bias, rows, relu):
        out = rows.product(weight.contiguous(), bias=bias, relu=relu)
        ctx.rows, ctx.has_bias = rows, bias is not None
        ctx.save_for_backward(*([out] if relu else []))
        return out

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        grad = grad.contiguous()
        if ctx.saved_tensors:
            grad = _relu_gradient(grad, *ctx.saved_tensors)
        return ctx.rows.transposed_product(grad), grad.sum(0) if ctx.has_bias else None, None, None


def _relu_gradient(grad, h):
    if not kernels.usable(grad, h):
        return grad * (h > 0)
    out = torch.empty_like(h)
    kernels.run_rows(kernels.relu_gradient, kernels.even_bounds(*h.shape), grad, h, out)
    return out


class Encoder(nn.Module):
    """Multi-layer perceptron h = ReLU(… ReLU(x̃ W₁ + b₁) …), x̃ = x with dropout.

    Args:
        sizes: the number of features, then the width of each hidden layer.
        dropout: probability with which an input of a layer is set to zero.
        bias: whether the layers add one.

    >>> Encoder([3, 8])(torch.ones(5, 3)).shape
    torch.Size([5, 8])
    """

    def __init__(
        self,
        sizes: list[int],
        dropout: float = 0.6,
        bias: bool = False,
        generator: torch.Generator | None = None,
        device: str | torch.device = "cpu",
    ):
        super().__init__()
        self.weights = nn.ParameterList(glorot(a, b, generator, device) for a, b in pairwise(sizes))
        self.biases = nn.ParameterList(torch.zeros(b, device=device) for b in sizes[1:] if bias)
        self.dropout = dropout

    def forward(self, x: SparseRows | torch.Tensor, generator: torch.Generator | None = None) -> torch.Tensor:
        """Representations h (N×width) of all rows of x."""
        rate = self.dropout if self.training else 0.0
        for layer, weight in enumerate(self.weights):
            bias = self.biases[layer] if self.biases else None
            x = times(drop(x, rate, generator), weight, bias, relu=True)
        assert isinstance(x, torch.Tensor)
        return x


class Classifier(nn.Module):
    """Linear classifier on representations: logits = dropout(h) C + c.

    >>> Classifier(8, 3)(torch.ones(5, 8)).shape
    torch.Size([5, 3])
    """

    def __init__(
        self,
        width: int,
        num_classes: int,
        dropout: float = 0.6,
        generator: torch.Generator | None = None,
        device: str | torch.device = "cpu",
    ):
        super().__init__()
        self.weight = glorot(width, num_classes, generator, device)
        self.bias = nn.Parameter(torch.zeros(num_classes, device=device))
        self.dropout = dropout

    def forward(self, h: torch.Tensor, generator: torch.Generator | None = None) -> torch.Tensor:
        """Logits of all rows of h."""
        return drop(h, self.dropout if self.training else 0.0, generator) @ self.weight + self.bias


def glorot(
    rows: int,
    columns: int,
    generator: torch.Generator | None = None,
    device: str | torch.device = "cpu",
) -> nn.Parameter:
    """A matrix of weights, Glorot-uniform."""
    start = torch.empty(rows, columns, device=device)
    return nn.Parameter(nn.init.xavier_uniform_(start, generator=generator))


class Aggregation:
    """Neighbourhood representations: h ↦ s, where s_i aggregates the h_j of the positives j of node i.

    With one positive for every node, s_i = h_{p(i)} is a gather, whatever the aggregator.

    Args:
        matrix: scipy matrix with a stored entry (i, j) for each positive j of row i, at least one per row.
        aggregator: one of `AGGREGATORS`.

    >>> both = sp.csr_array(np.array([[1, 1]], np.float32))
    >>> Aggregation(both, "mean")(torch.tensor([[1.0], [5.0]])).tolist()
    [[3.0]]
    """

    def __init__(self, matrix, aggregator: str = "mean", device: str | torch.device = "cpu"):
        matrix = sp.csr_array(matrix)
        counts = np.diff(matrix.indptr)
        self.single: torch.Tensor | None = None
        """The only positive of each row, or None where some row has more."""
        if (counts == 1).all():
            self.single = torch.from_numpy(matrix.indices.astype(np.int64)).to(device)
        value = 1 / np.repeat(counts, counts) if aggregator == "mean" else np.ones(matrix.nnz)
        weighted = sp.csr_array((value.astype(np.float32), matrix.indices, matrix.indptr), matrix.shape)
        self.rows, self.aggregator = SparseRows.from_scipy(weighted, device), aggregator
        self._matrix = weighted

    def __call__(self, h: torch.Tensor) -> torch.Tensor:
        """s of the representations h."""
        if self.aggregator != "max" or self.single is not None:
            return _Linear.apply(h, self)
        return _Max.apply(h, self.rows) if kernels.usable(h) else _plain_max(h, self.rows)

    @cached_property
    def partners(self) -> SparseRows:
        """Where every row has a single positive: the nodes paired with i, in either role.

        The gradient of Σ_i u_i·u_{p(i)} with respect to u_i is the sum of their u.
        """
        return SparseRows.from_scipy(self._matrix + self._matrix.T, self.rows.device)


class _Linear(torch.autograd.Function):
    """s = A h, a gather where every row of A is a single 1; backward Aᵀ ∂s, row by row of Aᵀ."""

    @staticmethod
    def forward(ctx, h, aggregation):
        ctx.rows = aggregation.rows
        if aggregation.single is not None:
            return h.index_select(0, aggregation.single)
        return ctx.rows.product(h.contiguous())

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        return ctx.rows.transposed_product(grad.contiguous()), None


class _Max(torch.autograd.Function):
    """s_i = max over positives, entry by entry; the gradient goes to the first positive that attains it."""

    @staticmethod
    def forward(ctx, h, rows):
        shape = rows.shape[0], h.shape[1]
        s, winner = h.new_empty(shape), torch.empty(shape, dtype=torch.int32)
        indptr, indices, bounds = rows.loops()[0]
        kernels.run_rows(kernels.row_max, bounds, indptr, indices, h, s, winner)
        ctx.rows, ctx.height = rows, len(h)
        ctx.save_for_backward(winner)
        return s

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        out = grad.new_empty(ctx.height, grad.shape[1])
        indptr, indices, bounds = ctx.rows.loops()[1]
        kernels.run_rows(
            kernels.row_max_gradient, bounds, indptr, indices, grad.contiguous(), *ctx.saved_tensors, out
        )
        return out, None


def _plain_max(h: torch.Tensor, rows: SparseRows) -> torch.Tensor:
    """The same in torch, which divides the gradient among positives that are equal."""
    start = h.new_zeros(rows.shape[0], h.shape[1])
    places = row_numbers(rows)[:, None].expand(-1, h.shape[1])
    return start.scatter_reduce(0, places, h[rows.indices], "amax", include_self=False)


def row_numbers(rows: SparseRows) -> torch.Tensor:
    """(entries,) the row of every stored value."""
    return torch.repeat_interleave(rows.indptr.diff(), output_size=len(rows.indices))

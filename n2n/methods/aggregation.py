"""Neighbourhood representations s_i: the positives of a node, aggregated."""

from functools import cached_property

import numpy as np
import scipy.sparse as sp
import torch

from n2n.compute import kernels
from n2n.compute.buffers import Memory
from n2n.compute.sparse import SparseRows

AGGREGATORS = ("mean", "max", "sum")


class Aggregation:
    """AGGREGATION by a sparse matrix: h ↦ s, where row i of s is made of the h_j that row i names.

    >>> Aggregation(sp.csr_array(np.array([[0.5, 0.5]])), "mean")(torch.tensor([[1.0], [5.0]])).tolist()
    [[3.0]]
    """

    single: torch.Tensor | None = None
    """The only entry of each row, or None where some row has more."""

    def __init__(self, matrix, aggregator: str, device: str | torch.device = "cpu"):
        self.rows, self.aggregator = SparseRows.from_scipy(matrix, device), aggregator
        self.memory = Memory()
        self._indptr = np.asarray(matrix.indptr)

    def __call__(self, h: torch.Tensor) -> torch.Tensor:
        """s of the representations h."""
        kind = _Max if self.aggregator == "max" and self.single is None else _Linear
        return kind.apply(h, self)

    @cached_property
    def turns(self) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """For the maximum without compiled loops: (rows, their next entry) for each further entry."""
        first, count, device = self._indptr[:-1].astype(np.int64), np.diff(self._indptr), self.rows.device
        found = []
        for turn in range(1, int(count.max())):
            active = np.flatnonzero(count > turn)
            found.append(tuple(torch.from_numpy(a).to(device) for a in (active, first[active] + turn)))
        return found


class Neighbourhood(Aggregation):
    """AGGREGATION over the positives of every node, prepared once and called in every epoch: h ↦ s.

    With one positive for every node there is nothing to aggregate: s_i = h_{p(i)}, a plain gather, whatever
    the aggregator. Its gradient is summed up in the transposed order, node by node, in parallel.

    Args:
        indptr, indices: the positives of node i are indices[indptr[i]:indptr[i+1]]. A node without a
            neighbour has itself there.
        num_nodes: N.
        aggregator: "mean", "sum" or "max".
        include_self: whether a node joins its own positives, as in D⁻¹(A+I).

    >>> pairs = Neighbourhood(np.array([0, 1, 2]), np.array([1, 0]), 2)
    >>> pairs(torch.tensor([[1.0], [5.0]])).tolist()
    [[5.0], [1.0]]
    """

    def __init__(
        self,
        indptr: np.ndarray,
        indices: np.ndarray,
        num_nodes: int,
        aggregator: str = "mean",
        include_self: bool = False,
        device: str | torch.device = "cpu",
    ):
        if aggregator not in AGGREGATORS:
            raise ValueError(f"aggregator is {aggregator!r}: choose one of {', '.join(AGGREGATORS)}.")
        counts = np.diff(indptr)
        if len(counts) != num_nodes or (counts == 0).any():
            raise ValueError(
                "positives must name at least one positive for every node; "
                "a node without a neighbour takes itself."
            )
        ones = np.ones(len(indices), np.float32)
        chosen = sp.csr_array((ones, indices, indptr), shape=(num_nodes, num_nodes))
        if include_self:
            chosen = chosen.maximum(sp.eye_array(num_nodes, format="csr")).tocsr()
        self.num_nodes = num_nodes
        if (np.diff(chosen.indptr) == 1).all():
            self.single = torch.from_numpy(chosen.indices.astype(np.int64)).to(device)
        elif aggregator == "mean":
            chosen = sp.diags_array(1 / np.diff(chosen.indptr).astype(np.float32)) @ chosen
        super().__init__(sp.csr_array(chosen), aggregator, device)
        # Who is paired with i, either way: the gradient of Σ_i u_i·u_{p(i)} with respect to u_i is their sum.
        self.partners = SparseRows.from_scipy(chosen + chosen.T, device) if self.single is not None else None


class _Linear(torch.autograd.Function):
    """s = A h, a gather where every row of A is a single 1; backward: Aᵀ ∂s, summed up row by row of Aᵀ."""

    @staticmethod
    def forward(ctx, h, neighbourhood):
        ctx.neighbourhood = neighbourhood
        memory = neighbourhood.memory
        if neighbourhood.single is not None:
            return torch.index_select(h, 0, neighbourhood.single, out=memory.empty(h.shape, h))
        return neighbourhood.rows.product(h.contiguous(), memory=memory)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        nearby = ctx.neighbourhood
        return nearby.rows.transposed_product(grad.contiguous(), memory=nearby.memory), None


class _Max(torch.autograd.Function):
    """s_i = max over positives, entry by entry; the gradient goes to the first positive that attains it.

    On a GPU the gradient is summed by atomic additions in any order: there, runs with the same seed differ in
    the last bits.
    """

    @staticmethod
    def forward(ctx, h, neighbourhood):
        rows, memory = neighbourhood.rows, neighbourhood.memory
        shape = rows.shape[0], h.shape[1]
        s = memory.empty(shape, h)
        winner = torch.empty(shape, dtype=torch.int32, device=h.device)
        if kernels.usable(h):
            indptr, indices, bounds = rows.loops()[0]
            kernels.run_rows(kernels.row_max, bounds, indptr, indices, h, s, winner)
        else:
            _row_max(rows, neighbourhood.turns, h, s, winner)
        ctx.height = len(h)
        ctx.neighbourhood = neighbourhood
        ctx.save_for_backward(winner)
        return s

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        (winner,) = ctx.saved_tensors
        grad = grad.contiguous()
        rows, memory = ctx.neighbourhood.rows, ctx.neighbourhood.memory
        if kernels.usable(grad):
            out = memory.empty((ctx.height, grad.shape[1]), grad)
            indptr, indices, bounds = rows.loops()[1]
            kernels.run_rows(kernels.row_max_gradient, bounds, indptr, indices, grad, winner, out)
            return out, None
        return grad.new_zeros(ctx.height, grad.shape[1]).scatter_add_(0, winner.long(), grad), None


def _row_max(rows: SparseRows, turns, h, s, winner):
    """`kernels.row_max` in torch: the first positive of every node, then the second where there is one …"""
    first = rows.indptr[:-1]
    s.copy_(h[rows.indices[first]])
    winner.copy_(rows.indices[first][:, None].expand_as(winner))
    for active, place in turns:
        baseline = rows.indices[place]
        better = h[baseline] > s[active]
        s[active] = torch.where(better, h[baseline], s[active])
        winner[active] = torch.where(better, baseline[:, None].to(torch.int32), winner[active])

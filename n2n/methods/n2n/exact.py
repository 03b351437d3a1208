"""The exact denominators of InfoNCE, by blocks of rows.

    Z_i = Σ_k e^{x_ik},   x_ik = u_i·u_k/τ

Memory O(block·N), time O(N²·width). With the log Z of all rows, each row of the gradient can be computed on
its own, including what u_i contributes to the Z of other rows: ranks that share the rows gather the vectors
and their log Z once, and send nothing back.

In mini-batch training the B rows of a batch stand for n nodes. Every *other* row then counts (n−1)/(B−1)
times and the row itself once: without this, Z_i would be too large wherever e^{x_ii} is a large part of it,
which is the case at small τ.
"""

import math
from collections.abc import Iterator

import torch

from n2n.methods.ranks import Shared

BLOCK = 1 << 20
"""Products of a block, 4 MB: they stay in the cache between the passes over them."""
SAVED = 1 << 23
"""Up to this many products, 32 MB or 2,896 nodes, the forward pass saves them for the gradient."""


def forward(
    u: torch.Tensor, tau: float, shared: Shared, others: float = 1.0
) -> tuple[torch.Tensor, tuple[torch.Tensor, ...]]:
    """mean_i log Z_i, and what the gradient needs.

    Args:
        others: how often every other row counts, (n−1)/(B−1) in a batch.
    """
    every = shared.gather(u)
    blocks = _blocks(u, every, tau, shared.start, others)
    products = list(blocks) if len(u) * len(every) <= SAVED else []
    log_z = torch.cat([x.logsumexp(1) for x in products or blocks])
    value = log_z.sum() * (shared.size / shared.total)
    return value, (log_z, shared.gather(log_z), every, *products)


def gradient(
    u: torch.Tensor, saved, tau: float, out: torch.Tensor, shared: Shared, others: float = 1.0
) -> tuple[torch.Tensor, torch.Tensor]:
    """∂ mean_i log Z_i/∂u = (P + Pᵀ) u/(Bτ) into `out`, P the softmax of each row.

    Returns a row to add to all, and a multiple of each u_i: here both are zero.
    """
    log_z, every_log_z, every, *products = saved
    start = 0
    for x in products or _blocks(u, every, tau, shared.start, others):
        rows = slice(start, start := start + len(x))
        p = torch.exp(x - log_z[rows, None]).add_(torch.exp(x - every_log_z))
        torch.mm(p, every, out=out[rows])
    out.mul_(1 / (shared.total * tau))
    return u.new_zeros(u.shape[1]), u.new_zeros(len(u))


def _blocks(u, every, tau: float, start: int, others: float) -> Iterator[torch.Tensor]:
    """x of consecutive rows; log(others) is added to it off the diagonal."""
    height = max(BLOCK // len(every), 1)
    for first in range(0, len(u), height):
        x = (u[first : first + height] @ every.T).div_(tau)
        if others != 1:
            x.add_(math.log(others)).diagonal(start + first).sub_(math.log(others))
        yield x

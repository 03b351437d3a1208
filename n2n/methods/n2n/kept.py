"""The exact denominators of InfoNCE for a batch that is small enough to keep all its products.

The same as `exact`, in fewer passes: the softmax of each row is made once, in one pass, and serves value and
gradient. Forward and backward with 1,024 nodes of width 128 take about half as long as tile by tile.
"""

import torch

from n2n.methods.ranks import Shared

MOST = 1 << 24
"""Products, rows times columns, up to which they are kept: 64 MB."""


def forward(u: torch.Tensor, tau: float, shared: Shared) -> tuple[torch.Tensor, tuple[torch.Tensor, ...]]:
    """mean_i log Z_i, and what the gradient needs."""
    every = shared.gather(u)
    x = (u @ every.T).div_(tau)
    top, place = x.max(1, keepdim=True)
    p = torch.softmax(x, 1)
    log_z = (top - p.gather(1, place).log()).squeeze(1)
    return log_z.sum() * (shared.size / shared.total), (p, x.sub_(shared.gather(log_z)), every)


def gradient(
    u: torch.Tensor, saved, tau: float, out: torch.Tensor, shared: Shared
) -> tuple[torch.Tensor, torch.Tensor]:
    """∂ mean_i log Z_i / ∂u = (P + Pᵀ) u /(nτ) into `out`; zeros for what comes on top, as in `exact`.

    What a vector does in the rows of others is Pᵀ_ik = exp(x_ik − log Z_k): with the log Z of all rows this
    rank knows it without their P, and exponentials take half as long as transposing.
    """
    p, x, every = saved
    torch.mm(torch.exp(x).add_(p), every, out=out)
    out.mul_(1 / (shared.total * tau))
    return u.new_zeros(u.shape[1]), u.new_zeros(len(u))

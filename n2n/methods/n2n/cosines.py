"""The exact denominators of InfoNCE for a small batch of unit vectors.

Cosines divided by τ lie within ±1/τ, so exponentials need no shift. E = exp(u·uᵀ/τ) is made once and serves
value and gradient: log Z_i = log Σ_k E_ik, and P + Pᵀ is E_ik (1/Z_i + 1/Z_k). Against `kept` this saves six
of ten passes over the products.
"""

import torch

from n2n.methods.ranks import Shared

LOWEST_TAU = 0.025
"""From this τ on, sums of exponentials up to e^(1/τ) are far from the largest number of 32 bits."""


def forward(u: torch.Tensor, tau: float, shared: Shared) -> tuple[torch.Tensor, tuple[torch.Tensor, ...]]:
    """mean_i log Z_i, and what the gradient needs."""
    every = shared.gather(u)
    e = ((u / tau) @ every.T).exp_()
    z = e.sum(1)
    return z.log().sum() * (shared.size / shared.total), (e, z, shared.gather(z), every)


def gradient(
    u: torch.Tensor, saved, tau: float, out: torch.Tensor, shared: Shared
) -> tuple[torch.Tensor, torch.Tensor]:
    """∂ mean_i log Z_i / ∂u = (P + Pᵀ) u /(nτ) into `out`; zeros for what comes on top, as in `exact`.

    With the Z of all rows a rank knows what its vectors do in the rows of others. E is used up: autograd
    refuses to go through the same step twice.
    """
    e, z, every_z, every = saved
    scale = 1 / (shared.total * tau)
    torch.mm(e.mul_((scale / z)[:, None] + scale / every_z), every, out=out)
    return u.new_zeros(u.shape[1]), u.new_zeros(len(u))

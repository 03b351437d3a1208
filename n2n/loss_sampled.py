"""The denominators of InfoNCE from a few nodes drawn anew in every epoch.

With x_ik = u_i·u_k/τ, κ_i = u_i·S/(nτ) their exact mean over k (S = Σ_k u_k) and y_ik = x_ik − κ_i,

    Z_i = n e^{κ_i} + Σ_k e^{κ_i}(e^{y_ik} − 1 − y_ik)

holds exactly, since the y_ik of a node add up to zero. The first part is free, only the second is estimated,
from M drawn nodes and scaled by n/M. So the estimate of Z_i is unbiased at every τ and for any similarity;
it is never below n e^{κ_i}, because e^y − 1 − y ≥ 0; and where similarities are close to each other almost
nothing is left to chance. Time O(N·M·width).
"""

import math

import torch

# M. Measured on Cora, CS and Physics; see the table in the tests of the estimators.
SAMPLES = 63


def draw(num_nodes: int, samples: int, generator: torch.Generator | None, device) -> torch.Tensor:
    """One uniform node out of each of M equal strata of 0..n−1, so no node has a higher chance than another."""
    samples = min(samples, num_nodes)
    place = torch.arange(samples, device=device) + torch.rand(samples, generator=generator, device=device)
    return (place.double() * (num_nodes / samples)).long().clamp_(max=num_nodes - 1)


def forward(u: torch.Tensor, tau: float, batch: torch.Tensor) -> tuple[torch.Tensor, tuple[torch.Tensor, ...]]:
    """mean_i log Z_i, and what the gradient needs."""
    n = len(u)
    # The mean representation is one more column of the same product: x of the batch, and κ.
    drawn = torch.cat([u[batch], u.mean(0, keepdim=True)])
    x = (u @ drawn.T).div_(tau)
    kappa = x[:, -1:].clone()
    y = x[:, :-1].sub_(kappa)
    # log(mean e^y − mean y) with the largest exponent taken out; what remains is at least e^{-top}.
    top = y.amax(1, keepdim=True).clamp_(min=0)
    mean_y = y.mean(1, keepdim=True)
    e = y.sub_(top).exp_()
    low = torch.exp(-top)
    rest = e.mean(1, keepdim=True) - mean_y * low
    value = math.log(n) + (kappa + top + rest.log()).mean()
    return value, (x, drawn, rest, low, batch)


def gradient(u: torch.Tensor, saved, tau: float, out: torch.Tensor) -> torch.Tensor:
    """∂ mean_i log Z_i / ∂u into `out`; returns the constant row that comes back through the mean."""
    x, drawn, rest, low, batch = saved
    n, m = len(u), len(batch)
    # ∂ log Z_i/∂y_ik = (e^{y_ik} − 1)/(M·A_i), A_i = mean_k(e^y − y); κ_i gets 1 minus the sum of those.
    share = (x - low).div_(rest * m)
    share[:, -1] = 1 - share[:, :-1].sum(1)
    share.div_(n * tau)
    torch.mm(share, drawn, out=out)
    back = share.T @ u
    out.index_add_(0, batch, back[:-1])
    return back[-1] / n

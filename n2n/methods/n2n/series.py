"""The denominators of InfoNCE as a series in 1/τ, for cosine similarity.

Over the nodes k, x_ik = u_i·u_k/τ has a mean κ₁ and a variance κ₂, and log Z_i = log n + κ₁ + κ₂/2 + … .
Up to there, the mean over all i depends on nothing but S = Σ_k u_k and G = Σ_k u_k u_kᵀ:

    mean_i log Z_i ≈ log n + |S|²/(n²τ) + (‖G‖² − SᵀGS/n)/(2n²τ²).

One product for G, one for the gradient, O(N·width²), no sampling. It is the logarithm of the power series
n + u_i·S/τ + u_iᵀGu_i/(2τ²), carried out to the same order: half the work, and closer to the truth, because
what is left out is the third moment about the mean and not about zero.
"""

import math

import torch

from n2n.methods.ranks import Shared


def remainder_bound(tau: float) -> float:
    """Bound of the error of log Z_i where all |x_ik| ≤ 1/τ: e^{1/τ}/(6τ³).

    This is the tail of the power series of e^x, relative to the true terms. What is left out of log Z_i is a
    sixth of a third central moment (K‴/6 of the cumulant generating function), and that of numbers in an
    interval of length 2/τ is at most (2/τ)³/(6√3): an error below 0.129/τ³, and the bound is over 0.166/τ³.

    >>> f"{remainder_bound(5.0):.4%}"
    '0.1629%'
    """
    return math.exp(min(1 / tau, 700)) / (6 * tau**3)


def forward(
    u: torch.Tensor, tau: float, shared: Shared | None = None
) -> tuple[torch.Tensor, tuple[torch.Tensor, ...]]:
    """mean_i log Z_i to second order, and what the gradient needs: (S, G, G·S).

    Where the vectors are distributed over ranks, S and G are all that these exchange.
    """
    shared = shared or Shared.alone(len(u))
    n = shared.total
    s = shared.sum(u.sum(0))
    g = shared.sum(gram(u))
    gs = g @ s
    spread = g.square().sum() - s @ gs / n
    value = math.log(n) + (s @ s) / (n * n * tau) + spread / (2 * (n * tau) ** 2)
    return value, (s, g, gs)


def gradient(
    u: torch.Tensor, saved, tau: float, out: torch.Tensor, shared: Shared | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """∂/∂u_i = [2G − SSᵀ/n] u_i/(nτ)² + 2S/(n²τ) − G·S/(n³τ²).

    The first part goes into `out`; returns the row to add to all, and zeros, for nothing is along each u_i.
    """
    s, g, gs = saved
    n = shared.total if shared else len(u)
    matrix = (2 * g).addr_(s, s, alpha=-1 / n).div_((n * tau) ** 2)
    torch.mm(u, matrix, out=out)
    return 2 * s / (n * n * tau) - gs / (n**3 * tau**2), u.new_zeros(len(u))


def gram(u: torch.Tensor) -> torch.Tensor:
    """uᵀu; the block above the diagonal is the transpose of the one below and is not multiplied out."""
    half = u.shape[1] // 2
    left, right = u[:, :half], u[:, half:]
    g = u.new_empty(u.shape[1], u.shape[1])
    g[:half, :half] = left.T @ left
    g[half:] = right.T @ u
    g[:half, half:] = g[half:, :half].T
    return g

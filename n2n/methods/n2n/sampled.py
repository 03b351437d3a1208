"""The denominators of InfoNCE from a few nodes, drawn again in every epoch.

With x_ik = u_i·u_k/τ, κ_i = u_i·S/(nτ) their exact mean over k (S = Σ_k u_k), y_ik = x_ik − κ_i and
φ(y) = e^y − 1 − y, the y_ik of a node add up to zero and therefore

    Z_i = n e^{κ_i} · A_i,   A_i = 1 + (1/n) Σ_k φ(y_ik)      exactly.

κ_i is free and the term k = i is known; only the other φ are estimated, from M drawn nodes of weight w_k.
So Z_i is unbiased at every τ and for any similarity, A_i is never below 1 because φ ≥ 0, and where
similarities lie close together almost nothing is left to chance. Time O(N·M·width), memory O(N·M).
"""

import math

import numpy as np
import torch

from n2n.compute import kernels
from n2n.methods.ranks import Shared

# M by default. Relative error of one epoch's gradient of the weights on Cora and CS,
# against what dropout itself changes from epoch to epoch (0.4 to 1.5):
#     cosine τ = 5: 0.017 and 0.034 with 31;  τ = 1: 0.07 and 0.23 with 63;  τ = 0.5: 0.14 and 0.60 with 63;
#     dot τ = 5: 1.73 and 2.85 with 63, 1.06 and 2.21 with 127; 0.73 on CS with 511. So for dot products 63 is
#     a choice for speed: its noise is above that of dropout, and more samples are worth asking for.
# An epoch on Physics as a multiple of the plain MLP's in the same run: 1.76 (cosine, 31), 2.01 (cosine, 63),
# 1.74 (dot, 63), 2.14 (dot, 127).
FEW, MANY = 31, 63
# From this τ on, cosines divided by τ lie so close together that few are enough.
FEW_FROM_TAU = 2.0


def default_samples(tau: float, similarity: str) -> int:
    """M for this temperature and similarity.

    >>> default_samples(5.0, "cosine"), default_samples(5.0, "dot")
    (31, 63)
    """
    return FEW if similarity == "cosine" and tau >= FEW_FROM_TAU else MANY


def draw(
    length: torch.Tensor, by_length: bool, samples: int, generator: torch.Generator | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """Node ids (M,) and weights w (M,), so that Σ_k w_k f_k is an unbiased estimate of mean_k f_k.

    One node out of each of M equal strata of 0..n−1. Dot products are dominated by the longest vectors:
    `by_length`, half of the draw are the longest themselves, each standing for itself alone, and the strata
    of the others hold vectors of similar length.
    """
    n, device = len(length), length.device
    samples = min(samples, n)
    fixed = samples // 2 if by_length else 0
    drawn = samples - fixed
    place = torch.arange(drawn, device=device) + torch.rand(drawn, generator=generator, device=device)
    place = fixed + (place.double() * ((n - fixed) / drawn)).long().clamp_(max=n - fixed - 1)
    weights = length.new_full((samples,), (n - fixed) / (n * drawn))
    if not by_length:
        return place, weights
    order = length.argsort(descending=True)
    weights[:fixed] = 1 / n
    return torch.cat([order[:fixed], order[place]]), weights


def forward(
    u: torch.Tensor,
    tau: float,
    length: torch.Tensor,
    by_length: bool,
    samples: int,
    generator: torch.Generator | None = None,
    shared: Shared | None = None,
) -> tuple[torch.Tensor, tuple[torch.Tensor, ...]]:
    """mean_i log Z_i of vectors u of this length, and what the gradient needs.

    Where the vectors are distributed over ranks, all ranks draw the same nodes, from generators in the same
    state; the drawn vectors and the mean vector are all that they exchange.
    """
    shared = shared or Shared.alone(len(u))
    n = shared.total
    batch, w = draw(shared.gather(length), by_length, samples, generator)
    batch = batch - shared.start
    mine, place = _held(batch, len(u), u.dtype)
    # The mean vector is one more column of the same product: x of the drawn nodes, and κ.
    drawn = shared.sum(torch.cat([u[place] * mine, u.new_full((1, len(u)), 1 / n) @ u]))
    x = u @ drawn.T
    log_z, own = shares(x, length, batch, w, tau, n)
    return math.log(n) + log_z.mean() * shared.weight, (x, own, drawn, w, batch)


def _held(batch, count, dtype) -> tuple[torch.Tensor, torch.Tensor]:
    """Of drawn nodes, by their place among the vectors of this rank: (M, 1) whether it has them, and a place.

    All ranks go through the same M rows, so that nothing waits for the numbers on the device.
    """
    place = batch.clamp(0, count - 1)
    return (place == batch).to(dtype)[:, None], place


def shares(x, length, batch, w, tau, n=None) -> tuple[torch.Tensor, torch.Tensor]:
    """log Z_i − log n of every node, and ∂ mean log Z/∂(u_i·u_i); x becomes ∂ mean log Z/∂(u_i·drawn_k)/w_k.

    ∂ log A_i/∂y_ik = w_k (e^{y_ik} − 1)/A_i; what is left of 1 goes to κ_i, the last column, of weight 1.
    """
    n = n or len(x)
    if kernels.usable(x):
        log_z, own_share = x.new_empty(len(x)), x.new_empty(len(x))
        numbers = x, length, batch, w, np.float32(tau), n, log_z, own_share
        kernels.run_rows(kernels.sampled_shares, kernels.even_bounds(*x.shape), *numbers)
        return log_z, own_share
    kappa = x.div_(tau)[:, -1].clone()
    y = x[:, :-1].sub_(kappa[:, None])
    # φ(0) = 0: a drawn node is left out of its own row, where its term is known.
    mine, place = _held(batch, len(x), x.dtype)
    column = torch.arange(len(batch), device=x.device)
    y[place, column] = y[place, column] * (1 - mine[:, 0])
    own = length.square() / tau - kappa
    # The largest exponent is taken out of A_i.
    top = torch.maximum(y.amax(1), own).clamp_(min=0)
    low, e_own = torch.exp(-top), torch.exp(own - top)
    linear = 1 - w.sum() - y @ w - (1 + own) / n
    e = y.sub_(top[:, None]).exp_()
    a = e @ w + e_own / n + linear * low
    scale = 1 / (a * (n * tau))
    own_share = (e_own - low) * scale / n
    share = e.sub_(low[:, None]).mul_(scale[:, None])
    x[:, -1] = 1 / (n * tau) - share @ w - own_share
    return kappa + top + a.log(), own_share


def gradient(
    u: torch.Tensor, saved, tau: float, out: torch.Tensor, shared: Shared | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """∂ mean_i log Z_i/∂u into `out`; returns what is missing: a row for all, and a multiple of each u_i."""
    share, own, drawn, w, batch = saved
    weights = torch.cat([w, w.new_ones(1)])[:, None]
    torch.mm(share, drawn * weights, out=out)
    shared = shared or Shared.alone(len(u))
    back = shared.sum(share.T @ u) * weights
    mine, place = _held(batch, len(u), u.dtype)
    out.index_add_(0, place, back[:-1] * mine)
    return back[-1] / shared.total, 2 * own

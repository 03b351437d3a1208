"""InfoNCE between nodes and their neighbourhoods (Eq. 3 of the paper), without an N×N matrix.

    ℒ = −mean_i [ sim(s_i, h_i)/τ − log Z_i ],   Z_i = Σ_k exp(sim(h_k, h_i)/τ), k over all nodes.

One autograd function computes unit vectors u, positive pairs, mean log Z, and one gradient as large as h.
With x_ik = u_i·u_k/τ there are two estimators of Z_i = Σ_k e^{x_ik}:

- ``exact``, by blocks of rows: memory O(block·N), time O(N²·width).
- ``sampled``, from M nodes drawn in every epoch: O(N·M) and O(N·M·width). With κ_i = u_i·S/(nτ) the exact
  mean of x_ik over k (S = Σ_k u_k), y_ik = x_ik − κ_i and φ(y) = e^y − 1 − y, the y_ik of a node add up to
  zero and therefore

      Z_i = n e^{κ_i} · A_i,   A_i = 1 + (1/n) Σ_k φ(y_ik)      exactly.

  κ_i is free and the term k = i is known; only the other φ are estimated, from drawn nodes of weight w_k.
  So Z_i is unbiased at every τ and for any similarity, A_i is never below 1 because φ ≥ 0, and where
  similarities lie close together almost nothing is left to chance.
"""

import math
from collections.abc import Iterator

import numpy as np
import torch
from torch.autograd.function import once_differentiable

from n2n.compute import kernels
from n2n.methods.layers import Aggregation
from n2n.methods.ranks import ALONE, Ranks

EXACT_UP_TO = 5000
"""Up to this many nodes an exact epoch takes a fraction of a second."""
BLOCK = 1 << 20
"""Products of a block of the exact estimator, 4 MB: they stay in the cache between the passes over them."""
SAVED = 1 << 23
"""Up to this many products, 32 MB or 2,896 nodes, the forward pass saves them for the gradient."""
# M by default. Relative error of one epoch's gradient of the weights on Cora and CS, against what dropout
# itself changes from epoch to epoch (0.4 to 1.5):
#     cosine τ = 5: 0.017 and 0.034 with 31;  τ = 1: 0.07 and 0.23 with 63;  τ = 0.5: 0.14 and 0.60 with 63;
#     dot τ = 5: 1.73 and 2.85 with 63, 1.06 and 2.21 with 127; 0.73 on CS with 511. So for dot products 63 is
#     a choice for speed: its noise is above that of dropout, and more samples are worth asking for.
FEW, MANY = 31, 63
# From this τ on, cosines divided by τ lie so close together that few are enough.
FEW_FROM_TAU = 2.0


def default_samples(tau: float, similarity: str) -> int:
    """M for this temperature and similarity.

    >>> default_samples(5.0, "cosine"), default_samples(5.0, "dot")
    (31, 63)
    """
    return FEW if similarity == "cosine" and tau >= FEW_FROM_TAU else MANY


def choose_estimator(num_nodes: int, requested: str = "auto", in_batches: bool = False) -> tuple[str, str]:
    """The estimator to use, and one sentence that says why.

    >>> choose_estimator(19717)
    ('sampled', '19,717 nodes are too many to compare every node with every other.')
    """
    if in_batches:
        return "exact", "In mini-batches each node is compared with every other node of its batch."
    if requested != "auto":
        return requested, f"{requested} was asked for."
    if num_nodes <= EXACT_UP_TO:
        return "exact", f"{num_nodes:,} nodes are few enough to compare every node with every other."
    return "sampled", f"{num_nodes:,} nodes are too many to compare every node with every other."


def mutual_information_bound(loss: float, num_nodes: int) -> float:
    """Lower bound log N − ℒ of the mutual information of nodes and neighbourhoods, in nats."""
    return math.log(num_nodes) - loss


def info_nce(h: torch.Tensor, positives: Aggregation | torch.Tensor, tau: float, *args, **kwargs):
    """The InfoNCE loss of representations h (N×width), a scalar; the arguments are as below.

    >>> h = torch.eye(4)
    >>> round(float(info_nce(h, h, tau=1.0)), 4)      # −(1 − log(e + 3))
    0.7437
    """
    return info_nce_with_rows(h, positives, tau, *args, **kwargs)[0]


def info_nce_with_rows(
    h: torch.Tensor,
    positives: Aggregation | torch.Tensor,
    tau: float,
    similarity: str = "cosine",
    estimator: str = "exact",
    *,
    samples: int | None = None,
    generator: torch.Generator | None = None,
    nodes: int | None = None,
    num_nodes: int | None = None,
    total: int | None = None,
    ranks: Ranks = ALONE,
    rows: torch.Tensor | None = None,
) -> tuple[torch.Tensor, torch.Tensor | None]:
    """(the InfoNCE loss of representations h (N×width), a scalar; h[rows] or None).

    Joint learning also needs the rows of training nodes. The gradients of both reach h in one array, which
    saves a sixth of a step on Physics.

    Args:
        positives: an `Aggregation` over h (a single positive is then never gathered), or s itself.
        similarity: "cosine" as in the text, or "dot".
        estimator: "exact" or "sampled"; see `choose_estimator`.
        samples: M for "sampled"; None for `default_samples`.
        generator: where the draw comes from.
        nodes: so many rows of h, the first ones, are the nodes; None: all rows.
        num_nodes: n, where the rows are a batch of B that stands for more nodes. Each *other* row then counts
            (n−1)/(B−1) times in Z_i and the row itself once: without this, Z_i would be too large wherever
            e^{x_ii} is a large part of it, which is the case at small τ.
        total, ranks: the processes that share B = `total` nodes, for the exact estimator. The mean of the
            results over ranks is the loss of all rows, and so is the mean of the gradients.
    """
    nodes = len(h) if nodes is None else nodes
    total = nodes if total is None else total
    others = 1.0 if num_nodes is None else (num_nodes - 1) / max(total - 1, 1)
    pairs, s = None, positives
    if isinstance(positives, Aggregation):
        fused = positives.single is not None and nodes == len(h)
        pairs, s = (positives, None) if fused else (None, positives(h))
    method = (
        _Exact(tau, ranks, total, others)
        if estimator == "exact"
        else _Sampled(tau, similarity, samples or default_samples(tau, similarity), generator)
    )
    pull = 1 / (total * tau)
    return _InfoNCE.apply(h, s, pairs, rows, nodes, similarity == "cosine", method, ranks.size, pull)


class _InfoNCE(torch.autograd.Function):
    """(loss, h[rows]) from h, and from s unless `pairs` has the single positive of each node."""

    @staticmethod
    def forward(ctx, h, s, pairs, rows, nodes, cosine, method, scale, pull):
        u, inverse = _unit_rows(h[:nodes]) if cosine else (h[:nodes], h.new_empty(0))
        log_z, saved = method.forward(u, inverse)
        if pairs is not None:
            v, s_inverse = u.new_empty(0), u.new_empty(0)
            similar = _pair_products(u, pairs.single)
        else:
            v, s_inverse = _unit_rows(s) if cosine else (s, h.new_empty(0))
            similar = torch.linalg.vecdot(u, v)
        ctx.save_for_backward(u, inverse, v, s_inverse, similar, rows, *saved)
        ctx.pairs, ctx.cosine, ctx.method, ctx.scale, ctx.pull = pairs, cosine, method, scale, pull
        ctx.height = len(h)
        return log_z - similar.sum() * (scale * pull), None if rows is None else h.index_select(0, rows)

    @staticmethod
    @once_differentiable
    def backward(ctx, grad_loss, grad_rows):
        u, inverse, v, s_inverse, similar, rows, *saved = ctx.saved_tensors
        pull, grad_s, every = ctx.pull, None, u.new_empty(ctx.height, u.shape[1])
        grad = every[: len(u)]
        every[len(u) :].zero_()
        # The gradients of ranks are averaged, and each has only the part of its own rows.
        grad_loss = grad_loss * ctx.scale
        constant, own = ctx.method.gradient(u, saved, grad)
        if ctx.pairs is None:
            grad.sub_(v, alpha=pull)
            grad_s = u * (-pull * grad_loss)
            if ctx.cosine:
                grad_s.addcmul_(v, similar[:, None] * (pull * grad_loss)).mul_(s_inverse[:, None])
        _finish(grad, constant, own, ctx.pairs, u, pull, inverse, grad_loss)
        if rows is not None:
            every.index_add_(0, rows, grad_rows)
        return every, grad_s, *(None,) * 7


class _Exact:
    """mean log Z by blocks of rows; its gradient with respect to u is (P + Pᵀ) u/(Bτ), P the softmax of rows.

    With the log Z of all rows, each row of the gradient can be computed on its own, including what u_i
    contributes to the Z of other rows: ranks gather the vectors and their log Z once, and send nothing back.
    """

    def __init__(self, tau: float, ranks: Ranks, total: int, others: float):
        self.tau, self.ranks, self.total, self.extra = tau, ranks, total, math.log(others or 1)

    def forward(self, u, inverse):
        every = self.ranks.gather(u, self.total)
        blocks = self._blocks(u, every)
        products = list(blocks) if len(u) * len(every) <= SAVED else []
        log_z = torch.cat([x.logsumexp(1) for x in products or blocks])
        mean = log_z.sum() * (self.ranks.size / self.total)
        return mean, (log_z, self.ranks.gather(log_z, self.total), every, *products)

    def gradient(self, u, saved, out):
        """∂ mean log Z/∂u into `out`; returns a row to add to all, and a multiple of each u_i: both zero."""
        log_z, every_log_z, every, *products = saved
        start = 0
        for x in products or self._blocks(u, every):
            rows = slice(start, start := start + len(x))
            p = torch.exp(x - log_z[rows, None]).add_(torch.exp(x - every_log_z))
            torch.mm(p, every, out=out[rows])
        out.mul_(1 / (self.total * self.tau))
        return u.new_zeros(u.shape[1]), u.new_zeros(len(u))

    def _blocks(self, u, every) -> Iterator[torch.Tensor]:
        """x of consecutive rows; other rows than the own one count `others` times."""
        start, height = self.ranks.share(self.total)[0], max(BLOCK // len(every), 1)
        for first in range(0, len(u), height):
            x = (u[first : first + height] @ every.T).div_(self.tau)
            if self.extra:
                x.add_(self.extra).diagonal(start + first).sub_(self.extra)
            yield x


class _Sampled:
    """mean log Z from M drawn nodes; see the top of the file."""

    def __init__(self, tau: float, similarity: str, samples: int, generator: torch.Generator | None):
        self.tau, self.similarity, self.samples, self.generator = tau, similarity, samples, generator

    def forward(self, u, inverse):
        by_length = self.similarity == "dot"
        length = torch.linalg.vector_norm(u, dim=1) if by_length else (inverse > 0).to(u.dtype)
        batch, w = draw(length, by_length, self.samples, self.generator)
        # The mean vector is one more column of the same product: x of the drawn nodes, and κ.
        drawn = torch.cat([u[batch], u.new_full((1, len(u)), 1 / len(u)) @ u])
        x = u @ drawn.T
        log_z, own = log_z_terms(x, length, batch, w, self.tau)
        return math.log(len(u)) + log_z.mean(), (x, own, drawn, w, batch)

    def gradient(self, u, saved, out):
        """As for `_Exact`; here the row for all is what reaches every node through κ."""
        share, own, drawn, w, batch = saved
        weights = torch.cat([w, w.new_ones(1)])[:, None]
        torch.mm(share, drawn * weights, out=out)
        back = (share.T @ u) * weights
        out.index_add_(0, batch, back[:-1])
        return back[-1] / len(u), 2 * own


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


def log_z_terms(x, length, batch, w, tau) -> tuple[torch.Tensor, torch.Tensor]:
    """log Z_i − log n of every node, and ∂ mean log Z/∂(u_i·u_i); x becomes ∂ mean log Z/∂(u_i·drawn_k)/w_k.

    ∂ log A_i/∂y_ik = w_k (e^{y_ik} − 1)/A_i; what is left of 1 goes to κ_i, the last column, of weight 1.
    """
    n = len(x)
    if kernels.usable(x):
        log_z, own_share = x.new_empty(n), x.new_empty(n)
        numbers = x, length, batch, w, np.float32(tau), n, log_z, own_share
        kernels.run_rows(kernels.sampled_shares, kernels.even_bounds(*x.shape), *numbers)
        return log_z, own_share
    kappa = x.div_(tau)[:, -1].clone()
    y = x[:, :-1].sub_(kappa[:, None])
    # φ(0) = 0: a drawn node is left out of its own row, where its term is known.
    y[batch, torch.arange(len(batch), device=x.device)] = 0
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


def _unit_rows(h):
    """(h_i/‖h_i‖, 1/‖h_i‖); a row of zeros stays one, and has 0 for its inverse norm."""
    if kernels.usable(h):
        u, inverse = torch.empty_like(h), h.new_empty(len(h))
        kernels.run_rows(kernels.unit_rows, kernels.even_bounds(*h.shape), h, u, inverse)
        return u, inverse
    norm = torch.linalg.vector_norm(h, dim=1)
    inverse = torch.where(norm > 0, 1 / norm, 0)
    return h * inverse[:, None], inverse


def _pair_products(u, partner):
    if kernels.usable(u):
        out = u.new_empty(len(u))
        kernels.run_rows(kernels.pair_products, kernels.even_bounds(*u.shape), u, partner, out)
        return out
    return torch.linalg.vecdot(u, u[partner])


def _finish(grad, constant, own, pairs, u, pull, inverse, scale):
    """In place, from the gradient of mean log Z with respect to u to that of the loss with respect to h."""
    if kernels.usable(grad, u):
        if pairs is not None:
            indptr, indices, bounds = pairs.partners.loops()[0]
            partners = indptr, indices, pairs.partners.values
        else:
            bounds = kernels.even_bounds(*u.shape)
            partners = np.zeros(len(u) + 1, np.int64), np.zeros(0, np.uint64), np.zeros(0, np.float32)
        numbers = grad, constant, own, *partners, u, pull, inverse, float(scale)
        kernels.run_rows(kernels.finish_gradient, bounds, *numbers)
        return
    grad.addcmul_(u, own[:, None]).add_(constant)
    if pairs is not None:
        grad.sub_(pairs.partners @ u, alpha=pull)
    if len(inverse):
        grad.addcmul_(u, -torch.linalg.vecdot(grad, u)[:, None]).mul_(inverse[:, None])
    grad *= scale

"""InfoNCE between nodes and their neighbourhoods (Eq. 3 of the paper), without an N×N matrix.

    ℒ = −mean_i [ sim(s_i, h_i)/τ − log Z_i ],   Z_i = Σ_k exp(sim(h_k, h_i)/τ), k over all nodes.

One autograd function computes unit vectors u, positive pairs, mean log Z, and one gradient as large as h. How
log Z is computed is left to two modules: `exact`, by blocks of rows, and `sampled`, with a control variate.
"""

import math
from functools import partial

import numpy as np
import torch

from n2n.compute import kernels
from n2n.compute.buffers import Memory
from n2n.methods.aggregation import Neighbourhood
from n2n.methods.n2n import exact, sampled
from n2n.methods.ranks import Shared

ESTIMATORS = ("exact", "sampled")
SIMILARITIES = ("cosine", "dot")
# Up to this many nodes an exact epoch takes a fraction of a second.
EXACT_UP_TO = 5000


def info_nce(
    h: torch.Tensor,
    neighbourhood: "Neighbourhood | torch.Tensor",
    tau: float,
    similarity: str = "cosine",
    estimator: str = "exact",
    *,
    samples: int | None = None,
    generator: torch.Generator | None = None,
    shared: Shared | None = None,
    others: float = 1.0,
) -> torch.Tensor:
    """The InfoNCE loss of representations h (N×width), a scalar.

    Args:
        h: representations of all nodes.
        neighbourhood: a `Neighbourhood` (a single positive is then never gathered), or s (N×width) itself.
        tau: temperature τ > 0.
        similarity: "cosine" as in the text, or "dot".
        estimator: "exact" or "sampled"; see `choose_estimator`.
        samples: M, nodes drawn in every call for "sampled"; None for `sampled.default_samples`.
        generator: where the draw comes from.
        shared: h and s are this rank's rows of more; the mean of the results over ranks is then the loss of
            all rows, and so is the mean of the gradients. None: they are all there is.
        others: how often each *other* row counts in Z_i, where the rows are a batch that stands for more
            nodes; see `exact`.

    >>> h = torch.eye(4)
    >>> round(float(info_nce(h, h, tau=1.0)), 4)      # −(1 − log(e + 3))
    0.7437
    """
    choice = tau, similarity, estimator
    return info_nce_with_rows(
        h, neighbourhood, None, *choice, samples=samples, generator=generator, shared=shared, others=others
    )[0]


def info_nce_with_rows(
    h: torch.Tensor,
    neighbourhood: "Neighbourhood | torch.Tensor",
    rows: torch.Tensor | None,
    tau: float,
    similarity: str = "cosine",
    estimator: str = "exact",
    *,
    samples: int | None = None,
    generator: torch.Generator | None = None,
    shared: Shared | None = None,
    others: float = 1.0,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(loss, h[rows]) for a caller that works on with some rows, as joint learning does with training nodes.

    The gradients of both reach h in one array. The arguments are those of `info_nce`.
    """
    _check(tau, similarity, estimator)
    samples = samples or sampled.default_samples(tau, similarity)
    cosine, pairs, s, memory = similarity == "cosine", None, neighbourhood, Memory()
    if isinstance(neighbourhood, Neighbourhood):
        memory = neighbourhood.memory
        if neighbourhood.single is None:
            s = neighbourhood(h)
        else:
            pairs, s = neighbourhood, None
    shared = shared or Shared.alone(len(h))
    draw = samples, generator, others
    return _InfoNCE.apply(h, s, pairs, rows, memory, tau, cosine, estimator, draw, shared)


def mutual_information_bound(loss: float, num_nodes: int) -> float:
    """Lower bound log N − ℒ of the mutual information of nodes and neighbourhoods, in nats."""
    return math.log(num_nodes) - loss


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


def _check(tau, similarity, estimator):
    if not tau > 0:
        raise ValueError(f"tau is {tau}: the temperature must be above 0.")
    if similarity not in SIMILARITIES:
        raise ValueError(f"similarity is {similarity!r}: choose cosine or dot.")
    if estimator not in ESTIMATORS:
        raise ValueError(f"estimator is {estimator!r}: choose one of {', '.join(ESTIMATORS)}, or auto.")


class _InfoNCE(torch.autograd.Function):
    """(loss, h[rows]) of h, and of s unless `pairs` names the single positive of each node."""

    @staticmethod
    def forward(ctx, h, s, pairs, rows, memory, tau, cosine, estimator, draw, shared):
        samples, generator, others = draw
        u, inverse = _unit_rows(h, memory) if cosine else (h, h.new_empty(0))
        if estimator == "sampled":
            length = (inverse > 0).to(u.dtype) if cosine else torch.linalg.vector_norm(u, dim=1)
            log_z, saved = sampled.forward(u, tau, length, not cosine, samples, generator, shared)
            gradient = sampled.gradient
        else:
            log_z, saved = exact.forward(u, tau, shared, others)
            gradient = partial(exact.gradient, others=others)
        if pairs is not None:
            similar = _pair_products(u, pairs.single)
            v, s_inverse = u.new_empty(0), u.new_empty(0)
        else:
            v, s_inverse = _unit_rows(s, memory) if cosine else (s, h.new_empty(0))
            similar = torch.linalg.vecdot(u, v)
        ctx.save_for_backward(u, inverse, v, s_inverse, similar, rows, *saved)
        ctx.pairs, ctx.tau, ctx.cosine, ctx.gradient, ctx.memory = pairs, tau, cosine, gradient, memory
        ctx.shared = shared
        ctx.set_materialize_grads(False)
        loss = log_z - similar.mean() * shared.weight / tau
        return loss, h.index_select(0, rows) if rows is not None else None

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad_loss, grad_rows):
        u, inverse, v, s_inverse, similar, rows, *saved = ctx.saved_tensors
        grad_s = None
        grad = ctx.memory.empty(u.shape, u)
        if grad_loss is None:
            grad.zero_()
        else:
            # The gradients of ranks are averaged, and each has only the part of its own rows.
            grad_loss = grad_loss * ctx.shared.size
            pull = 1 / (ctx.shared.total * ctx.tau)
            constant, own = ctx.gradient(u, saved, ctx.tau, grad, ctx.shared)
            if ctx.pairs is None:
                grad.sub_(v, alpha=pull)
                grad_s = u * (-pull * grad_loss)
                if ctx.cosine:
                    grad_s.addcmul_(v, similar[:, None] * (pull * grad_loss)).mul_(s_inverse[:, None])
            _finish(grad, constant, own, ctx.pairs, u, pull, inverse, grad_loss)
        if grad_rows is not None:
            grad.index_add_(0, rows, grad_rows)
        return grad, grad_s, *(None,) * 8


def _unit_rows(h, memory):
    """(h_i/‖h_i‖, 1/‖h_i‖); a row of zeros stays one, and has 0 for its inverse norm."""
    u = memory.empty(h.shape, h)
    if kernels.usable(h):
        inverse = h.new_empty(len(h))
        kernels.run_rows(kernels.unit_rows, kernels.even_bounds(*h.shape), h, u, inverse)
        return u, inverse
    norm = torch.linalg.vector_norm(h, dim=1)
    inverse = torch.where(norm > 0, 1 / norm, 0)
    return torch.mul(h, inverse[:, None], out=u), inverse


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
        grad.sub_(pairs.partners.product(u), alpha=pull)
    if len(inverse):
        grad.addcmul_(u, -torch.linalg.vecdot(grad, u)[:, None]).mul_(inverse[:, None])
    grad *= scale

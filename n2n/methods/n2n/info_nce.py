"""InfoNCE between nodes and their neighbourhoods (Eq. 3 of the paper), without an N×N matrix.

    ℒ = −mean_i [ sim(s_i, h_i)/τ − log Z_i ],   Z_i = Σ_k exp(sim(h_k, h_i)/τ), k over all nodes.

One autograd function does it all: unit vectors u, positive pairs, mean log Z, and one gradient as large as h.
How log Z is found is left to the estimators: `exact`, `series` and `sampled`.
"""

import math

import numpy as np
import torch

from n2n.compute import kernels
from n2n.compute.buffers import Memory
from n2n.methods.aggregation import Neighbourhood
from n2n.methods.n2n import cosines, exact, kept, sampled, series
from n2n.methods.ranks import Shared

ESTIMATORS = ("exact", "series", "sampled")
SIMILARITIES = ("cosine", "dot")
# Up to this many nodes exact costs about as much as the series …
EXACT_BEFORE_SERIES = 1000
# … and up to this many, where there is no series, a fraction of a second per epoch.
EXACT_BEFORE_SAMPLED = 5000
MAX_SERIES_BOUND = 0.01

series_bound = series.remainder_bound


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
) -> torch.Tensor:
    """The InfoNCE loss of representations h (N×width), a scalar.

    Args:
        h: representations of all nodes.
        neighbourhood: a `Neighbourhood` (a single positive is then never gathered), or s (N×width) itself.
        tau: temperature τ > 0.
        similarity: "cosine" as in the text, or "dot".
        estimator: "exact", "series" (cosine only) or "sampled"; see `choose_estimator`. "kept" is "exact"
            for a batch, see `n2n.methods.n2n.kept`.
        samples: M, nodes drawn in every call for "sampled"; None for `sampled.default_samples`.
        generator: where the draw comes from.
        shared: h and s are this rank's rows of more; the mean of the results over ranks is then the loss of
            all rows, and so is the mean of the gradients. None: they are all there is.

    >>> h = torch.eye(4)
    >>> round(float(info_nce(h, h, tau=1.0)), 4)      # −(1 − log(e + 3))
    0.7437
    """
    choice = tau, similarity, estimator
    return info_nce_with_rows(
        h, neighbourhood, None, *choice, samples=samples, generator=generator, shared=shared
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
    return _InfoNCE.apply(h, s, pairs, rows, memory, tau, cosine, estimator, samples, generator, shared)


def mutual_information_bound(loss: float, num_nodes: int) -> float:
    """Lower bound log N − ℒ of the mutual information of nodes and neighbourhoods, in nats."""
    return math.log(num_nodes) - loss


def choose_estimator(num_nodes: int, tau: float, similarity: str, requested: str = "auto") -> tuple[str, str]:
    """The estimator to use, and one sentence that says why.

    >>> choose_estimator(19717, 5.0, "cosine")[0]
    'series'
    """
    if requested != "auto":
        _check(tau, similarity, requested)
        return requested, f"{requested} was asked for."
    bound = series_bound(tau)
    series_will_do = similarity == "cosine" and bound < MAX_SERIES_BOUND
    if num_nodes <= (EXACT_BEFORE_SERIES if series_will_do else EXACT_BEFORE_SAMPLED):
        return "exact", f"{num_nodes:,} nodes are few enough to compare every node with every other."
    if series_will_do:
        return "series", f"At τ = {tau:g} the series is within {bound:.2%} of the exact denominators."
    why = "a dot product is unbounded"
    if similarity == "cosine":
        why = f"at τ = {tau:g} it could be off by {f'{bound:.0%}' if bound < 1 else 'more than 100%'}"
    return "sampled", f"{num_nodes:,} nodes are too many for exact, and a series would not do: {why}."


def _check(tau, similarity, estimator):
    if not tau > 0:
        raise ValueError(f"tau is {tau}: the temperature must be above 0.")
    if similarity not in SIMILARITIES:
        raise ValueError(f"similarity is {similarity!r}: choose cosine or dot.")
    if estimator not in _MODULES:
        raise ValueError(f"estimator is {estimator!r}: choose one of {', '.join(ESTIMATORS)}, or auto.")
    if estimator == "series" and similarity == "dot":
        raise ValueError(
            "The series needs cosine similarity, since a dot product is unbounded: choose sampled."
        )
    if estimator == "series" and series_bound(tau) >= MAX_SERIES_BOUND:
        raise ValueError(
            f"The series may be off by {series_bound(tau):.1%} at tau = {tau:g}: choose sampled or exact, "
            f"or a larger tau."
        )


class _InfoNCE(torch.autograd.Function):
    """(loss, h[rows]) of h, and of s unless `pairs` names the single positive of each node."""

    @staticmethod
    def forward(ctx, h, s, pairs, rows, memory, tau, cosine, estimator, samples, generator, shared):
        u, inverse = _unit_rows(h, memory) if cosine else (h, h.new_empty(0))
        module = _MODULES[estimator]
        if estimator == "sampled":
            length = (inverse > 0).to(u.dtype) if cosine else torch.linalg.vector_norm(u, dim=1)
            log_z, saved = module.forward(u, tau, length, not cosine, samples, generator, shared)
        else:
            log_z, saved = module.forward(u, tau, shared)
        if pairs is not None:
            similar = _pair_products(u, pairs.single)
            v, s_inverse = u.new_empty(0), u.new_empty(0)
        else:
            v, s_inverse = _unit_rows(s, memory) if cosine else (s, h.new_empty(0))
            similar = torch.linalg.vecdot(u, v)
        ctx.save_for_backward(u, inverse, v, s_inverse, similar, rows, *saved)
        ctx.pairs, ctx.tau, ctx.cosine, ctx.module, ctx.memory = pairs, tau, cosine, module, memory
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
            constant, own = ctx.module.gradient(u, saved, ctx.tau, grad, ctx.shared)
            if ctx.pairs is None:
                grad.sub_(v, alpha=pull)
                grad_s = u * (-pull * grad_loss)
                if ctx.cosine:
                    grad_s.addcmul_(v, similar[:, None] * (pull * grad_loss)).mul_(s_inverse[:, None])
            _finish(grad, constant, own, ctx.pairs, u, pull, inverse, grad_loss)
        if grad_rows is not None:
            grad.index_add_(0, rows, grad_rows)
        return grad, grad_s, *(None,) * 9


_MODULES = {"exact": exact, "kept": kept, "cosines": cosines, "series": series, "sampled": sampled}


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

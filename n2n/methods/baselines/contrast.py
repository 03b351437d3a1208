"""The contrast of two views of the same nodes, tile by tile: no matrix of all pairs is ever held."""

import torch
import torch.nn.functional as F

from n2n.methods.n2n.exact import add_gradient, log_sums


def contrast_views(a: torch.Tensor, b: torch.Tensor, tau: float) -> torch.Tensor:
    """The mean over the rows of both views of −log(e^{s(a_i, b_i)/τ} / Z_i), s the cosine.

    Z_i is the sum of e^{s/τ} over all rows of the other view and all other rows of the same view. With both
    views on top of each other, w = [a; b], that is the sum over all rows but i itself.

    >>> one = torch.eye(2)
    >>> round(float(contrast_views(one, one, 1.0)), 4)      # −log(e / (e + 2))
    0.5514
    """
    return _Contrast.apply(F.normalize(torch.cat([a, b]), dim=1), tau)


class _Contrast(torch.autograd.Function):
    """The contrast of unit rows w, of which row i and row i + n are the same node."""

    @staticmethod
    def forward(ctx, w, tau):
        log_z = log_sums(w, tau, with_own=False)
        ctx.save_for_backward(w, log_z)
        ctx.tau = tau
        return (log_z - torch.linalg.vecdot(w, _partners(w)) / tau).mean()

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        """∂/∂w = [(P + Pᵀ) w − 2·partner]/(2nτ), P the softmax of each row over the other rows."""
        w, log_z = ctx.saved_tensors
        out = _partners(w).mul_(-2)
        add_gradient(w, log_z, ctx.tau, out, with_own=False)
        return out.mul_(grad / (len(w) * ctx.tau)), None


def _partners(w: torch.Tensor) -> torch.Tensor:
    """The same node in the other view."""
    return w.roll(len(w) // 2, 0)

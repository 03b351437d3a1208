"""The contrast of two views of the same nodes, tile by tile: no matrix of all pairs is ever held."""

import torch
import torch.nn.functional as F

# Rows and columns of a tile.
TILE = 1024


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
        log_z = w.new_full((len(w),), -torch.inf)
        for a, b, x in _tiles(w, tau):
            log_z[a] = torch.logaddexp(log_z[a], x.logsumexp(1))
            if a != b:
                log_z[b] = torch.logaddexp(log_z[b], x.logsumexp(0))
        ctx.save_for_backward(w, log_z)
        ctx.tau = tau
        return (log_z - torch.linalg.vecdot(w, _partners(w)) / tau).mean()

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        """∂/∂w = [(P + Pᵀ) w − 2·partner]/(2nτ), P the softmax of each row over the other rows."""
        w, log_z = ctx.saved_tensors
        out = _partners(w).mul_(-2)
        for a, b, x in _tiles(w, ctx.tau):
            q = torch.exp(x - log_z[a, None]) + torch.exp(x - log_z[b])
            out[a].addmm_(q, w[b])
            if a != b:
                out[b].addmm_(q.T, w[a])
        return out.mul_(grad / (len(w) * ctx.tau)), None


def _partners(w: torch.Tensor) -> torch.Tensor:
    """The same node in the other view."""
    return w.roll(len(w) // 2, 0)


def _tiles(w: torch.Tensor, tau: float):
    """(rows, columns, w_rows·w_columnsᵀ/τ) of the tiles on and above the diagonal, −∞ on the diagonal."""
    parts = [slice(start, min(start + TILE, len(w))) for start in range(0, len(w), TILE)]
    for i, a in enumerate(parts):
        for b in parts[i:]:
            x = (w[a] @ w[b].T).div_(tau)
            yield a, b, x.fill_diagonal_(-torch.inf) if a == b else x

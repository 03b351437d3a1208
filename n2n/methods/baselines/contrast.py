"""The contrast of two views of the same nodes."""

import torch
import torch.nn.functional as F


def contrast_views(a: torch.Tensor, b: torch.Tensor, tau: float) -> torch.Tensor:
    """The mean over the rows of both views of −log(e^{s(a_i, b_i)/τ} / Z_i), s the cosine.

    Z_i is the sum of e^{s/τ} over all rows of the other view and all other rows of the same view. With both
    views on top of each other, w = [a; b], that is the sum over all rows but i itself.

    >>> one = torch.eye(2)
    >>> round(float(contrast_views(one, one, 1.0)), 4)      # −log(e / (e + 2))
    0.5514
    """
    w = F.normalize(torch.cat([a, b]), dim=1)
    similar = (w @ w.T / tau).fill_diagonal_(-torch.inf)
    # Row i of the second half is the same node as row i of the first.
    partners = torch.arange(len(w), device=w.device).roll(len(a))
    return F.cross_entropy(similar, partners)

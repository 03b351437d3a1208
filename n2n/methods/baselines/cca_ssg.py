"""CCA-SSG: two views agree column by column, and no column repeats another."""

import torch

from n2n.methods.baselines.base import Unsupervised
from n2n.methods.baselines.views import Augmentation


class CCASSG(Unsupervised):
    """Canonical correlation of two views, as a loss without negatives, target or projection.

        ℒ = −(1/N) Σ_i z_i·z'_i + λ (‖ZᵀZ/N − I‖² + ‖Z'ᵀZ'/N − I‖²),

    Z and Z' the standardised columns of GCN(view 1) and GCN(view 2). Zhang et al., From canonical correlation
    analysis to self-supervised graph neural networks, 2021. Changed: an edge is left out in both directions.
    """

    def prepare(self) -> None:
        self.views = Augmentation(self.edges(), self.num_features)
        self.encoder = self.convolutions()

    def encode(self) -> torch.Tensor:
        return self.encoder(self.x, self.views.whole)

    def contrast(self) -> torch.Tensor:
        s, x = self.settings, self.drop(self.x)
        views = [self.views.draw(s.drop_edges, s.drop_features, self.generator) for _ in range(2)]
        a, b = (standardised(self.encoder(x, view)) for view in views)
        return canonical_loss(a, b, s.decorrelation)


def standardised(h: torch.Tensor) -> torch.Tensor:
    """Columns of mean 0 and standard deviation 1; a constant column is 0."""
    return (h - h.mean(0)) / h.std(0).clamp_min(1e-6)


def canonical_loss(a: torch.Tensor, b: torch.Tensor, weight: float) -> torch.Tensor:
    """The loss above, λ its weight; ‖G − I‖² is ‖G‖² − 2 tr(G) + D, so there is no identity matrix.

    >>> z = torch.tensor([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    >>> float(canonical_loss(z, z, 1.0))
    -2.0
    """
    loss = -(a * b).sum() / len(a)
    for z in (a, b):
        gram = z.T @ z / len(z)
        loss = loss + weight * (gram.square().sum() - 2 * gram.trace() + len(gram))
    return loss

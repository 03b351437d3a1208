"""GRACE: a node in one view of the graph should be recognised in another."""

import torch
import torch.nn.functional as F
from torch import nn

from n2n.methods.baselines.base import Unsupervised
from n2n.methods.baselines.views import Augmentation


class GRACE(Unsupervised):
    """Two views by leaving out edges and features, one encoder, and a contrast over all nodes of both views.

    With z = g(GCN(view)) and s the cosine, each node i of a view has

        ℓ_i = −log( e^{s(z_i, z'_i)/τ} / (Σ_k e^{s(z_i, z'_k)/τ} + Σ_{k≠i} e^{s(z_i, z_k)/τ}) ),

    and the loss is the mean over both views. Zhu et al., Deep graph contrastive representation learning,
    2020. Changed: M nodes, drawn again in every epoch, are contrasted with each other, so that time and
    memory do not grow with N²; an edge is left out in both directions.
    """

    def prepare(self) -> None:
        width = self.settings.width
        self.views = Augmentation(self.edges(), self.num_features)
        self.encoder = self.convolutions(last=True)
        self.projection = nn.Sequential(self.linear(width, width), nn.ELU(), self.linear(width, width))

    def encode(self) -> torch.Tensor:
        """h of the whole graph, before the projection."""
        return self.encoder(self.x, self.views.whole)

    def contrast(self) -> torch.Tensor:
        """The contrast of the drawn nodes."""
        one, two = self.views.draw_two(self.settings, self.generator)
        x = self.drop(self.x)
        drawn = self.permutation(self.settings.samples)
        a, b = (self.projection(self.encoder(x, view)[drawn]) for view in (one, two))
        return contrast_views(a, b, self.settings.tau)


def contrast_views(a: torch.Tensor, b: torch.Tensor, tau: float) -> torch.Tensor:
    """The mean ℓ over the rows of both views.

    With both views on top of each other, w = [a; b], the denominator of a row is the sum over all others.

    >>> one = torch.eye(2)
    >>> round(float(contrast_views(one, one, 1.0)), 4)      # −log(e / (e + 2))
    0.5514
    """
    w = F.normalize(torch.cat([a, b]), dim=1)
    similar = (w @ w.T / tau).fill_diagonal_(-torch.inf)
    # Row i of the second half is the same node as row i of the first.
    partners = torch.arange(len(w), device=w.device).roll(len(a))
    return F.cross_entropy(similar, partners)

"""GRACE: a node in one view of the graph should be recognised in another."""

import torch
import torch.nn.functional as F
from torch import nn

from n2n.methods.baselines.base import Unsupervised
from n2n.methods.baselines.views import Augmentation


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


class GRACE(Unsupervised):
    """Two views by leaving out edges and features, one encoder, and a contrast over all nodes of both views.

    With z = g(GCN(view)) and s the cosine, each node i of a view has

        ℓ_i = −log( e^{s(z_i, z'_i)/τ} / (Σ_k e^{s(z_i, z'_k)/τ} + Σ_{k≠i} e^{s(z_i, z_k)/τ}) ),

    and the loss is the mean over both views. Zhu, Xu, Yu, Liu, Wu and Wang, Deep graph contrastive
    representation learning, 2020. Kept: the views, two GCN layers, the projection g with one hidden layer
    (ELU), both kinds of negatives. Changed: M nodes, drawn again in every epoch, are contrasted with each
    other, so that time and memory do not grow with N²; an edge is left out in both directions. A new node
    needs its edges.
    """

    def prepare(self) -> None:
        width = self.settings.width
        self.views = Augmentation(self.graph)
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

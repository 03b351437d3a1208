"""GRACE: a node in one view of the graph should find itself in another.

Zhu, Xu, Yu, Liu, Wu and Wang, Deep graph contrastive representation learning, 2020.
"""

import torch
from torch import nn

from n2n.methods.baselines.augmentation import Augmentation
from n2n.methods.baselines.base import Unsupervised
from n2n.methods.baselines.contrast import contrast_views
from n2n.methods.baselines.encoders import Convolutions, Dense


class GRACE(Unsupervised):
    """Two views by leaving out edges and features, one encoder, and a contrast over all nodes of both views.

    With z = g(GCN(view)) and s the cosine, each node i of a view has

        ℓ_i = −log( e^{s(z_i, z'_i)/τ} / (Σ_k e^{s(z_i, z'_k)/τ} + Σ_{k≠i} e^{s(z_i, z_k)/τ}) ),

    and the loss is the mean over both views. Kept: the views, two GCN layers, the projection g with one
    hidden layer (ELU), both kinds of negatives. Changed: M nodes, drawn again in every epoch, are contrasted
    with each other, so that time and memory do not grow with N²; an edge is left out in both directions. A
    new node needs its edges.
    """

    def prepare(self) -> None:
        s = self.settings
        self.views = Augmentation(self.graph)
        sizes = [self.graph.num_features] + [s.width] * s.depth
        self.encoder = Convolutions(sizes, self.generator, last=True)
        self.projection = nn.Sequential(
            Dense(s.width, s.width, self.generator), nn.ELU(), Dense(s.width, s.width, self.generator)
        )

    def encode(self) -> torch.Tensor:
        """h of the whole graph, in front of the projection."""
        return self.encoder(self.x, self.views.whole)

    def contrast(self) -> torch.Tensor:
        """The contrast of the nodes that were drawn."""
        s, random = self.settings, self.generator
        one, two = self.views.draw_two(s, random)
        x = self.drop(self.x)
        drawn = torch.randperm(self.num_nodes, generator=random)[: s.samples]
        a, b = (self.projection(self.encoder(x, view)[drawn]) for view in (one, two))
        return contrast_views(a, b, s.tau)

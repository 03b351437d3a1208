"""GraphACL: a node predicts the output of a slower encoder for its neighbours; there are no views."""

import torch
import torch.nn.functional as F
from scipy.sparse import eye_array

from n2n.methods.baselines.base import Unsupervised
from n2n.methods.baselines.layers import edge_products, follow, frozen_copy
from n2n.methods.baselines.views import View
from n2n.methods.model import Losses


class GraphACL(Unsupervised):
    """Asymmetric contrast: prediction of the neighbours by one encoder, pushing apart within it.

        ℒ = −mean_i mean_{j∈𝒩_i} log( e^{p_i·t_j/τ} / (e^{p_i·t_j/τ} + Z_i) ),    Z_i = Σ_k e^{v_i·v_k/τ},

    v = f_θ(graph), p = g(v) its prediction and t = f_φ(graph) the target, all of length one. Xiao, Zhu, Chen
    and Wang, Simple and asymmetric graph contrastive learning without augmentations, 2023. No gradient
    reaches the target, which follows by φ ← m φ + (1 − m) θ; the node itself is among its neighbours.
    Changed: Z is estimated from M nodes, drawn again in every epoch and scaled by N/M, so that time and
    memory do not grow with N²; it is exact where N ≤ M. The width is that of all methods.
    """

    def prepare(self) -> None:
        self.whole = View(self.edges())
        self.near = self.sparse(self.graph.adjacency() + eye_array(self.num_nodes))
        self.encoder = self.convolutions()
        self.target = frozen_copy(self.encoder)
        self.predictor = self.linear(self.settings.width, self.settings.width)

    def encode(self) -> torch.Tensor:
        return self.encoder(self.x, self.whole)

    def contrast(self) -> torch.Tensor:
        x, near, tau = self.drop(self.x), self.near, self.settings.tau
        v = self.encoder(x, self.whole)
        with torch.no_grad():
            aim = F.normalize(self.target(x, self.whole), dim=1)
        similar = edge_products(near, F.normalize(self.predictor(v), dim=1), aim) / tau
        missed = F.softplus(self.others(v).log()[near.row_of_entry] - similar)
        share = 1 / near.indptr.diff().float()
        return (missed * share[near.row_of_entry]).sum() / self.num_nodes

    def others(self, v: torch.Tensor) -> torch.Tensor:
        """(N,) Z, from M drawn nodes where there are more."""
        unit, m = F.normalize(v, dim=1), self.settings.samples
        drawn = unit[self.permutation(m)] if self.num_nodes > m else unit
        return (unit @ drawn.T / self.settings.tau).exp().sum(1) * (self.num_nodes / len(drawn))

    def step(self, stage: str) -> Losses:
        """One step of the encoder, then the target follows."""
        losses = super().step(stage)
        follow(self.target, self.encoder, self.settings.momentum)
        return losses

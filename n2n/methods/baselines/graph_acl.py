"""GraphACL: a node predicts the output of a slower encoder for its neighbours; there are no views."""

import torch
import torch.nn.functional as F
from scipy.sparse import eye_array

from n2n.compute.sparse import SparseRows
from n2n.methods.baselines.base import Unsupervised
from n2n.methods.baselines.layers import edge_products, follow, frozen_copy
from n2n.methods.baselines.views import View
from n2n.methods.model import Losses


def asymmetric_loss(near, guess, aim, sum_of_others, tau: float) -> torch.Tensor:
    """−mean_i mean_{j∈𝒩_i} log( e^{p_i·t_j/τ} / (e^{p_i·t_j/τ} + Z_i) ) over the stored edges (i, j).

    Args:
        near: the edges as sparse rows.
        guess, aim: p and t, rows of length one.
        sum_of_others: (N,) Z.
    """
    similar = edge_products(near, guess, aim) / tau
    sources = near.row_of_entry
    missed = F.softplus(sum_of_others.log()[sources] - similar)
    share = 1 / near.indptr.diff().float()
    return (missed * share[sources]).sum() / near.shape[0]


class GraphACL(Unsupervised):
    """Asymmetric contrast: prediction of the neighbours by one encoder, pushing apart within it.

        ℒ = −mean_i mean_{j∈𝒩_i} log( e^{p_i·t_j/τ} / (e^{p_i·t_j/τ} + Σ_k e^{v_i·v_k/τ}) ),

    v = f_θ(graph), p = g(v) its prediction and t = f_φ(graph) the target, all of length one. Xiao, Zhu, Chen
    and Wang, Simple and asymmetric graph contrastive learning without augmentations, 2023. No gradient
    reaches the target, which follows by φ ← m φ + (1 − m) θ. Kept: both encoders, the linear g, neighbours
    and the node itself as aims. Changed: the sum over all k is estimated from M nodes, drawn again in every
    epoch and scaled by N/M, so that time and memory do not grow with N²; it is exact where N ≤ M. The width
    is that of all methods (its authors take 1,024 or 2,048). A new node needs its edges.
    """

    def prepare(self) -> None:
        self.whole = View(self.edges())
        self.near = SparseRows.from_scipy(self.graph.adjacency() + eye_array(self.num_nodes))
        self.encoder = self.convolutions()
        self.target = frozen_copy(self.encoder)
        self.predictor = self.linear(self.settings.width, self.settings.width)

    def encode(self) -> torch.Tensor:
        return self.encoder(self.x, self.whole)

    def contrast(self) -> torch.Tensor:
        x = self.drop(self.x)
        v = self.encoder(x, self.whole)
        with torch.no_grad():
            aim = F.normalize(self.target(x, self.whole), dim=1)
        guess = F.normalize(self.predictor(v), dim=1)
        return asymmetric_loss(self.near, guess, aim, self.others(v), self.settings.tau)

    def others(self, v: torch.Tensor) -> torch.Tensor:
        """(N,) Σ_k e^{v_i·v_k/τ}, from M drawn nodes where there are more."""
        unit, m = F.normalize(v, dim=1), self.settings.samples
        drawn = unit[self.permutation(m)] if self.num_nodes > m else unit
        return (unit @ drawn.T / self.settings.tau).exp().sum(1) * (self.num_nodes / len(drawn))

    def step(self, stage: str) -> Losses:
        """One step of the encoder, then the target follows."""
        losses = super().step(stage)
        follow(self.target, self.encoder, self.settings.momentum)
        return losses

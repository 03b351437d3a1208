"""SimMLP: an MLP learns, without labels, the output of a graph network for the neighbourhood of a node."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from n2n.compute.sparse import SparseRows
from n2n.methods.baselines.base import Unsupervised
from n2n.methods.baselines.layers import BatchNorm
from n2n.methods.baselines.views import Augmentation
from n2n.methods.layers import drop
from n2n.methods.model import Losses


def reconstruction_error(a: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, x) -> torch.Tensor:
    """The mean squared difference of X and O, the rows of A·W + b scaled to length one, without O.

    With o_i = a_i W + b it is mean_i (1 − 2 o_i·x_i/‖o_i‖ + ‖x_i‖²)/D. Products with x touch its stored
    values only, and ‖o_i‖² = a_i (W Wᵀ) a_i + 2 a_i·(W b) + b·b.

    Args:
        a: (N, width) input of the last layer of the decoder.
        weight, bias: W (width, D) and b of that layer.
    """
    values = x.values if isinstance(x, SparseRows) else x
    inner = (a * (x @ weight.T)).sum(1) + (x @ bias[:, None])[:, 0]
    length = ((a @ (weight @ weight.T)) * a).sum(1) + 2 * (a @ (weight @ bias)) + bias.square().sum()
    cosine = inner * length.clamp_min(1e-12).rsqrt()
    return (1 - 2 * cosine).mean() / weight.shape[1] + values.square().sum() / len(a) / weight.shape[1]


class SimMLP(Unsupervised):
    """Alignment of an MLP with a graph network that shares its weights.

        ℒ = mean_i (1 − cos(q(z_i), s_i)) + λ·mean (decoder(s) − x)²,    z = MLP(x), s = (norm∘PReLU∘Â)^L z,

    Wang, Zhang, Zhang and Ye, Training MLPs on graphs without supervision, 2025. No gradient of the first
    term reaches s: the MLP, behind a predictor q, learns what its neighbours would make of it, and the
    reconstruction keeps s from collapsing. The rate falls along half a cosine. Changed: the predictor has a
    hidden layer on every graph; an edge is left out in both directions; the reconstruction never holds the
    N×D matrix (`reconstruction_error`).
    """

    def prepare(self) -> None:
        width, features = self.settings.width, self.num_features
        self.views = Augmentation(self.edges(), features)
        self.first, self.second = self.linear(features, width), self.linear(width, width)
        self.norms = nn.ModuleList(BatchNorm(width) for _ in range(2))
        self.act, self.smooth_act = nn.PReLU(), nn.PReLU()
        self.smooth_norms = nn.ModuleList(BatchNorm(width) for _ in range(self.settings.depth))
        hidden = self.linear(width, width), BatchNorm(width), nn.PReLU()
        self.predictor = nn.Sequential(*hidden, self.linear(width, width), BatchNorm(width))
        self.decoder = nn.Sequential(self.linear(width, width), nn.PReLU())
        self.last = self.linear(width, features)

    def encode(self) -> torch.Tensor:
        """z of all nodes, from their features alone."""
        return self.encode_rows(self.x)

    def encode_rows(self, x: SparseRows | torch.Tensor) -> torch.Tensor:
        """z of rows of features, of length one."""
        h = self.drop(self.act(self.norms[0](self.first(x))))
        return F.normalize(self.norms[1](self.second(h)) + h, dim=1)

    def smooth(self, z: torch.Tensor, adjacency: SparseRows) -> torch.Tensor:
        """s, the representations of the neighbourhoods."""
        for norm in self.smooth_norms:
            z = norm(self.smooth_act(adjacency @ z))
        return z

    def contrast(self) -> torch.Tensor:
        """Alignment, and reconstruction where it has a weight."""
        s, random = self.settings, self.generator
        view = self.views.draw(s.drop_edges, 0.0, random)
        # The values that are left are scaled up, which the norm takes back.
        z = self.encode_rows(drop(self.x, s.drop_features, random))
        smooth = self.smooth(z, view.adjacency)
        loss = 1 - F.cosine_similarity(self.predictor(z), smooth.detach(), dim=1).mean()
        if s.reconstruction:
            decoded = self.decoder(smooth), self.last.weight, self.last.bias
            loss = loss + s.reconstruction * reconstruction_error(*decoded, self.x)
        return loss

    def step(self, stage: str) -> Losses:
        """One step, at a rate that falls to zero."""
        share = min(self.steps_done / self.settings.epochs, 1.0)
        self.set_learning_rate((1 + math.cos(math.pi * share)) / 2)
        return super().step(stage)

"""BGRL: one encoder predicts the output of a slower copy of itself on another view; no negatives."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from n2n.methods.baselines.base import Unsupervised
from n2n.methods.baselines.layers import BatchNorm, follow, frozen_copy
from n2n.methods.baselines.views import Augmentation
from n2n.methods.model import Losses


class BGRL(Unsupervised):
    """Bootstrapped representations: q(f_θ(view 1)) ≈ f_φ(view 2) and the other way round.

        ℒ = 2 − mean_i cos(q(h_i), t'_i) − mean_i cos(q(h'_i), t_i),    h = f_θ(view), t = f_φ(view),

    Thakoor et al., Large-scale representation learning on graphs via bootstrapping, 2022. No gradient reaches
    the target f_φ: after every step φ ← m φ + (1 − m) θ, and m rises from its setting to 1 along half a
    cosine. Simplified: the rate does not warm up; an edge is left out in both directions.
    """

    def prepare(self) -> None:
        width = self.settings.width
        self.views = Augmentation(self.edges(), self.num_features)
        self.encoder = self.convolutions(activation=nn.PReLU, norm=BatchNorm, last=True)
        self.target = frozen_copy(self.encoder)
        self.predictor = nn.Sequential(self.linear(width, width), nn.PReLU(), self.linear(width, width))

    def encode(self) -> torch.Tensor:
        return self.encoder(self.x, self.views.whole)

    def contrast(self) -> torch.Tensor:
        """Each view predicts the target's other view."""
        one, two = self.views.draw_two(self.settings, self.generator)
        x = self.drop(self.x)
        with torch.no_grad():
            aims = [self.target(x, view) for view in (two, one)]
        guesses = [self.predictor(self.encoder(x, view)) for view in (one, two)]
        similar = [F.cosine_similarity(*pair, dim=1).mean() for pair in zip(guesses, aims, strict=True)]
        return 2 - similar[0] - similar[1]

    def step(self, stage: str) -> Losses:
        """One step of the encoder, then the target follows with the m of this step."""
        share = min(self.steps_done / self.settings.epochs, 1.0)
        losses = super().step(stage)
        momentum = 1 - (1 - self.settings.momentum) * (math.cos(math.pi * share) + 1) / 2
        follow(self.target, self.encoder, momentum)
        return losses

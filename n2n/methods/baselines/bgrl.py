"""BGRL: one encoder predicts what a slower copy of itself says of another view; no negatives.

Thakoor, Tallec, Azar, Azabou, Dyer, Munos, Veličković and Valko, Large-scale representation learning on
graphs via bootstrapping, 2022.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn

from n2n.methods.baselines.augmentation import Augmentation
from n2n.methods.baselines.base import Unsupervised
from n2n.methods.baselines.encoders import BatchNorm, Convolutions, Dense, follow, frozen_copy
from n2n.methods.interface import Losses


class BGRL(Unsupervised):
    """Bootstrapped representations: q(f_θ(view 1)) ≈ f_φ(view 2) and the other way round.

        ℒ = 2 − mean_i cos(q(h_i), t'_i) − mean_i cos(q(h'_i), t_i),    h = f_θ(view), t = f_φ(view),

    where no gradient reaches the target f_φ: after every step φ ← m φ + (1 − m) θ, and m rises from its
    setting to 1 along half a cosine. Kept: views, GCN layers with batch normalisation and PReLU, the
    predictor q with one hidden layer, target and schedule of m. Simplified: the rate does not warm up; an
    edge is left out in both directions. A new node needs its edges.
    """

    def prepare(self) -> None:
        s = self.settings
        self.views = Augmentation(self.graph)
        sizes = [self.graph.num_features] + [s.width] * s.depth
        self.encoder = Convolutions(sizes, self.generator, nn.PReLU, BatchNorm, last=True)
        self.target = frozen_copy(self.encoder)
        self.predictor = nn.Sequential(
            Dense(s.width, s.width, self.generator), nn.PReLU(), Dense(s.width, s.width, self.generator)
        )
        self.steps = 0

    def encode(self) -> torch.Tensor:
        """h of the whole graph by the encoder that learns."""
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
        """One step of the encoder, then the target follows."""
        found = super().step(stage)
        follow(self.target, self.encoder, self.momentum)
        self.steps += 1
        return found

    @property
    def momentum(self) -> float:
        """m of this step."""
        share = min(self.steps / self.settings.epochs, 1.0)
        return 1 - (1 - self.settings.momentum) * (math.cos(math.pi * share) + 1) / 2

    def extra_state(self) -> dict[str, torch.Tensor]:
        """How many steps were taken, which m depends on."""
        return {"steps": torch.tensor(self.steps)}

    def load_extra_state(self, state: dict[str, torch.Tensor]) -> None:
        self.steps = int(state["steps"])

"""PNA: several aggregators at once, each at several strengths."""

import numpy as np
import torch
from torch import nn

from n2n.methods.baselines.base import Layered
from n2n.methods.baselines.layers import NORMS
from n2n.methods.layers import Aggregation
from n2n.taps.positives import all_neighbours

EPSILON = 1e-5
# A message is narrower than the width by this factor: twelve aggregated copies of it are mixed afterwards.
NARROWER = 4


class PNA(Layered):
    """Principal neighbourhood aggregation: mean, maximum, minimum and deviation, each times three scalers.

    Corso et al., Principal neighbourhood aggregation for graph nets, 2020: the scalers are 1, log(d+1)/δ and
    δ/log(d+1), δ the mean of log(d+1). Simplified: the message is a linear map of the neighbour alone, a
    quarter as wide as the layer, instead of a network of both ends of the edge; batch normalisation of the
    hidden layer only where the setting `norm` asks for it.
    """

    def prepare(self) -> None:
        self.largest = Aggregation(all_neighbours(self.graph).matrix(), "max", self.device)
        self.mean = self.edges("mean", loops=False)
        log = np.log(np.maximum(self.graph.degree, 1) + 1.0)
        delta = log.mean() if len(log) else 1.0
        more, less = (scale.astype(np.float32)[:, None] for scale in (log / delta, delta / log))
        self.more, self.less = (torch.from_numpy(scale).to(self.device) for scale in (more, less))
        sizes, message = self.sizes(), max(self.settings.width // NARROWER, 1)
        self.message = self.linears([(size[0], message) for size in sizes], bias=False)
        self.mix = self.linears([(4 * message, 3 * size[1]) for size in sizes], bias=False)
        self.own = self.linears(sizes)
        self.norms = nn.ModuleList(NORMS[self.settings.norm](size[1]) for size in sizes[:-1])

    def aggregate(self, m: torch.Tensor) -> torch.Tensor:
        """(N, 4·width) mean, maximum, minimum and deviation over the neighbours."""
        mean = self.mean @ m
        spread = torch.relu(self.mean @ (m * m) - mean * mean)
        return torch.cat([mean, self.largest(m), -self.largest(-m), (spread + EPSILON).sqrt()], dim=1)

    def layer(self, index: int, x) -> torch.Tensor:
        """The node, and four aggregations of its neighbours under three scalers."""
        x = self.drop(x)
        # A row scaled before the product is the product scaled: one product serves all three scalers.
        plain, more, less = self.mix[index](self.aggregate(self.message[index](x))).chunk(3, dim=1)
        out = self.own[index](x) + plain + self.more * more + self.less * less
        return self.norms[index](out) if index < len(self.norms) else out

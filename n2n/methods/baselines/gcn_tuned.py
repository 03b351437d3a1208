"""GCN-tuned: the plain GCN with the choices that make it strong, as the honest ceiling."""

from itertools import pairwise

import torch
import torch.nn.functional as F
from torch import nn

from n2n.methods.baselines.base import Supervised
from n2n.methods.baselines.layers import NORMS


class TunedGCN(Supervised):
    """GCN with what is usually left out: h⁽ˡ⁾ = drop(ReLU(norm(Â h⁽ˡ⁻¹⁾ Wₗ + bₗ [+ h⁽ˡ⁻¹⁾ Rₗ + cₗ]))).

    Luo, Shi and Wu, Classic GNNs are strong baselines: reassessing GNNs for node classification, 2024. Width,
    number of convolutions, residual maps R, normalisation and dropout are chosen for each graph, with the
    values that the authors released; a linear classifier without edges; the input is not dropped.
    """

    def prepare(self) -> None:
        s = self.settings
        self.adjacency = self.edges()
        pairs = list(pairwise([self.num_features] + [s.width] * s.depth))
        self.layers = self.linears(pairs)
        self.shortcuts = self.linears(pairs if s.residual else [])
        self.norms = nn.ModuleList(NORMS[s.norm](s.width) for _ in pairs)
        self.head = self.linear(s.width, self.num_classes)

    def encode(self) -> torch.Tensor:
        h = self.x
        for place, layer in enumerate(self.layers):
            out = layer(h, self.adjacency)
            if self.settings.residual:
                out = out + self.shortcuts[place](h)
            h = self.drop(F.relu(self.norms[place](out)))
        assert isinstance(h, torch.Tensor)
        return h

    def logits(self, h: torch.Tensor) -> torch.Tensor:
        return self.head(h)

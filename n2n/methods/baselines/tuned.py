"""GCN-tuned: the plain GCN with the choices that make it strong, as the honest ceiling.

Luo, Shi and Wu, Classic GNNs are strong baselines: reassessing GNNs for node classification, 2024.
"""

from itertools import pairwise

import torch
import torch.nn.functional as F
from torch import nn

from n2n.graph.adjacency import normalised
from n2n.methods.baselines.base import Supervised
from n2n.methods.baselines.encoders import NORMS, Dense
from n2n.methods.baselines.layers import sparse_rows


class TunedGCN(Supervised):
    """GCN with what is usually left out: h⁽ˡ⁾ = drop(ReLU(norm(Â h⁽ˡ⁻¹⁾ Wₗ + bₗ [+ h⁽ˡ⁻¹⁾ Rₗ + cₗ]))).

    Width, number of convolutions, residual maps R, normalisation and dropout are chosen for each graph, with
    the values that the authors released; the classifier is a linear layer on the last h, without edges. The
    input is not dropped. Kept whole. A new node needs its edges.
    """

    def prepare(self) -> None:
        s = self.settings
        self.adjacency = sparse_rows(normalised(self.graph))
        sizes = [self.graph.num_features] + [s.width] * s.depth
        pairs = list(pairwise(sizes))
        self.layers = nn.ModuleList(Dense(*pair, self.generator) for pair in pairs)
        self.shortcuts = nn.ModuleList(Dense(*pair, self.generator) for pair in pairs if s.residual)
        self.norms = nn.ModuleList(NORMS[s.norm](s.width) for _ in pairs)
        self.head = Dense(s.width, self.num_classes, self.generator)

    def encode(self) -> torch.Tensor:
        h = self.x
        for place, layer in enumerate(self.layers):
            out = layer(h, self.adjacency)
            if self.settings.residual:
                out = out + self.shortcuts[place](h)
            h = self.drop(F.relu(self.norms[place](out)))
        assert isinstance(h, torch.Tensor)
        return h

    def classify(self, h: torch.Tensor) -> torch.Tensor:
        return self.head(h)

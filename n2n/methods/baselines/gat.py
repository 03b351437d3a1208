"""GAT: a graph network that weighs its neighbours."""

import torch
import torch.nn.functional as F
from scipy.sparse import eye_array
from torch import nn

from n2n.methods.baselines.base import Layered
from n2n.methods.baselines.layers import attention_logits, edge_softmax, weighted_sum
from n2n.methods.layers import glorot


class GAT(Layered):
    """Graph attention: h_i = ELU(Σ_j α_ij W x_j), α_ij = softmax_j LeakyReLU(a·[W x_i ‖ W x_j]).

    Veličković et al., Graph attention networks, 2018: heads that share the width, one head in the last layer,
    dropout on features and attention, every node its own neighbour.
    """

    activation = staticmethod(F.elu)

    def prepare(self) -> None:
        s, sizes = self.settings, self.sizes()
        if s.width % s.heads:
            raise ValueError(f"width {s.width} cannot be shared by {s.heads} heads: choose a multiple.")
        self.near = self.sparse(self.graph.adjacency() + eye_array(self.num_nodes))
        heads = [s.heads] * (len(sizes) - 1) + [1]
        self.maps = self.linears(sizes)
        self.own, self.other = (
            nn.ParameterList(
                glorot(h, out // h, self.generator) for h, (_, out) in zip(heads, sizes, strict=True)
            )
            for _ in range(2)
        )

    def layer(self, index: int, x) -> torch.Tensor:
        """The sum over neighbours, each with its share of the attention of every head."""
        h = self.drop(x) @ self.maps[index].weight
        share = edge_softmax(self.near, attention_logits(self.near, h, self.own[index], self.other[index]))
        return weighted_sum(self.near, self.drop(share), h) + self.maps[index].bias

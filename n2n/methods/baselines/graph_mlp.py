"""Graph-MLP: an MLP that learns the graph through its loss only."""

import scipy.sparse as sp
import torch
import torch.nn.functional as F
from torch import nn

from n2n.graph.adjacency import normalised
from n2n.methods.baselines.base import Supervised
from n2n.methods.model import Losses


class GraphMLP(Supervised):
    """MLP with the neighbouring contrastive loss; edges are not needed at inference.

        ℒ = ℒ_CE + α·ℒ_NC,    ℒ_NC = −mean_i log(Σ_j γ_ij e^{cos(z_i, z_j)/τ} / Σ_k e^{cos(z_i, z_k)/τ}),

    j, k ≠ i and γ = Â^r, on M nodes that are drawn again in every epoch. Hu et al., Graph-MLP: node
    classification without message passing in graph, 2021: linear, GELU, layer norm, dropout, linear,
    classifier.
    """

    def prepare(self) -> None:
        s = self.settings
        self.first = self.linear(self.num_features, s.width)
        self.second = self.linear(s.width, s.width)
        self.norm = nn.LayerNorm(s.width)
        self.head = self.linear(s.width, self.num_classes)
        self.gamma = adjacency = normalised(self.graph)
        for _ in range(s.hops - 1):
            self.gamma = sp.csr_array(self.gamma @ adjacency)

    def encode(self) -> torch.Tensor:
        return self.second(self.drop(self.norm(F.gelu(self.first(self.x)))))

    def logits(self, h: torch.Tensor) -> torch.Tensor:
        return self.head(h)

    def losses(self) -> Losses:
        """ℒ_CE + α·ℒ_NC."""
        z, train = self.encode(), self.labelled.train
        entropy = F.cross_entropy(self.logits(z[train]), self.labelled.y[train])
        contrast = self.contrast(z)
        return Losses(entropy + self.settings.alpha * contrast, contrast.detach(), entropy.detach())

    def contrast(self, z: torch.Tensor) -> torch.Tensor:
        """ℒ_NC of M drawn nodes; those with no neighbour among them are left out."""
        chosen = self.permutation(self.settings.samples).sort().values
        places = chosen.cpu().numpy()
        near = sp.csr_array(self.gamma[places][:, places])
        gamma = torch.from_numpy(near.toarray()).fill_diagonal_(0).to(self.device)
        unit = F.normalize(z[chosen], dim=1)
        similar = (unit @ unit.T / self.settings.tau).fill_diagonal_(-torch.inf).exp()
        close = (gamma * similar).sum(1)
        some = close > 0
        if not some.any():
            return z.sum() * 0
        return -(close[some] / similar.sum(1)[some]).log().mean()

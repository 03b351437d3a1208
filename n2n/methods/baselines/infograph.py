"""InfoGraph: a node and the summary of the subgraph that it lies in belong together."""

import scipy.sparse as sp
import torch

from n2n.methods.baselines.base import Unsupervised
from n2n.methods.baselines.infomax import jensen_shannon
from n2n.methods.layers import glorot
from n2n.taps.positives import random_positives
from n2n.taps.subgraphs import partition

# Summaries that every node is told apart from in an epoch.
NEGATIVES = 64


class InfoGraph(Unsupervised):
    """Mutual information between nodes and the summaries of subgraphs, with a GIN encoder.

    Sun et al., InfoGraph: unsupervised and semi-supervised graph-level representation learning via mutual
    information maximization, 2020: GIN, h = MLP((1+ε)·x_i + Σ_j x_j), and the Jensen–Shannon estimate with
    nodes and summaries of other graphs as false pairs. Changed: there is one graph here, so it is cut into
    new subgraphs in every epoch (every node joined with one random neighbour, see `n2n.partition`). Summaries
    are means, since the subgraphs differ in size; of the other subgraphs 64 are drawn.
    """

    def prepare(self) -> None:
        width = self.settings.width
        self.adjacency = self.sparse(self.graph.adjacency() + sp.eye_array(self.num_nodes))
        # Sums over hubs are long vectors: scaled by the root of the mean degree, steps suit any graph.
        self.scale = float(1 + self.graph.degree.mean()) ** -0.5
        self.first, self.second = self.linear(self.num_features, width), self.linear(width, width)
        self.of_node, self.of_summary = (glorot(width, width, self.generator) for _ in range(2))

    def encode(self) -> torch.Tensor:
        h = self.adjacency @ (self.drop(self.x) @ self.first.weight) * self.scale
        return torch.relu(self.second(torch.relu(h + self.first.bias)))

    def contrast(self) -> torch.Tensor:
        """True pairs: a node and its own subgraph; false ones: a node and subgraphs of others."""
        parts = partition(random_positives(self.graph, 1, self.random_seed()))
        member = torch.from_numpy(parts.membership).long().to(self.device)
        sizes = torch.from_numpy(parts.sizes).float().to(self.device)
        h = self.encode()
        means = h.new_zeros(len(sizes), h.shape[1]).index_add_(0, member, h) / sizes[:, None]
        nodes, summaries = h @ self.of_node, means @ self.of_summary
        scale = h.shape[1] ** -0.5
        true = (nodes * summaries[member]).sum(1) * scale
        drawn = torch.randperm(len(sizes), generator=self.generator, device=self.device)[:NEGATIVES]
        false = nodes @ summaries[drawn].T * scale
        return jensen_shannon(true, false[member[:, None] != drawn])

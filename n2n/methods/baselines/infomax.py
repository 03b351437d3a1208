"""DGI and GMI: a GCN that keeps mutual information with the graph it sees."""

import torch
import torch.nn.functional as F
from torch import nn

from n2n.methods.baselines.base import Unsupervised
from n2n.methods.baselines.layers import edge_products
from n2n.methods.layers import glorot


def jensen_shannon(positive: torch.Tensor, negative: torch.Tensor) -> torch.Tensor:
    """The loss whose minimum is the Jensen–Shannon estimate of mutual information.

    mean softplus(−positive) + mean softplus(negative): scores of true pairs up, of false pairs down.

    >>> float(jensen_shannon(torch.tensor([9.0]), torch.tensor([-9.0]))) < 0.001
    True
    """
    return F.softplus(-positive).mean() + F.softplus(negative).mean()


class DGI(Unsupervised):
    """Deep graph infomax: tell the nodes of the graph from those of a shuffled one, by a summary of it.

    Veličković et al., Deep graph infomax, 2019: one GCN layer with PReLU, shuffled rows of X as the
    corruption, the sigmoid of the mean as the summary, a bilinear score. Shuffled rows of X W are the rows of
    the shuffled X times W, so X W is computed once for both.
    """

    def prepare(self) -> None:
        width = self.settings.width
        self.adjacency = self.edges()
        self.map = self.linear(self.num_features, width)
        self.slope = nn.Parameter(torch.full((width,), 0.25))
        self.score = glorot(width, width, self.generator)

    def encode(self) -> torch.Tensor:
        """h = PReLU(Â X W + b)."""
        return self._smooth(self._project())

    def contrast(self) -> torch.Tensor:
        """Scores of true nodes up, of shuffled ones down."""
        projected = self._project()
        shuffled = projected[self.permutation()]
        true, false = self._smooth(projected), self._smooth(shuffled)
        aim = self.score @ true.mean(0).sigmoid()
        return jensen_shannon(true @ aim, false @ aim)

    def _project(self) -> torch.Tensor:
        return self.drop(self.x) @ self.map.weight

    def _smooth(self, projected: torch.Tensor) -> torch.Tensor:
        return F.prelu(self.adjacency @ projected + self.map.bias, self.slope)


class GMI(DGI):
    """Graphical mutual information: what a node keeps of the features and of the edges around it.

    Peng et al., Graph representation learning via graphical mutual information maximization, 2020: the
    information of h_i about the features of each neighbour and of the node itself, estimated by a bilinear
    score against shuffled features; the information about edges, σ(h_i·h_j) against pairs that were drawn;
    one GCN layer with PReLU. Simplified: features are seen through the encoder's own linear map, all
    neighbours weigh the same (the authors' variant "mean"), one drawn pair for each edge, so that time and
    memory grow with the edges and never with N².
    """

    def prepare(self) -> None:
        super().prepare()
        self.near = self.sparse(self.graph.adjacency())
        width = self.settings.width
        self.score = glorot(width, width, self.generator)  # drawn anew, as for the published results

    def contrast(self) -> torch.Tensor:
        """Features of the node and of its neighbours, and edges, all weighing the same."""
        projected = self._project()
        h, z = self._smooth(projected), F.prelu(projected, self.slope)
        false, scored = z[self.permutation()], h @ self.score
        own = jensen_shannon((scored * z).sum(1), (scored * false).sum(1))
        near = jensen_shannon(edge_products(self.near, scored, z), edge_products(self.near, scored, false))
        drawn, scale = h[self.permutation()], self.settings.width**-0.5
        true, other = edge_products(self.near, h, h), edge_products(self.near, h, drawn)
        return own + near + jensen_shannon(scale * true, scale * other)

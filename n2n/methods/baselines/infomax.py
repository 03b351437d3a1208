"""DGI and GMI: a GCN that keeps mutual information with the graph it sees."""

import torch
import torch.nn.functional as F
from torch import nn

from n2n.graph.adjacency import normalised
from n2n.methods.baselines.base import Unsupervised
from n2n.methods.baselines.layers import edge_products, sparse_rows, times


def jensen_shannon(positive: torch.Tensor, negative: torch.Tensor) -> torch.Tensor:
    """The loss whose minimum is the Jensen–Shannon estimate of mutual information.

    mean softplus(−positive) + mean softplus(negative): scores of true pairs up, of false pairs down.

    >>> float(jensen_shannon(torch.tensor([9.0]), torch.tensor([-9.0]))) < 0.001
    True
    """
    return F.softplus(-positive).mean() + F.softplus(negative).mean()


class DGI(Unsupervised):
    """Deep graph infomax: tell the nodes of the graph from those of a shuffled one, by a summary of it.

    Veličković et al., Deep graph infomax, 2019. Kept whole: one GCN layer with PReLU, shuffled rows of X as
    the corruption, the sigmoid of the mean as the summary, a bilinear score; the loss is torch-geometric's
    `DeepGraphInfomax`. Shuffled rows of X W are the rows of the shuffled X times W, so X W is made once for
    both.
    """

    def prepare(self) -> None:
        from torch_geometric.nn import DeepGraphInfomax

        self.adjacency = sparse_rows(normalised(self.graph))
        width = self.settings.width
        self.linear, self.offset = self.weight(self.graph.num_features, width), self.bias(width)
        self.slope = nn.Parameter(torch.full((width,), 0.25))
        # Encoder and corruption are here: it only makes the summary, the score and the loss.
        unused = nn.Identity()
        self.infomax = DeepGraphInfomax(width, unused, lambda z, *_: z.mean(0).sigmoid(), unused)
        nn.init.xavier_uniform_(self.infomax.weight, generator=self.generator)

    def encode(self) -> torch.Tensor:
        """h = PReLU(Â X W + b)."""
        return self._smooth(times(self.drop(self.x), self.linear))

    def contrast(self) -> torch.Tensor:
        """−log of the score of true nodes, −log(1 − score) of shuffled ones."""
        projected = times(self.drop(self.x), self.linear)
        shuffled = projected[torch.randperm(self.num_nodes, generator=self.generator)]
        true, false = self._smooth(projected), self._smooth(shuffled)
        return self.infomax.loss(true, false, self.infomax.summary(true))

    def _smooth(self, projected: torch.Tensor) -> torch.Tensor:
        return F.prelu(times(self.adjacency, projected) + self.offset, self.slope)


class GMI(DGI):
    """Graphical mutual information: what a node keeps of the features and of the edges around it.

    Peng et al., Graph representation learning via graphical mutual information maximization, 2020. Kept: the
    information of h_i about the features of each neighbour and of the node itself, estimated by a bilinear
    score against shuffled features; the information about edges, σ(h_i·h_j) against pairs that were drawn;
    one GCN layer with PReLU. Simplified: features are seen through the encoder's own linear map, all
    neighbours weigh the same (the authors' variant "mean"), one drawn pair for each edge, so that time and
    memory grow with the edges and never with N².
    """

    def prepare(self) -> None:
        super().prepare()
        del self.infomax
        self.edges = sparse_rows(self.graph.adjacency())
        self.score = self.weight(self.settings.width, self.settings.width)

    def contrast(self) -> torch.Tensor:
        """Features of the node and of its neighbours, and edges, all weighing the same."""
        projected = times(self.drop(self.x), self.linear)
        h, z = self._smooth(projected), F.prelu(projected, self.slope)
        false = z[torch.randperm(self.num_nodes, generator=self.generator)]
        scored = h @ self.score
        own = jensen_shannon((scored * z).sum(1), (scored * false).sum(1))
        near = jensen_shannon(edge_products(self.edges, scored, z), edge_products(self.edges, scored, false))
        drawn = h[torch.randperm(self.num_nodes, generator=self.generator)]
        scale = self.settings.width**-0.5
        true, drawn = edge_products(self.edges, h, h), edge_products(self.edges, h, drawn)
        return own + near + jensen_shannon(scale * true, scale * drawn)

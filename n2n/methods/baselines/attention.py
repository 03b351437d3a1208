"""Graph networks that weigh their neighbours: GAT and CS-GCN."""

import torch
import torch.nn.functional as F
from torch import nn

from n2n.compute.sparse import SparseRows
from n2n.methods.baselines.base import Layered
from n2n.methods.baselines.layers import edge_softmax, sources_of, sparse_rows, times, weighted_sum

SLOPE = 0.2


def attention_logits(edges: SparseRows, sources, h, own: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """(edges, heads) LeakyReLU(a·h_i + b·h_j) of every edge (i, j), each head on its stretch of columns.

    Args:
        own: (heads, columns of a head) a, for the node that looks.
        other: b, for its neighbour.
    """
    parts = h.view(len(h), *own.shape)
    mine, theirs = (parts * own).sum(-1), (parts * other).sum(-1)
    return F.leaky_relu(mine[sources] + theirs[edges.indices], SLOPE)


class GAT(Layered):
    """Graph attention: h_i = ELU(Σ_j α_ij W x_j), α_ij = softmax_j LeakyReLU(a·[W x_i ‖ W x_j]).

    Veličković et al., Graph attention networks, 2018. Kept whole: eight heads that share the width, one head
    in the last layer, dropout on features and attention, every node its own neighbour.
    """

    activation = staticmethod(F.elu)

    def prepare(self) -> None:
        s = self.settings
        if s.width % s.heads:
            raise ValueError(f"width {s.width} cannot be shared by {s.heads} heads: choose a multiple.")
        from scipy.sparse import eye_array

        self.edges = sparse_rows(self.graph.adjacency() + eye_array(self.num_nodes))
        self.sources = sources_of(self.edges)
        sizes = self.sizes()
        heads = [s.heads] * (len(sizes) - 1) + [1]
        self.weights = nn.ParameterList(self.weight(*size) for size in sizes)
        self.biases = nn.ParameterList(self.bias(size[1]) for size in sizes)
        self.own, self.other = (
            nn.ParameterList(self.weight(h, size[1] // h) for h, size in zip(heads, sizes, strict=True))
            for _ in range(2)
        )

    def layer(self, index: int, x) -> torch.Tensor:
        """The sum over neighbours, each with its share of the attention of every head."""
        h = times(self.drop(x), self.weights[index])
        logits = attention_logits(self.edges, self.sources, h, self.own[index], self.other[index])
        share = self.drop(edge_softmax(self.edges, logits))
        return weighted_sum(self.edges, share, h) + self.biases[index]


class CSGCN(Layered):
    """Context-surrounding network: attention on how much a neighbour differs; the least useful are dropped.

    Hou et al., Measuring and improving the use of graph information in graph neural networks, 2020. Kept:
    attention on [p_i ‖ p_i − p_j] with p = W x, the context c_i = Σ_j α_ij p_j beside the node's own values
    (its own and the context have separate weights), and dropping the share λ_l of the edges with the least
    attention, where λ_l is the label smoothness of the graph. Simplified: λ_l is counted on edges between
    training nodes, since no other label may be used; the width does not depend on the feature smoothness;
    no separate features of the local topology.
    """

    def prepare(self) -> None:
        self.edges = sparse_rows(self.graph.adjacency())
        self.sources = sources_of(self.edges)
        sizes = self.sizes()
        self.own = nn.ParameterList(self.weight(*size) for size in sizes)
        self.near = nn.ParameterList(self.weight(*size) for size in sizes)
        self.biases = nn.ParameterList(self.bias(size[1]) for size in sizes)
        self.level = nn.ParameterList(self.weight(1, size[1]) for size in sizes)
        self.difference = nn.ParameterList(self.weight(1, size[1]) for size in sizes)
        known = torch.full((self.num_nodes,), -1)
        known[self.labelled.train] = self.labelled.y[self.labelled.train]
        a, b = known[self.sources], known[self.edges.indices]
        both = (a >= 0) & (b >= 0)
        self.smoothness = float((a[both] != b[both]).float().mean()) if both.any() else 0.0
        self.degree = self.edges.indptr.diff()

    def layer(self, index: int, x) -> torch.Tensor:
        """The node, and its context by the edges that are kept."""
        x = self.drop(x)
        p = times(x, self.near[index])
        # a·p_i + b·(p_i − p_j) is (a + b)·p_i − b·p_j.
        level, difference = self.level[index], self.difference[index]
        logits = attention_logits(self.edges, self.sources, p, level + difference, -difference)
        context = weighted_sum(self.edges, self._shares(logits), p)
        return times(x, self.own[index]) + context + self.biases[index]

    def _shares(self, logits: torch.Tensor) -> torch.Tensor:
        """Attention over the edges that are kept; 0 for the share λ_l that got least."""
        with torch.no_grad():
            # Against an equal share, since a node with many neighbours gives little to each.
            relative = edge_softmax(self.edges, logits)[:, 0] * self.degree[self.sources]
            kept = torch.ones(len(relative), dtype=torch.bool)
            kept[relative.argsort(stable=True)[: int(self.smoothness * len(relative))]] = False
        masked = torch.where(kept[:, None], logits, torch.full_like(logits, -1e9))
        shares = edge_softmax(self.edges, masked) * kept[:, None]
        return self.drop(shares)

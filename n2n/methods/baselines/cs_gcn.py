"""CS-GCN: attention on how much a neighbour differs."""

import torch
from torch import nn

from n2n.compute.sparse import SparseRows
from n2n.methods.baselines.base import Layered
from n2n.methods.baselines.layers import attention_logits, edge_softmax, weighted_sum
from n2n.methods.layers import glorot


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
        sizes = self.sizes()
        self.near = SparseRows.from_scipy(self.graph.adjacency())
        self.sources, self.degree = self.near.row_of_entry, self.near.indptr.diff()
        self.own, self.context = self.linears(sizes), self.linears(sizes, bias=False)
        self.level, self.difference = (
            nn.ParameterList(glorot(1, size[1], self.generator) for size in sizes) for _ in range(2)
        )
        known = torch.full((self.num_nodes,), -1)
        known[self.labelled.train] = self.labelled.y[self.labelled.train]
        a, b = known[self.sources], known[self.near.indices]
        both = (a >= 0) & (b >= 0)
        self.smoothness = float((a[both] != b[both]).float().mean()) if both.any() else 0.0

    def layer(self, index: int, x) -> torch.Tensor:
        """The node, and its context by the edges that are kept."""
        x = self.drop(x)
        p = self.context[index](x)
        # a·p_i + b·(p_i − p_j) is (a + b)·p_i − b·p_j.
        level, difference = self.level[index], self.difference[index]
        logits = attention_logits(self.near, p, level + difference, -difference)
        context = weighted_sum(self.near, self._shares(logits), p)
        return self.own[index](x) + context

    def _shares(self, logits: torch.Tensor) -> torch.Tensor:
        """Attention over the edges that are kept; 0 for the share λ_l with the least."""
        with torch.no_grad():
            # Against an equal share, since a node with many neighbours gives little to each.
            relative = edge_softmax(self.near, logits)[:, 0] * self.degree[self.sources]
            kept = torch.ones(len(relative), dtype=torch.bool)
            kept[relative.argsort(stable=True)[: int(self.smoothness * len(relative))]] = False
        masked = torch.where(kept[:, None], logits, torch.full_like(logits, -1e9))
        return self.drop(edge_softmax(self.near, masked) * kept[:, None])

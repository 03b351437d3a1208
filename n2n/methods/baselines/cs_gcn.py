"""CS-GCN: attention on how much a neighbour differs."""

import numpy as np
import torch
from torch import nn

from n2n.methods.baselines.base import Layered
from n2n.methods.baselines.layers import attention_logits, edge_softmax, weighted_sum
from n2n.methods.layers import glorot


class CSGCN(Layered):
    """Context-surrounding network: attention on how much a neighbour differs; the least useful are dropped.

    Hou et al., Measuring and improving the use of graph information in graph neural networks, 2020:
    attention on [p_i ‖ p_i − p_j] with p = W x, the context c_i = Σ_j α_ij p_j beside the node's own values,
    without the share λ_l of the edges with the least attention, λ_l the label smoothness of the graph.
    Simplified: λ_l is counted on edges between training nodes, since no other label may be used; the width
    does not depend on the feature smoothness; no separate features of the local topology.
    """

    def prepare(self) -> None:
        sizes = self.sizes()
        self.near = self.sparse(self.graph.adjacency())
        self.own, self.context = self.linears(sizes), self.linears(sizes, bias=False)
        self.level, self.difference = (
            nn.ParameterList(glorot(1, size[1], self.generator) for size in sizes) for _ in range(2)
        )
        train = self.graph.split(self.settings.split, self.settings.split_seed).train
        known = np.full(self.num_nodes, -1)
        known[train] = self.graph.y[train]
        a, b = known[self.graph.sources], known[self.graph.indices]
        both = (a >= 0) & (b >= 0)
        self.smoothness = float(np.mean(a[both] != b[both], dtype=np.float32)) if both.any() else 0.0

    def layer(self, index: int, x) -> torch.Tensor:
        """The node, and its context by the edges that are kept."""
        x = self.drop(x)
        p = self.context[index](x)
        # a·p_i + b·(p_i − p_j) is (a + b)·p_i − b·p_j.
        level, difference = self.level[index], self.difference[index]
        logits = attention_logits(self.near, p, level + difference, -difference)
        return self.own[index](x) + weighted_sum(self.near, self.shares(logits), p)

    def shares(self, logits: torch.Tensor) -> torch.Tensor:
        """Attention over the edges that are kept; 0 for the share λ_l with the least."""
        with torch.no_grad():
            # Against an equal share, since a node with many neighbours gives little to each.
            degree = self.near.indptr.diff()[self.near.row_of_entry]
            relative = edge_softmax(self.near, logits)[:, 0] * degree
            kept = torch.ones_like(relative, dtype=torch.bool)
            kept[relative.argsort(stable=True)[: int(self.smoothness * len(relative))]] = False
        masked = torch.where(kept[:, None], logits, torch.full_like(logits, -1e9))
        return self.drop(edge_softmax(self.near, masked) * kept[:, None])

"""TAPS as a torch-geometric transform, for use in front of any model."""

import torch
from torch_geometric.data import Data
from torch_geometric.transforms import BaseTransform

from n2n.graph import Graph
from n2n.taps.positives import check_k
from n2n.taps.ranking import rank


class TAPS(BaseTransform):
    """Keep the k neighbours of each node with the largest graph-structural dependency.

    The result is a copy of the `Data` whose `edge_index` leads from each positive to its node, because
    torch-geometric's layers send messages from source to target. Edge attributes are dropped; a node without
    neighbours gets no edge.

    Args:
        k: positives per node.
        undirected: connect a node and its positives in both directions.

    >>> import n2n
    >>> data = TAPS(k=1)(n2n.load("karate").to_pyg())
    >>> data.edge_index.shape
    torch.Size([2, 34])
    """

    def __init__(self, k: int = 1, undirected: bool = False):
        check_k(k)
        self.k, self.undirected = k, undirected

    def forward(self, data: Data) -> Data:
        """The sampled copy; call the transform instead."""
        edges = data.edge_index
        if edges is None:
            raise ValueError("The data has no edge_index: TAPS needs edges to choose from.")
        graph = Graph.from_edges(edges.cpu().numpy(), x=None, num_nodes=data.num_nodes)
        node, positive = (torch.from_numpy(end.astype("int64")) for end in rank(graph).top(self.k).pairs())
        chosen = torch.stack([positive, node])
        if self.undirected:
            chosen = torch.unique(torch.cat([chosen, chosen.flip(0)], dim=1), dim=1)
        for name in data.edge_attrs():
            del data[name]
        data.edge_index = chosen.to(edges.device)
        return data

    def __repr__(self) -> str:
        return f"TAPS(k={self.k}{', undirected=True' if self.undirected else ''})"

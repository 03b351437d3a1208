"""The methods that `bench train` times N2N against.

As most users write them with torch-geometric, on dense features, and as a careful one does, in
`n2n.methods.rivals`.
"""

import torch
import torch.nn.functional as F
from torch import nn

from n2n.graph import Graph
from n2n.methods.registry import build
from n2n.methods.rivals.settings import RivalSettings

WIDTH = 512


class _Step:
    """One training epoch of a supervised network, or inference with it."""

    def __init__(self, graph: Graph, net: nn.Module):
        split = graph.split("paper")
        self.net = net
        self.train = torch.from_numpy(split.train)
        self.y = torch.from_numpy(graph.y)[self.train]
        self.optimiser = torch.optim.Adam(net.parameters(), lr=0.001, fused=True)

    def epoch(self) -> None:
        self.net.train()
        self.optimiser.zero_grad(set_to_none=True)
        F.cross_entropy(self.net()[self.train], self.y).backward()
        self.optimiser.step()

    @torch.no_grad()
    def inference(self) -> None:
        self.net.eval()
        self.net()


class _TwoLayers(nn.Module):
    """conv – ReLU – dropout – conv on dense features."""

    def __init__(self, conv, data, edges, num_classes: int, dropout: float = 0.6):
        super().__init__()
        self.first, self.second = conv(data.num_features, WIDTH), conv(WIDTH, num_classes)
        self.x, self.edges, self.dropout = data.x, edges, dropout

    def forward(self) -> torch.Tensor:
        x = F.dropout(self.x, self.dropout, self.training)
        h = F.relu(self.first(x, self.edges))
        return self.second(F.dropout(h, self.dropout, self.training), self.edges)


class _Baseline:
    """A rival of `n2n.methods.rivals`: sparse features, one sparse matrix for the edges."""

    def __init__(self, graph: Graph, method: str):
        self.model = build(graph, RivalSettings(method, width=WIDTH, learning_rate=0.001, weight_decay=0.0))

    def epoch(self) -> None:
        self.model.step("supervised")

    def inference(self) -> None:
        self.model.predict(self.model.embed(), "supervised")


class _DGI:
    """Deep Graph Infomax with a one-layer GCN encoder; dense features, as in torch-geometric's example."""

    def __init__(self, data):
        from torch_geometric.nn import DeepGraphInfomax, GCNConv

        class Encoder(nn.Module):
            def __init__(self):
                super().__init__()
                self.conv, self.activation = GCNConv(data.num_features, WIDTH), nn.PReLU(WIDTH)

            def forward(self, x, edges):
                return self.activation(self.conv(x, edges))

        def corrupt(x, edges):
            return x[torch.randperm(len(x))], edges

        def summary(z, *_):
            return z.mean(dim=0).sigmoid()

        self.data = data
        self.net = DeepGraphInfomax(WIDTH, Encoder(), summary, corrupt)
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=0.001, fused=True)

    def epoch(self) -> None:
        self.net.train()
        self.optimiser.zero_grad(set_to_none=True)
        self.net.loss(*self.net(self.data.x, self.data.edge_index)).backward()
        self.optimiser.step()

    @torch.no_grad()
    def inference(self) -> None:
        self.net.eval()
        self.net.encoder(self.data.x, self.data.edge_index)


def rivals(graph: Graph) -> dict:
    """Name -> object with `epoch()` and `inference()`."""
    from torch_geometric.nn import GCNConv, SAGEConv
    from torch_geometric.utils import to_torch_csr_tensor

    data, classes = graph.to_pyg(), graph.num_classes
    assert data.edge_index is not None
    # GraphSAGE aggregates before it makes features fewer: one message an edge would be 17 GB on Physics.
    matrix = to_torch_csr_tensor(data.edge_index, size=(graph.num_nodes, graph.num_nodes))
    return {
        "GCN (dense features)": _Step(graph, _TwoLayers(GCNConv, data, data.edge_index, classes)),
        "GraphSAGE-Mean (dense features)": _Step(graph, _TwoLayers(SAGEConv, data, matrix, classes)),
        "DGI (dense features)": _DGI(data),
        "GCN (sparse features)": _Baseline(graph, "GCN"),
        "GraphSAGE-Mean (sparse features)": _Baseline(graph, "GraphSAGE-Mean"),
    }

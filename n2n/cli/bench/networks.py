"""The graph networks that `bench train` times N2N against.

Each in two ways: as most users write it with torch-geometric, on dense features, and as in
`n2n.methods.baselines`, on sparse ones.
"""

import torch
import torch.nn.functional as F
from torch import nn

from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.registry import build

WIDTH = 512


class Method:
    """A method of this program."""

    def __init__(self, graph: Graph, settings: MethodSettings, printed: str = ""):
        self.printed = printed
        """Its row of the paper's Table 3, where it is timed in the same way there."""
        self.model, self.stage = build(graph, settings), settings.stages[0]

    def epoch(self) -> None:
        self.model.step(self.stage)

    def inference(self) -> None:
        """Embed all nodes and, unless a probe would have to be trained, predict their classes."""
        h = self.model.embed()
        if self.stage != "pretext":
            self.model.predict(h, self.stage)


class Network:
    """A supervised network of torch-geometric."""

    def __init__(self, graph: Graph, net: nn.Module, printed: str):
        self.net, self.printed = net, printed
        self.train = torch.from_numpy(graph.split("paper").train)
        self.y = torch.from_numpy(graph.y)[self.train]
        self.optimiser = torch.optim.Adam(net.parameters(), lr=0.001, fused=True)

    def loss(self) -> torch.Tensor:
        return F.cross_entropy(self.net()[self.train], self.y)

    def epoch(self) -> None:
        self.net.train()
        self.optimiser.zero_grad(set_to_none=True)
        self.loss().backward()
        self.optimiser.step()

    @torch.no_grad()
    def inference(self) -> None:
        self.net.eval()
        self.net()


class _TwoLayers(nn.Module):
    """conv – ReLU – dropout – conv on dense features."""

    def __init__(self, conv, data, edges, num_classes: int):
        super().__init__()
        self.first, self.second = conv(data.num_features, WIDTH), conv(WIDTH, num_classes)
        self.x, self.edges, self.dropout = data.x, edges, 0.6

    def forward(self) -> torch.Tensor:
        x = F.dropout(self.x, self.dropout, self.training)
        h = F.relu(self.first(x, self.edges))
        return self.second(F.dropout(h, self.dropout, self.training), self.edges)


class _DGI(Network):
    """Deep Graph Infomax with a one-layer GCN encoder; dense features, as in torch-geometric's example."""

    def __init__(self, graph: Graph, data):
        from torch_geometric.nn import DeepGraphInfomax, GCNConv, Sequential

        def corrupt(x, edges):
            return x[torch.randperm(len(x))], edges

        layers = [(GCNConv(data.num_features, WIDTH), "x, edges -> x"), nn.PReLU(WIDTH)]
        encoder = Sequential("x, edges", layers)
        self.inputs = data.x, data.edge_index
        self.infomax = DeepGraphInfomax(WIDTH, encoder, lambda z, *_: z.mean(dim=0).sigmoid(), corrupt)
        super().__init__(graph, self.infomax, "DGI")

    def loss(self) -> torch.Tensor:
        return self.infomax.loss(*self.infomax(*self.inputs))

    @torch.no_grad()
    def inference(self) -> None:
        self.infomax.eval()
        self.infomax.encoder(*self.inputs)


def networks(graph: Graph) -> dict[str, Method | Network]:
    """The networks by name, ready for their first epoch."""
    from torch_geometric.nn import GCNConv, SAGEConv
    from torch_geometric.utils import to_torch_csr_tensor

    data, classes = graph.to_pyg(), graph.num_classes
    assert data.edge_index is not None
    # GraphSAGE aggregates before it reduces the features: one message per edge would be 17 GB on Physics.
    matrix = to_torch_csr_tensor(data.edge_index, size=(graph.num_nodes, graph.num_nodes))

    def sparse(method: str) -> Method:
        return Method(graph, BaselineSettings(method, width=WIDTH, learning_rate=0.001, weight_decay=0.0))

    def dense(method: str, conv, edges) -> Network:
        return Network(graph, _TwoLayers(conv, data, edges, classes), method)

    return {
        "GCN (dense features)": dense("GCN", GCNConv, data.edge_index),
        "GraphSAGE-Mean (dense features)": dense("GraphSAGE-Mean", SAGEConv, matrix),
        "DGI (dense features)": _DGI(graph, data),
        "GCN (sparse features)": sparse("GCN"),
        "GraphSAGE-Mean (sparse features)": sparse("GraphSAGE-Mean"),
    }

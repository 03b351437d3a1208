"""The methods that `bench train` times N2N against, as their users write them with torch-geometric."""

import torch
import torch.nn.functional as F
from torch import nn

from n2n.graph import Graph
from n2n.sparse import SparseRows

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


class _SparseGCN(nn.Module):
    """The same GCN with sparse features and one sparse matrix Â = D^-½(A+I)D^-½: Â·ReLU(Â·X·W₁)·W₂."""

    def __init__(self, graph: Graph, dropout: float = 0.6):
        import numpy as np
        import scipy.sparse as sp

        super().__init__()
        scale = sp.diags_array((graph.degree + 1.0) ** -0.5)
        matrix = scale @ (graph.adjacency(np.float64) + sp.eye_array(graph.num_nodes)) @ scale
        self.adjacency = SparseRows.from_scipy(matrix)
        self.x = SparseRows.from_scipy(graph.x)
        self.first = nn.Parameter(nn.init.xavier_uniform_(torch.empty(graph.num_features, WIDTH)))
        self.second = nn.Parameter(nn.init.xavier_uniform_(torch.empty(WIDTH, graph.num_classes)))
        self.dropout = dropout

    def forward(self) -> torch.Tensor:
        values = F.dropout(self.x.values, self.dropout, self.training)
        h = _Product.apply(self.first, self.x, values)
        h = F.relu(_Product.apply(h, self.adjacency, self.adjacency.values))
        h = F.dropout(h, self.dropout, self.training) @ self.second
        return _Product.apply(h, self.adjacency, self.adjacency.values)


class _Product(torch.autograd.Function):
    """Sparse rows times a dense matrix, with the parallel backward that N2N's own encoder has."""

    @staticmethod
    def forward(ctx, dense, rows, values):
        ctx.rows, ctx.values = rows, values
        return rows.product(dense.contiguous(), values)

    @staticmethod
    def backward(ctx, grad):
        return ctx.rows.transposed_product(grad.contiguous(), ctx.values), None, None


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
    # GraphSAGE aggregates before it makes features fewer: one message an edge would be 17 GB on Physics.
    matrix = to_torch_csr_tensor(data.edge_index, size=(graph.num_nodes,) * 2)
    return {
        "GCN (dense features)": _Step(graph, _TwoLayers(GCNConv, data, data.edge_index, classes)),
        "GraphSAGE-Mean (dense features)": _Step(graph, _TwoLayers(SAGEConv, data, matrix, classes)),
        "DGI (dense features)": _DGI(data),
        "GCN (sparse features)": _Step(graph, _SparseGCN(graph)),
    }

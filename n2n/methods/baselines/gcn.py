"""GCN and its simplest relatives: the MLP that sees no edge, and SGC, which has no hidden layer."""

import numpy as np
import scipy.sparse as sp
import torch

from n2n.compute.sparse import dense_or_sparse
from n2n.graph.adjacency import normalised
from n2n.methods.baselines.base import Layered, Supervised, entropy_of
from n2n.methods.baselines.layers import sparse_rows, times
from n2n.methods.interface import Losses

# SGC smooths the features beforehand if the result, which is dense, has at most this many entries (200 MB).
MAX_SMOOTHED = 50_000_000


class MLP(Layered):
    """The floor: the same layers and training without any edge, h = ReLU(X W₁ + b₁), logits = h W₂ + b₂."""

    def prepare(self) -> None:
        self.weights = torch.nn.ParameterList(self.weight(*size) for size in self.sizes())
        self.biases = torch.nn.ParameterList(self.bias(size[1]) for size in self.sizes())

    def pass_on(self, h: torch.Tensor) -> torch.Tensor:
        """What a node receives from the layer: here its own values."""
        return h

    def layer(self, index: int, x) -> torch.Tensor:
        return self.pass_on(times(self.drop(x), self.weights[index])) + self.biases[index]


class GCN(MLP):
    """Graph convolutional network: h = ReLU(Â X W₁ + b₁), logits = Â h W₂ + b₂, Â = D^-½(A+I)D^-½.

    Kipf and Welling, Semi-supervised classification with graph convolutional networks, 2017. Kept whole;
    the L2 penalty acts on all weights.
    """

    def prepare(self) -> None:
        super().prepare()
        self.adjacency = sparse_rows(normalised(self.graph))

    def pass_on(self, h: torch.Tensor) -> torch.Tensor:
        """Â h."""
        return times(self.adjacency, h)


class SGC(Supervised):
    """Simple graph convolution: logits = Â^r X W + b, one linear layer on smoothed features.

    Wu et al., Simplifying graph convolutional networks, 2019. Kept whole. Â^r X is made once where it is not
    too large, and then only the training nodes take part in an epoch; else Â is applied r times to X W,
    which is the same matrix. There is no hidden layer: the embedding is the logits.
    """

    def prepare(self) -> None:
        self.linear = self.weight(self.graph.num_features, self.num_classes)
        self.offset = self.bias(self.num_classes)
        adjacency = normalised(self.graph)
        self.smooth = self.graph.num_nodes * self.graph.num_features <= MAX_SMOOTHED
        if self.smooth:
            x = self.graph.x if sp.issparse(self.graph.x) else np.asarray(self.graph.x, np.float32)
            for _ in range(self.settings.hops):
                x = adjacency @ x
            self.x = dense_or_sparse(x)
            self.x_train = dense_or_sparse(x[self.labelled.train.numpy()])
        else:
            self.adjacency = sparse_rows(adjacency)

    def encode(self) -> torch.Tensor:
        """The logits of all nodes."""
        return self._logits(self.x)

    def classify(self, h: torch.Tensor) -> torch.Tensor:
        """They are the logits already."""
        return h

    def losses(self) -> Losses:
        """ℒ_CE of the training nodes; where the features are smooth already, no other node takes part."""
        if not self.smooth:
            return super().losses()
        return entropy_of(self._logits(self.x_train), self.labelled.y[self.labelled.train])

    def _logits(self, x) -> torch.Tensor:
        h = times(self.drop(x), self.linear)
        for _ in range(0 if self.smooth else self.settings.hops):
            h = times(self.adjacency, h)
        return h + self.offset

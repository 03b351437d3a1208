"""SGC: a linear classifier on smoothed features."""

import numpy as np
import scipy.sparse as sp
import torch

from n2n.compute.sparse import dense_or_sparse
from n2n.graph.adjacency import normalised
from n2n.methods.baselines.base import Supervised, cross_entropy
from n2n.methods.model import Losses

# The features are smoothed beforehand if the result, which is dense, has at most this many entries (200 MB).
MAX_SMOOTHED = 50_000_000


class SGC(Supervised):
    """Simple graph convolution: logits = Â^r X W + b, one linear layer on smoothed features.

    Wu et al., Simplifying graph convolutional networks, 2019. Â^r X is computed once where it is not too
    large, and then only the training nodes take part in an epoch; else Â is applied r times to X W, which is
    the same matrix. There is no hidden layer: the embedding is the logits.
    """

    def prepare(self) -> None:
        self.map = self.linear(self.num_features, self.num_classes)
        self.smooth = self.num_nodes * self.num_features <= MAX_SMOOTHED
        if self.smooth:
            x = self.graph.x if sp.issparse(self.graph.x) else np.asarray(self.graph.x, np.float32)
            for _ in range(self.settings.hops):
                x = normalised(self.graph) @ x
            train = self.graph.split(self.settings.split, self.settings.split_seed).train
            self.x, self.x_train = (dense_or_sparse(rows, self.device) for rows in (x, x[train]))
        else:
            self.adjacency = self.edges()

    def encode(self) -> torch.Tensor:
        """The logits of all nodes."""
        return self._logits(self.x)

    def logits(self, h: torch.Tensor) -> torch.Tensor:
        """They are the logits already."""
        return h

    def losses(self) -> Losses:
        """ℒ_CE of the training nodes; where the features are smooth already, no other node takes part."""
        if not self.smooth:
            return super().losses()
        return cross_entropy(self._logits(self.x_train), self.labelled.y[self.labelled.train])

    def _logits(self, x) -> torch.Tensor:
        h = self.drop(x) @ self.map.weight
        for _ in range(0 if self.smooth else self.settings.hops):
            h = self.adjacency @ h
        return h + self.map.bias

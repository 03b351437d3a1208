"""What the baselines share: a supervised one defines its layers, one without labels defines its contrast.

All random numbers of a run come from one generator, seeded by the settings.
"""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from n2n.compute.sparse import SparseRows, dense_or_sparse
from n2n.graph import Graph
from n2n.graph.adjacency import normalised
from n2n.methods.baselines.layers import Convolutions
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.model import Losses, Model
from n2n.taps.ranking import Ranking


class BaselineModel(Model):
    """A baseline on a graph: features `x`, and whatever `prepare` adds."""

    settings: BaselineSettings

    def __init__(self, graph: Graph, settings: BaselineSettings, ranking: Ranking | None = None):
        super().__init__(graph, settings)
        self.ranking = ranking
        self.num_nodes, self.num_features = graph.num_nodes, graph.num_features
        self.num_classes = graph.num_classes
        if self.needs_features:
            self.x = dense_or_sparse(graph.x, self.device)
        with self.device:
            self.prepare()
        self.optimiser = self.new_optimiser()

    @abstractmethod
    def prepare(self) -> None:
        """Create the weights and whatever does not change between epochs."""

    @abstractmethod
    def losses(self) -> Losses:
        """The loss of one step."""

    @abstractmethod
    def encode(self) -> torch.Tensor:
        """Hidden representations h of all nodes."""

    def step(self, stage: str) -> Losses:
        """One epoch: one step of the optimiser on all nodes, unless a method has batches."""
        self.train()
        return self.descend(self.losses)

    @torch.no_grad()
    def embed(self) -> torch.Tensor:
        self.eval()
        return self.encode()

    def edges(self, kind: str = "symmetric", loops: bool = True) -> SparseRows:
        """Â = D^-½(A+I)D^-½, or "mean", the mean over the neighbours."""
        return self.sparse(normalised(self.graph, kind, loops))

    def sparse(self, matrix: Any) -> SparseRows:
        """A scipy matrix on the device."""
        return SparseRows.from_scipy(matrix, self.device)

    def convolutions(self, **options) -> Convolutions:
        """A GCN with `depth` layers as an encoder."""
        s = self.settings
        return Convolutions([self.num_features] + [s.width] * s.depth, self.generator, **options)

    def permutation(self, count: int | None = None) -> torch.Tensor:
        """All nodes in random order, or the first `count` of them."""
        return torch.randperm(self.num_nodes, generator=self.generator, device=self.device)[:count]

    def rng(self) -> np.random.Generator:
        """A generator of numpy's, seeded by this run's own."""
        return np.random.default_rng(self.random_seed())

    def random_seed(self) -> int:
        """A seed for what draws by itself."""
        return int(torch.randint(2**31, (), generator=self.generator, device=self.device))


class Supervised(BaselineModel):
    """A baseline that minimises the cross-entropy of the training nodes; `logits` is its classifier."""

    def losses(self) -> Losses:
        """ℒ_CE of the training nodes."""
        train = self.labelled.train
        return cross_entropy(self.logits(self.encode())[train], self.labelled.y[train])


class Layered(Supervised):
    """A supervised baseline of layers of one kind: all but the last give h, the last gives the logits."""

    activation: Callable[[torch.Tensor], torch.Tensor] = staticmethod(torch.relu)

    @abstractmethod
    def layer(self, index: int, x: SparseRows | torch.Tensor) -> torch.Tensor:
        """The output of a layer before its activation."""

    def sizes(self) -> list[tuple[int, int]]:
        """(inputs, outputs) of every layer; the last one is the classifier."""
        hidden = [self.settings.width] * (self.settings.layers - 1)
        return list(zip([self.num_features, *hidden], [*hidden, self.num_classes], strict=True))

    def encode(self) -> torch.Tensor:
        h = self.activation(self.layer(0, self.x))
        for index in range(1, self.settings.layers - 1):
            h = self.activation(self.layer(index, h))
        return h

    def logits(self, h: torch.Tensor) -> torch.Tensor:
        return self.layer(self.settings.layers - 1, h)


class Unsupervised(BaselineModel):
    """A baseline with a pretext task on the graph alone; a linear probe judges its representations."""

    @abstractmethod
    def contrast(self) -> torch.Tensor:
        """The loss of the pretext task."""

    def losses(self) -> Losses:
        return Losses(self.contrast(), None, None)

    def logits(self, h: torch.Tensor) -> torch.Tensor:
        raise NotImplementedError("A method without labels has no classifier of its own.")


def cross_entropy(logits: torch.Tensor, labels: torch.Tensor) -> Losses:
    """ℒ_CE as the only part of the loss."""
    entropy = F.cross_entropy(logits, labels)
    return Losses(entropy, None, entropy.detach())

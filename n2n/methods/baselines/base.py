"""What all baselines share: each is a `n2n.methods.interface.Model`, so that `Trainer` runs them all.

A supervised baseline says how to `encode` (hidden representations h of all nodes) and how to `classify`
them;
a
baseline that learns without labels says how to `encode` and what its `contrast` is, and is judged by the
linear
probe. All random numbers come from one generator, seeded by the settings.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import overload

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from n2n.compute.sparse import SparseRows, dense_or_sparse
from n2n.graph import Graph
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.device import new_adam
from n2n.methods.dropout import drop
from n2n.methods.evaluation import Nodes
from n2n.methods.interface import Losses, Model
from n2n.methods.probes import probe
from n2n.taps.ranking import Ranking


class BaselineModel(nn.Module, Model, ABC):
    """A baseline method on a graph: data, weights, optimiser and random numbers."""

    needs_features = True

    def __init__(self, graph: Graph, settings: BaselineSettings, ranking: Ranking | None = None):
        super().__init__()
        if self.needs_features and graph.num_features == 0:
            raise ValueError(
                f"Graph {graph.name!r} has no features, so {settings.method} has nothing to encode: "
                "add some first."
            )
        if settings.framework != "URL" and not graph.has_labels:
            raise ValueError(
                f"Graph {graph.name!r} has no labels, which {settings.method} needs: "
                "choose a method that learns without them."
            )
        self.graph, self.settings, self.ranking = graph, settings, ranking
        self.device = torch.device("cpu")
        self.generator = torch.Generator().manual_seed(settings.seed)
        self.num_nodes, self.num_classes = graph.num_nodes, graph.num_classes
        self.nodes = Nodes.of(graph, settings, self.device)
        if self.needs_features:
            self.x = dense_or_sparse(graph.x)
        self.prepare()
        self.optimiser = self.new_optimiser()

    @abstractmethod
    def prepare(self) -> None:
        """Make the weights and whatever does not change between epochs."""

    @abstractmethod
    def losses(self) -> Losses:
        """The loss of one step."""

    @abstractmethod
    def encode(self) -> torch.Tensor:
        """Hidden representations h of all nodes."""

    @abstractmethod
    def predict(self, h: torch.Tensor, stage: str) -> torch.Tensor:
        """(N,) predicted classes of the representations that `embed` gave."""

    def new_optimiser(self) -> torch.optim.Optimizer | None:
        """Adam; None for a method that takes its own steps."""
        return new_adam(self.parameters(), self.settings)

    def begin_stage(self, stage: str) -> None:
        self.optimiser = self.new_optimiser()

    def parameters(self) -> list[nn.Parameter]:
        return list(super().parameters())

    def step(self, stage: str) -> Losses:
        """One epoch: one step of the optimiser on all nodes, unless a method has batches."""
        self.train()
        return self.descend(self.losses)

    def descend(self, losses: Callable[[], Losses]) -> Losses:
        """One step of the optimiser on a loss; a method without an optimiser has its own `step`."""
        assert self.optimiser is not None
        self.optimiser.zero_grad(set_to_none=True)
        found = losses()
        found.total.backward()
        self.optimiser.step()
        return found

    @torch.no_grad()
    def embed(self) -> torch.Tensor:
        self.eval()
        return self.encode()

    # Building blocks of a method.

    def weight(self, rows: int, columns: int) -> nn.Parameter:
        """A matrix of weights, Glorot-uniform."""
        return nn.Parameter(nn.init.xavier_uniform_(torch.empty(rows, columns), generator=self.generator))

    def bias(self, size: int) -> nn.Parameter:
        """A vector of zeros that will be learnt."""
        return nn.Parameter(torch.zeros(size))

    def sizes(self) -> list[tuple[int, int]]:
        """(inputs, outputs) of every layer of weights; the last one is the classifier."""
        s = self.settings
        hidden = [s.width] * (s.layers - 1)
        return list(zip([self.graph.num_features, *hidden], [*hidden, self.num_classes], strict=True))

    @overload
    def drop(self, h: torch.Tensor) -> torch.Tensor: ...

    @overload
    def drop(self, h: SparseRows) -> SparseRows: ...

    def drop(self, h: SparseRows | torch.Tensor) -> SparseRows | torch.Tensor:
        """Dropout while training; sparse features are dropped among their stored values, zeros stay zeros."""
        rate = self.settings.dropout if self.training else 0.0
        if rate == 0:
            return h
        if isinstance(h, SparseRows):
            return h.with_values(drop(h.values, rate, self.generator))
        return drop(h.contiguous(), rate, self.generator)

    def numpy_random(self) -> np.random.Generator:
        """A fresh generator of numpy whose seed is the next number of this run's own."""
        return np.random.default_rng(int(torch.randint(2**31, (), generator=self.generator)))


class Supervised(BaselineModel):
    """A baseline that minimises the cross-entropy of the training nodes."""

    @abstractmethod
    def classify(self, h: torch.Tensor) -> torch.Tensor:
        """(N, C) logits of all nodes from the hidden representations."""

    def losses(self) -> Losses:
        """ℒ_CE of the training nodes."""
        train = self.labelled.train
        return entropy_of(self.classify(self.encode())[train], self.labelled.y[train])

    @torch.no_grad()
    def predict(self, h: torch.Tensor, stage: str) -> torch.Tensor:
        """The class of the largest logit."""
        self.eval()
        return self.classify(h).argmax(1)


class Layered(Supervised):
    """A supervised baseline of layers of one kind: all but the last make h, the last makes the logits."""

    activation: Callable[[torch.Tensor], torch.Tensor] = staticmethod(torch.relu)

    @abstractmethod
    def layer(self, index: int, x: SparseRows | torch.Tensor) -> torch.Tensor:
        """What a layer makes of its input, before the activation."""

    def encode(self) -> torch.Tensor:
        h = self.activation(self.layer(0, self.x))
        for index in range(1, self.settings.layers - 1):
            h = self.activation(self.layer(index, h))
        return h

    def classify(self, h: torch.Tensor) -> torch.Tensor:
        return self.layer(self.settings.layers - 1, h)


class Probed(BaselineModel):
    """A baseline that learns from the graph alone; its representations are judged by a linear probe."""

    def predict(self, h: torch.Tensor, stage: str) -> torch.Tensor:
        """The class that the linear probe says."""
        s = self.settings
        return probe(h, self.labelled, self.num_classes, s.probe, s.seed).argmax(1)


class Unsupervised(Probed):
    """A baseline with a pretext task that the optimiser makes smaller."""

    @abstractmethod
    def contrast(self) -> torch.Tensor:
        """The loss of the pretext task."""

    def losses(self) -> Losses:
        return Losses(self.contrast(), None, None)


def entropy_of(logits: torch.Tensor, labels: torch.Tensor) -> Losses:
    """ℒ_CE as the only part of the loss."""
    entropy = F.cross_entropy(logits, labels)
    return Losses(entropy, None, entropy.detach())

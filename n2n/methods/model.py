"""A method on a graph while it learns, with the same interface for N2N and for every baseline."""

import math
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.methods.layers import Linear, Rows, drop
from n2n.methods.probes import Probe, fit_probe, spread
from n2n.methods.ranks import ALONE, Ranks

# The fused step of Adam wakes all threads, which fewer weights than these are not worth.
FUSED_FROM = 1 << 16


class Losses(NamedTuple):
    """Parts of the loss of one step, still on the device; None where a part was not computed.

    Weights that are NaN or infinite make the total NaN or infinite: the number shows that training diverged.
    """

    total: torch.Tensor
    info_nce: torch.Tensor | None
    cross_entropy: torch.Tensor | None


@dataclass(frozen=True)
class Nodes:
    """Node ids and labels of a split as tensors on the training device."""

    train: torch.Tensor
    val: torch.Tensor
    test: torch.Tensor
    y: torch.Tensor

    @classmethod
    def of(cls, graph: Graph, settings: MethodSettings, device: torch.device) -> "Nodes | None":
        """The split of a graph that the settings ask for; None where the graph has no labels."""
        if not graph.has_labels:
            return None
        split = graph.split(settings.split, settings.split_seed)
        if not len(split.train):
            raise ValueError(
                f"The {settings.split} split of {graph.name!r} has no training nodes: choose another split."
            )
        parts = split.train, split.val, split.test, graph.y
        return cls(*(torch.from_numpy(np.asarray(part)).to(device) for part in parts))


class Model(nn.Module, ABC):
    """A method on a graph: data, weights, optimiser and random numbers.

    It knows nothing of histories, records or stopping; that is `n2n.training`.

    Args:
        ranks: the processes that share the work.
    """

    batched = False
    """Whether an epoch has several steps of the optimiser, after each of which it calls `on_step`."""
    needs_features = True
    on_host = False
    """Whether the method runs on the CPU in any case."""
    optimiser: torch.optim.Optimizer | None

    def __init__(self, graph: Graph, settings: MethodSettings, ranks: Ranks = ALONE):
        super().__init__()
        if self.needs_features and graph.num_features == 0:
            raise ValueError(
                f"Graph {graph.name!r} has no features, so {settings.name} has nothing to encode: "
                "add some first."
            )
        if settings.framework != "URL" and not graph.has_labels:
            raise ValueError(
                f"Graph {graph.name!r} has no labels, which {settings.name} needs: "
                "choose a method that learns without them, such as N2N in the framework 'URL'."
            )
        self.graph, self.settings, self.ranks = graph, settings, ranks
        self.device = choose_device("cpu" if self.on_host else settings.device)
        self.generator = torch.Generator(self.device).manual_seed(settings.seed)
        self.nodes = Nodes.of(graph, settings, self.device)
        self.on_step: Callable[[], None] = lambda: None
        self.steps_done = 0
        """Steps of the optimiser so far."""

    @property
    def labelled(self) -> Nodes:
        """The split; a graph without labels was refused where they are needed."""
        assert self.nodes is not None
        return self.nodes

    @abstractmethod
    def step(self, stage: str) -> Losses:
        """Train one epoch."""

    @abstractmethod
    def embed(self) -> torch.Tensor:
        """h (N×width) of all nodes, without dropout, in memory."""

    @abstractmethod
    def logits(self, h: torch.Tensor) -> torch.Tensor:
        """(N, C) of the trained classifier, from what `embed` returned."""

    def blocks(self, nodes: np.ndarray) -> Iterator[tuple[np.ndarray, torch.Tensor]]:
        """(nodes, h) of the given nodes, block by block where the model is trained in batches."""
        yield nodes, self.embed()[torch.from_numpy(nodes).to(self.device)]

    def evaluation(self) -> "Evaluation":
        """Embeddings, predictions and scores at this moment."""
        return Evaluation(self, None if self.batched else self.embed())

    def predict(self, h: torch.Tensor, stage: str) -> torch.Tensor:
        """(N,) classes predicted from the representations of all nodes."""
        return Evaluation(self, h).predict(np.arange(self.graph.num_nodes), stage)

    def drop(self, x: Rows) -> Rows:
        """Dropout while training."""
        return drop(x, self.settings.dropout if self.training else 0.0, self.generator)

    def linear(self, inputs: int, outputs: int, bias: bool = True) -> Linear:
        """X·W + b, or Â X·W + b."""
        return Linear(inputs, outputs, self.generator, bias)

    def linears(self, sizes: Iterable[tuple[int, int]], bias: bool = True) -> Any:
        """A `ModuleList` with one for each (inputs, outputs)."""
        return nn.ModuleList(self.linear(*size, bias=bias) for size in sizes)

    def begin_stage(self, stage: str) -> None:
        """A further stage begins: reset the optimiser."""
        self.optimiser = self.new_optimiser()

    def new_optimiser(self) -> torch.optim.Optimizer | None:
        """Adam on all weights; None for a method that takes its own steps."""
        weights, s = self.parameters(), self.settings
        fused = self.device.type in ("cpu", "cuda") and sum(w.numel() for w in weights) >= FUSED_FROM
        return torch.optim.Adam(weights, lr=s.learning_rate, weight_decay=s.weight_decay, fused=fused)

    def descend(self, losses: Callable[[], Losses]) -> Losses:
        """One step of the optimiser."""
        assert self.optimiser is not None
        self.optimiser.zero_grad(set_to_none=True)
        parts = losses()
        parts.total.backward()
        self.ranks.average_gradients(self.parameters())
        self.optimiser.step()
        self.steps_done += 1
        return parts

    def set_learning_rate(self, factor: float) -> None:
        """The learning rate of the next step, as a multiple of that in the settings."""
        assert self.optimiser is not None
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.learning_rate * factor

    def parameters(self) -> list[nn.Parameter]:
        """All weights, in a fixed order."""
        return list(super().parameters())

    def extra_state(self) -> dict[str, torch.Tensor]:
        """What a checkpoint needs in addition to weights, optimiser and random numbers."""
        return {"steps": torch.tensor(self.steps_done)}

    def load_extra_state(self, state: dict[str, torch.Tensor]) -> None:
        """The inverse of `extra_state`."""
        self.steps_done = int(state["steps"])

    def theorem(self, evaluation: "Evaluation") -> dict[str, float]:
        """The quantities of Theorem 1; none where it does not apply."""
        return {}

    def facts(self) -> dict[str, str]:
        """What to record about the model in addition to its settings."""
        return {}


class Evaluation:
    """What a model says of all nodes at one moment.

    Args:
        h: representations of all nodes; None in mini-batch training, where no more than a block of them is
            in memory, unless all are asked for.
    """

    def __init__(self, model: Model, h: torch.Tensor | None):
        self.model, self.h = model, h
        self._probes: dict[str, Probe] = {}

    def _blocks(self, nodes: np.ndarray) -> Iterable[tuple[Any, torch.Tensor]]:
        """(index, h) of blocks that contain the given nodes: of all nodes, where they are in memory."""
        return self.model.blocks(nodes) if self.h is None else [(slice(None), self.h)]

    def embeddings(self, out: np.ndarray | None = None) -> np.ndarray:
        """(N, width) h of all nodes, written to `out` where it is given, such as a memory-mapped file."""
        n = self.model.graph.num_nodes
        width = self.model.settings.width if self.h is None else self.h.shape[1]
        out = np.empty((n, width), np.float32) if out is None else out
        for index, h in self._blocks(np.arange(n)):
            out[index] = h.cpu().numpy()
        return out

    def snapshot(self) -> np.ndarray:
        """The same in float16."""
        width = self.model.settings.width if self.h is None else self.h.shape[1]
        return self.embeddings(np.empty((self.model.graph.num_nodes, width), np.float16))

    @torch.no_grad()
    def predict(self, nodes: np.ndarray, stage: str) -> torch.Tensor:
        """(N,) classes predicted for the given nodes: by the linear probe after the pretext task, else by the
        trained classifier."""
        self.model.eval()
        classify = self.probe() if stage == "pretext" else self.model.logits
        classes = torch.full((self.model.graph.num_nodes,), -1, device=self.model.device)
        for index, h in self._blocks(nodes):
            classes[index] = classify(h).argmax(1)
        return classes

    def predictions(self, stage: str) -> np.ndarray:
        """(N,) predicted classes of all nodes."""
        return self.predict(np.arange(self.model.graph.num_nodes), stage).cpu().numpy()

    def scores(self, stage: str) -> tuple[float, float, float]:
        """Micro-F1 on training, validation and test nodes; each rank evaluates its share of them.

        With one label per node it is the share of nodes that are right.
        """
        nodes, ranks = self.model.labelled, self.model.ranks
        parts = nodes.train, nodes.val, nodes.test
        members = np.sort(np.concatenate([part.cpu().numpy() for part in parts]))
        start, stop = ranks.share(len(members))
        predicted = self.predict(members[start:stop], stage)
        right = torch.stack([(predicted[part] == nodes.y[part]).sum() for part in parts])
        train, val, test = (
            count / len(part) if len(part) else math.nan
            for count, part in zip(ranks.sum(right).tolist(), parts, strict=True)
        )
        return train, val, test

    def theorem(self) -> dict[str, float]:
        """Feature smoothness, cosine of positives and the bound on the mutual information, see Theorem 1."""
        return self.model.theorem(self)

    def probe(self, kind: str = "") -> Probe:
        """A linear probe on these representations, by default of the kind that the settings choose."""
        nodes, s = self.model.labelled, self.model.settings
        kind = kind or s.probe
        if kind not in self._probes:
            train, val = (spread(part.cpu().numpy()) for part in (nodes.train, nodes.val))
            members = np.concatenate([train, val])
            y = nodes.y[torch.from_numpy(members).to(nodes.y.device)]
            classes = self.model.graph.num_classes
            self._probes[kind] = fit_probe(self.rows(members), y, len(train), classes, kind, s.seed)
        return self._probes[kind]

    def rows(self, nodes: np.ndarray) -> torch.Tensor:
        """h of some nodes, on the device."""
        if self.h is not None:
            return self.h[torch.from_numpy(nodes).to(self.model.device)]
        return torch.cat([h for _, h in self.model.blocks(nodes)])


def choose_device(requested: str = "auto") -> torch.device:
    """The device that a setting means; "auto" is CUDA where there is one.

    Each of several processes on a machine, which torchrun numbers by LOCAL_RANK, has a GPU of its own. The
    index is part of the device, because the current device of CUDA differs from thread to thread.
    """
    if requested == "cuda" and not torch.cuda.is_available():
        raise ValueError("device is 'cuda', but this machine has no usable GPU: choose 'auto' or 'cpu'.")
    if requested == "auto":
        requested = "cuda" if torch.cuda.is_available() else "cpu"
    if requested == "cuda":
        rank = int(os.environ.get("LOCAL_RANK", "0"))
        return torch.device("cuda", rank % max(torch.cuda.device_count(), 1))
    return torch.device(requested)


def synchronise(device: torch.device) -> None:
    """Wait until a GPU has done what it was given, for a time that counts its work."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)

"""Training as an iterator of epochs.

    for epoch in n2n.train(graph, settings): …

The settings are those of N2N or of a rival method. Closing the iterator stops the run; a `Trainer` is the
same with a handle on what was learnt so far. The same settings and seed on the same machine give the same
numbers, bit by bit, also when a run is resumed from a checkpoint.
"""

import os
import platform
import time
from collections.abc import Iterator
from dataclasses import asdict

import numpy as np
import torch

from n2n.files import tensors
from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.methods.registry import build, settings_from
from n2n.sampling.ranking import Ranking
from n2n.training.estimate import refuse_if_too_large
from n2n.training.history import Epoch, Scores
from n2n.training.result import RunResult
from n2n.training.run import Run, snapshot_arrays, snapshots_in

CHECKPOINT = "n2n-checkpoint-1"
# Snapshots together stay below this many bytes; if need be there are fewer of them.
SNAPSHOT_BYTES = 256 << 20


class Trainer:
    """A run in progress: iterate over it to train, ask it for a `Run` at any time.

    >>> import n2n
    >>> trainer = Trainer(n2n.load("karate"), n2n.Settings(width=8, epochs=3, evaluate_every=1))
    >>> [epoch.index for epoch in trainer]
    [1, 2, 3]
    >>> trainer.run().embeddings.shape
    (34, 8)
    """

    def __init__(
        self,
        graph: Graph,
        settings: MethodSettings,
        ranking: Ranking | None = None,
        record: Run | None = None,
    ):
        refuse_if_too_large(graph, settings)
        self.graph, self.settings = graph, settings
        self.model = build(graph, settings, ranking)
        self.record = record or Run(settings, graph.name)
        """The run that this trainer fills: its history and scores."""
        self.snapshots: dict[int, np.ndarray] = {}
        self._best: list[torch.Tensor] | None = None
        self._snapshot_epochs = self._choose_snapshots()

    @property
    def history(self) -> list[Epoch]:
        """The epochs so far."""
        return self.record.history

    @property
    def scores(self) -> Scores | None:
        """Scores so far."""
        return self.record.scores

    def __iter__(self) -> Iterator[Epoch]:
        """Train to the end, one epoch at a time."""
        while not self.finished:
            yield self.step()

    @property
    def finished(self) -> bool:
        """Whether all epochs are done or patience has run out."""
        done = len(self.history)
        if done >= self.settings.total_epochs:
            return True
        scores, patience = self.scores, self.settings.patience
        return bool(patience and scores and done - scores.epoch >= patience)

    def step(self) -> Epoch:
        """Train one epoch and evaluate it if it is due."""
        index, s = len(self.history) + 1, self.settings
        stage = self._stage(index)
        if index == s.epochs + 1:
            self.model.begin_stage(stage)
        start = time.perf_counter()
        total, info_nce, cross_entropy = self.model.step(stage)
        loss, info, entropy = total.item(), _number(info_nce), _number(cross_entropy)
        seconds = time.perf_counter() - start
        due = index % s.evaluate_every == 0 or index in (s.epochs, s.total_epochs)
        snap = index in self._snapshot_epochs
        extra = self._evaluate(index, stage, due, snap) if due or snap else {}
        epoch = Epoch(index, stage, loss, info, entropy, seconds, **extra)
        self.record.record(epoch)
        if due and self.scores and self.scores.epoch == index:
            self._best = [p.detach().clone() for p in self.model.parameters()]
        return epoch

    def result(self) -> RunResult:
        """What was learnt so far: embeddings and predictions of the best validation epoch."""
        model, scores = self.model, self.scores
        current = [p.detach().clone() for p in model.parameters()]
        _assign(model.parameters(), self._best or current)
        h = model.embed()
        predictions = torch.full((self.graph.num_nodes,), -1)
        if model.nodes is not None and self.history:
            stage = self._stage(scores.epoch if scores else len(self.history))
            predictions = model.predict(h, stage)
        _assign(model.parameters(), current)
        return RunResult(
            h.cpu().numpy().copy(), predictions.cpu().numpy(), self.environment(), dict(self.snapshots)
        )

    def run(self) -> Run:
        """The run so far, as a record of its own: training may go on."""
        return Run(self.settings, self.graph.name, list(self.history), self.result())

    def environment(self) -> dict[str, str]:
        """What the numbers depend on in addition to the settings."""
        device = self.model.device
        return {
            "device": torch.cuda.get_device_name(device) if device.type == "cuda" else "cpu",
            "threads": str(torch.get_num_threads()),
            **self.model.facts(),
            "torch": torch.__version__,
            "numpy": np.__version__,
            "python": platform.python_version(),
        }

    def save_checkpoint(self, path: str | os.PathLike) -> None:
        """Everything needed to go on later exactly as if nothing had happened."""
        model = self.model
        arrays = {f"weight_{i}": p.detach().cpu().numpy() for i, p in enumerate(model.parameters())}
        arrays["generator"] = model.generator.get_state().numpy()
        arrays |= {f"best_{i}": best.cpu().numpy() for i, best in enumerate(self._best or ())}
        states = model.optimiser.state_dict()["state"] if model.optimiser else {}
        for i, state in states.items():
            arrays |= {f"adam_{i}_{key}": value.cpu().numpy() for key, value in state.items()}
        arrays |= {f"extra_{name}": value.cpu().numpy() for name, value in model.extra_state().items()}
        arrays |= snapshot_arrays(self.snapshots)
        facts = {
            "graph": [self.graph.name, self.graph.num_nodes, self.graph.num_edges],
            "settings": self.settings.to_dict(),
            "history": [asdict(epoch) for epoch in self.history],
        }
        tensors.write_bytes(path, tensors.to_bytes(CHECKPOINT, arrays, facts))

    @classmethod
    def resume(cls, path: str | os.PathLike, graph: Graph, ranking: Ranking | None = None) -> "Trainer":
        """Go on from a checkpoint on the same graph."""
        arrays, facts = tensors.from_bytes(tensors.read_bytes(path), CHECKPOINT, str(path))
        if facts["graph"] != [graph.name, graph.num_nodes, graph.num_edges]:
            raise ValueError(f"{path} belongs to the graph {facts['graph'][0]!r}, not to {graph.name!r}.")
        history = [Epoch(**epoch) for epoch in facts["history"]]
        settings = settings_from(facts["settings"])
        trainer = cls(graph, settings, ranking, Run(settings, graph.name, history))
        trainer.snapshots = snapshots_in(arrays)
        trainer._restore({name: torch.from_numpy(array) for name, array in arrays.items()})
        return trainer

    def _restore(self, arrays: dict[str, torch.Tensor]) -> None:
        model, device = self.model, self.model.device
        count = len(model.parameters())
        _assign(model.parameters(), [arrays[f"weight_{i}"].to(device) for i in range(count)])
        if "best_0" in arrays:
            self._best = [arrays[f"best_{i}"].to(device) for i in range(count)]
        if model.optimiser:
            state = model.optimiser.state_dict()
            for name in arrays:
                if name.startswith("adam_"):
                    _, i, key = name.split("_", 2)
                    state["state"].setdefault(int(i), {})[key] = arrays[name]
            model.optimiser.load_state_dict(state)
        extra = {name.removeprefix("extra_"): value for name, value in arrays.items() if name[:6] == "extra_"}
        model.load_extra_state(extra)
        model.generator.set_state(arrays["generator"])

    def _stage(self, index: int) -> str:
        stages = self.settings.stages
        return stages[0] if index <= self.settings.epochs else stages[-1]

    def _evaluate(self, index: int, stage: str, due: bool, snap: bool) -> dict[str, float]:
        h = self.model.embed()
        if snap:
            self.snapshots[index] = h.half().cpu().numpy()
        extra: dict[str, float] = {}
        if due and self.model.nodes is not None:
            scores = self.model.nodes.scores(self.model.predict(h, stage))
            extra |= zip(("f1_train", "f1_val", "f1_test"), scores, strict=True)
        if due and self.settings.watch_theorem:
            extra |= self.model.theorem(h)
        return extra

    def _choose_snapshots(self) -> frozenset[int]:
        s = self.settings
        room = SNAPSHOT_BYTES // max(2 * self.graph.num_nodes * s.width, 1)
        count = min(s.snapshots, max(room, 1), s.total_epochs)
        return frozenset(np.linspace(1, s.total_epochs, count).round().astype(int).tolist())


def _number(part: torch.Tensor | None) -> float | None:
    return None if part is None else part.item()


def _assign(parameters, values) -> None:
    with torch.no_grad():
        for parameter, value in zip(parameters, values, strict=True):
            parameter.copy_(value)


def train(graph: Graph, settings: MethodSettings, ranking: Ranking | None = None) -> Iterator[Epoch]:
    """Train and yield an `Epoch` after each epoch; closing the iterator stops the run.

    >>> import n2n
    >>> sum(1 for _ in train(n2n.load("karate"), n2n.Settings(width=8, epochs=5)))
    5
    """
    yield from Trainer(graph, settings, ranking)


def fit(graph: Graph, settings: MethodSettings, ranking: Ranking | None = None) -> Run:
    """Train to the end and return the `Run`.

    Args:
        ranking: of `n2n.rank(graph)`, where there is one already.
    """
    trainer = Trainer(graph, settings, ranking)
    for _ in trainer:
        pass
    return trainer.run()

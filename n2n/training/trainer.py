"""Training as an iterator of epochs.

    for epoch in n2n.train(graph, settings): …

The settings are those of N2N or of a rival method. Closing the iterator stops the run; a `Trainer` is the
same with a handle on what was learnt so far. The same settings and seed on the same machine give the same
numbers, bit by bit, also when a run is resumed from a checkpoint.
"""

import platform
import time
from collections.abc import Iterator
from dataclasses import asdict

import numpy as np
import torch

from n2n.graph import Graph
from n2n.methods.n2n.model import Model
from n2n.methods.n2n.settings import STAGES, Settings
from n2n.methods.spec import Declared
from n2n.training.estimate import refuse_if_too_large
from n2n.training.run import Epoch, Run, Scores, load_file, save_file, snapshots_in

CHECKPOINT = "n2n-checkpoint-1"
# Snapshots together stay below this many bytes; if need be there are fewer of them.
SNAPSHOT_BYTES = 256 << 20


class Trainer:
    """A run in progress: iterate over it to train, ask it for a `Run` at any time.

    >>> import n2n
    >>> trainer = Trainer(n2n.load("karate"), Settings(width=8, epochs=3, evaluate_every=1))
    >>> [epoch.index for epoch in trainer]
    [1, 2, 3]
    >>> trainer.run().embeddings.shape
    (34, 8)
    """

    def __init__(self, graph: Graph, settings: Declared):
        self.graph, self.settings = graph, settings
        self.model = _model(graph, settings)
        self.history: list[Epoch] = []
        self.snapshots: dict[int, np.ndarray] = {}
        self._best: list[torch.Tensor] | None = None
        self._snapshot_epochs = self._choose_snapshots()

    @property
    def scores(self) -> Scores | None:
        """Scores so far."""
        return Scores.of(self.history)

    def __iter__(self) -> Iterator[Epoch]:
        """Train to the end, one epoch at a time."""
        while not self.finished:
            yield self.step()

    @property
    def finished(self) -> bool:
        """Whether all epochs are done or patience has run out."""
        done = len(self.history)
        if done >= total_epochs(self.settings):
            return True
        scores, patience = self.scores, self.settings.patience
        return bool(patience and scores and done - scores.epoch >= patience)

    def step(self) -> Epoch:
        """Train one epoch and evaluate it if it is due."""
        index, s = len(self.history) + 1, self.settings
        stage = self._stage(index)
        if index == s.epochs + 1:
            self.model.optimiser = self.model.new_optimiser()
        start = time.perf_counter()
        losses = self.model.step(stage)
        values = [None if part is None else part.item() for part in losses]
        seconds = time.perf_counter() - start
        due = index % s.evaluate_every == 0 or index in (s.epochs, total_epochs(self.settings))
        snap = index in self._snapshot_epochs
        extra = self._evaluate(index, stage, due, snap) if due or snap else {}
        epoch = Epoch(index, stage, *values, seconds, **extra)
        self.history.append(epoch)
        scores = self.scores
        if due and scores and scores.epoch == index:
            self._best = [p.detach().clone() for p in self.model.parameters()]
        return epoch

    def run(self) -> Run:
        """The run so far; embeddings and predictions are those of the best validation epoch."""
        model, scores = self.model, self.scores
        current = [p.detach().clone() for p in model.parameters()]
        _assign(model.parameters(), self._best or current)
        h = model.embed()
        predictions = torch.full((self.graph.num_nodes,), -1)
        if model.nodes is not None and self.history:
            stage = self._stage(scores.epoch if scores else len(self.history))
            predictions = model.predict(h, stage)
        _assign(model.parameters(), current)
        return Run(
            self.graph.name,
            self.settings,
            list(self.history),
            scores,
            h.cpu().numpy().copy(),
            predictions.cpu().numpy(),
            self.environment(),
            dict(self.snapshots),
        )

    def environment(self) -> dict[str, str]:
        """What the numbers depend on beside the settings."""
        device = self.model.device
        return {
            "device": torch.cuda.get_device_name(device) if device.type == "cuda" else "cpu",
            "threads": str(torch.get_num_threads()),
            **self.model.facts(),
            "torch": torch.__version__,
            "numpy": np.__version__,
            "python": platform.python_version(),
        }

    def save_checkpoint(self, path) -> None:
        """Everything needed to go on later exactly as if nothing had happened; for N2N only."""
        if not isinstance(self.settings, Settings):
            raise ValueError(f"{self.settings.name} cannot be stopped and resumed: only N2N has checkpoints.")
        arrays = {f"weight_{i}": p.detach().cpu().numpy() for i, p in enumerate(self.model.parameters())}
        arrays["generator"] = self.model.generator.get_state().numpy()
        for i, best in enumerate(self._best or ()):
            arrays[f"best_{i}"] = best.cpu().numpy()
        for i, state in self.model.optimiser.state_dict()["state"].items():
            arrays |= {f"adam_{i}_{key}": value.cpu().numpy() for key, value in state.items()}
        arrays |= {f"snapshot_{index}": array for index, array in self.snapshots.items()}
        facts = {
            "graph": [self.graph.name, self.graph.num_nodes, self.graph.num_edges],
            "settings": self.settings.to_dict(),
            "history": [asdict(epoch) for epoch in self.history],
        }
        save_file(path, CHECKPOINT, arrays, facts)

    @classmethod
    def resume(cls, path, graph: Graph) -> "Trainer":
        """Go on from a checkpoint on the same graph."""
        arrays, facts = load_file(path, CHECKPOINT)
        found = [graph.name, graph.num_nodes, graph.num_edges]
        if facts["graph"] != found:
            raise ValueError(f"{path} belongs to the graph {facts['graph'][0]!r}, not to {graph.name!r}.")
        trainer = cls(graph, Settings.from_dict(facts["settings"]))
        model, device = trainer.model, trainer.model.device
        tensors = {name: torch.from_numpy(array.copy()) for name, array in arrays.items()}
        count = len(model.parameters())
        _assign(model.parameters(), [tensors[f"weight_{i}"].to(device) for i in range(count)])
        if "best_0" in tensors:
            trainer._best = [tensors[f"best_{i}"].to(device) for i in range(count)]
        state = model.optimiser.state_dict()
        for name in tensors:
            if name.startswith("adam_"):
                _, i, key = name.split("_", 2)
                state["state"].setdefault(int(i), {})[key] = tensors[name]
        model.optimiser.load_state_dict(state)
        model.generator.set_state(tensors["generator"])
        trainer.history = [Epoch(**epoch) for epoch in facts["history"]]
        trainer.snapshots = snapshots_in(arrays)
        return trainer

    def _stage(self, index: int) -> str:
        stages = STAGES[self.settings.framework]
        return stages[0] if index <= self.settings.epochs else stages[-1]

    def _evaluate(self, index: int, stage: str, due: bool, snap: bool) -> dict[str, float]:
        h = self.model.embed()
        if snap:
            self.snapshots[index] = h.half().cpu().numpy()
        extra = {}
        if due and self.model.nodes is not None:
            scores = self.model.nodes.scores(self.model.predict(h, stage))
            extra = dict(zip(("f1_train", "f1_val", "f1_test"), scores, strict=True))
        if due and self.settings.watch_theorem:
            extra |= self.model.theorem(h)
        return extra

    def _choose_snapshots(self) -> frozenset[int]:
        s = self.settings
        room = SNAPSHOT_BYTES // max(2 * self.graph.num_nodes * s.width, 1)
        count = min(s.snapshots, max(room, 1), total_epochs(self.settings))
        return (
            frozenset(np.linspace(1, total_epochs(self.settings), count).round().astype(int).tolist())
            if count
            else frozenset()
        )


def _model(graph: Graph, settings: Declared):
    """What trains: N2N's own model, or a rival with the same face."""
    if not isinstance(settings, Settings):
        from n2n.methods.rivals import build

        return build(graph, settings)
    refuse_if_too_large(graph, settings)
    return Model(graph, settings)


def total_epochs(settings: Declared) -> int:
    """Epochs of all stages, if nothing stops the run early.

    >>> total_epochs(Settings(framework="PT&FT", epochs=100, finetune_epochs=50))
    150
    """
    return settings.epochs + (settings.finetune_epochs if settings.framework == "PT&FT" else 0)


def _assign(parameters, values) -> None:
    with torch.no_grad():
        for parameter, value in zip(parameters, values, strict=True):
            parameter.copy_(value)


def train(graph: Graph, settings: Declared) -> Iterator[Epoch]:
    """Train and yield an `Epoch` after each epoch; closing the iterator stops the run.

    >>> import n2n
    >>> sum(1 for _ in train(n2n.load("karate"), Settings(width=8, epochs=5)))
    5
    """
    yield from Trainer(graph, settings)


def fit(graph: Graph, settings: Declared) -> Run:
    """Train to the end and return the `Run`."""
    trainer = Trainer(graph, settings)
    for _ in trainer:
        pass
    return trainer.run()

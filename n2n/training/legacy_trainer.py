"""Training as an iterator of epochs.

    for epoch in n2n.train(graph, settings): …

The settings are those of N2N or of a baseline method. Closing the iterator stops the run; a `Trainer` is the
same with a handle on what was learnt so far. The same settings and seed on the same machine give the same
numbers, bit by bit, also when a run is resumed from a checkpoint.
"""

import math
import os
import platform
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NoReturn

import numpy as np
import torch

from n2n.files import tensors
from n2n.files.atomic import whole_file
from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.methods.model import Losses
from n2n.methods.ranks import ALONE, Ranks
from n2n.methods.registry import build
from n2n.taps.ranking import Ranking
from n2n.training.checkpoint import (
    Content,
    assign,
    every,
    graph_facts,
    read_checkpoint,
    restore,
    state_arrays,
)
from n2n.training.cost import refuse_if_too_large
from n2n.training.history import Epoch, Scores
from n2n.training.legacy_run import Run, snapshot_arrays
from n2n.training.result import RunResult

# Snapshots together stay below this many bytes; if need be there are fewer of them.
SNAPSHOT_BYTES = 256 << 20
# The same for the states of a run that are kept at some of its snapshots, for forks.
STATE_BYTES = 64 << 20


NO_VALIDATION = "There are no validation nodes: the last evaluated epoch is reported, patience is ignored."


class Diverged(ValueError):
    """A loss or a weight is not a finite number.

    Attributes:
        run: the run up to its last good epoch; its embeddings are those of the best or last evaluated epoch.
    """

    def __init__(self, words: str, trainer: "Trainer"):
        super().__init__(words)
        self._trainer = trainer

    @cached_property
    def run(self) -> Run:
        return self._trainer.run()


class Trainer:
    """A run in progress: iterate over it to train, ask it for a `Run` at any time.

    >>> import n2n
    >>> trainer = Trainer(n2n.load("karate"), n2n.Settings(width=8, epochs=3, evaluate_every=1))
    >>> [epoch.index for epoch in trainer]
    [1, 2, 3]
    >>> trainer.run().embeddings.shape
    (34, 8)
    """

    ready = True
    """Whether what there is belongs to this run; a fork must come to its parent's epoch first."""

    def __init__(
        self,
        graph: Graph,
        settings: MethodSettings,
        ranking: Ranking | None = None,
        record: Run | None = None,
        ranks: Ranks = ALONE,
    ):
        refuse_if_too_large(graph, settings)
        self.graph, self.settings, self.ranks = graph, settings, ranks
        self.model = build(graph, settings, ranking, ranks)
        self.record = record or Run(settings, graph.name)
        """The run that this trainer fills: its history and scores."""
        self.snapshots = self.record.live_snapshots
        self.states: dict[int, dict[str, np.ndarray]] = {}
        self.best_weights: list[torch.Tensor] | None = None
        """Those of the best validation epoch so far."""
        self._good_weights: list[torch.Tensor] | None = None
        """Those of the last evaluated epoch, or from before the first step."""
        self._snapshot_epochs = self._choose_snapshots()
        self._state_epochs = self._choose_states()
        self.keep_states = True
        """Whether to keep states, for forks, at snapshots."""
        self._after_epoch = lambda: None

    @property
    def history(self) -> list[Epoch]:
        return self.record.history

    @property
    def scores(self) -> Scores | None:
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
        scores, patience, fork = self.scores, self.settings.patience, self.record.fork
        if scores and not scores.validated:
            return False
        # A fork with other settings gets the time that its parent had.
        since = fork.epoch if fork and fork.changes(self.settings) else 0
        return bool(patience and scores and done - max(scores.epoch, since) >= patience)

    def step(self) -> Epoch:
        """Train one epoch and evaluate it if it is due."""
        index, s = len(self.history) + 1, self.settings
        stage = self._stage(index)
        if index == s.epochs + 1:
            self.model.begin_stage(stage)
        start = time.perf_counter()
        loss, info, entropy = self._learn(index, stage)
        seconds = time.perf_counter() - start
        due = index % s.evaluate_every == 0 or index in (s.epochs, s.total_epochs)
        snap = index in self._snapshot_epochs
        look = self.model.evaluation() if due or snap else None
        extra = self._evaluate(look, index, stage, due, snap) if look else {}
        epoch = Epoch(index, stage, loss, info, entropy, seconds, **extra)
        self.record.record(epoch)
        if due:
            self._good_weights = [p.detach().clone() for p in self.model.parameters()]
            if self.scores and self.scores.epoch == index:
                self.best_weights = self._good_weights
        if self.keep_states and index in self._state_epochs:
            self.states[index] = state_arrays(self.model, self.best_weights)
        if not s.batch_size:  # the embedding of a graph that is trained in batches may not fit into memory
            self.record.live.take(self.model, index, stage, getattr(look, "h", None))
        self._after_epoch()
        return epoch

    def _learn(self, index: int, stage: str) -> tuple[float, float | None, float | None]:
        """One epoch of the model; its losses come from the device with a sum of the weights, which is not
        finite where one of them is not."""
        weights = self.model.parameters()
        if self._good_weights is None:
            self._good_weights = [weight.detach().clone() for weight in weights]
        try:
            losses = self.model.step(stage)
        except ZeroDivisionError:  # a kernel met what is not a number
            self._diverge(index)
        with torch.no_grad():
            loss, info, entropy, size = _numbers(
                losses, torch.stack([weight.sum() for weight in weights]).sum()
            )
        if not (math.isfinite(loss) and math.isfinite(size)):
            self._diverge(index)
        return loss, info, entropy

    def _diverge(self, index: int) -> NoReturn:
        """Go back to the last good state, and stop."""
        if self._good_weights is not None:
            assign(self.model.parameters(), self._good_weights)
        named = self.settings.specs()
        other = " or a higher temperature" if "tau" in named else ""
        raise Diverged(
            f"The loss of {self.settings.name} was no longer a finite number in epoch {index}: choose a "
            f"lower learning rate than {self.settings.learning_rate:g}{other}.",
            self,
        )

    def result(self, embeddings: str | os.PathLike | None = None) -> RunResult:
        """What was learnt so far: embeddings and predictions of the best validation epoch.

        Args:
            embeddings: an .npy file to write the embeddings to, block by block in mini-batch training; they
                are then a memory-mapped array. None keeps them in memory.
        """
        model, scores = self.model, self.scores
        current = [p.detach().clone() for p in model.parameters()]
        assign(model.parameters(), self.best_weights or current)
        look = model.evaluation()
        h = look.embeddings() if embeddings is None else self._write(look, embeddings)
        predictions = np.full(self.graph.num_nodes, -1)
        if model.nodes is not None and self.history:
            predictions = look.predictions(self._stage(scores.epoch if scores else len(self.history)))
        assign(model.parameters(), current)
        return RunResult(h, predictions, self.environment(), dict(self.snapshots), dict(self.states))

    def run(self, embeddings: str | os.PathLike | None = None) -> Run:
        """The run so far, as a record of its own: training may continue. The argument is that of `result`."""
        result = self.result(embeddings)
        return Run(self.settings, self.graph.name, list(self.history), result, fork=self.record.fork)

    def _write(self, look, path: str | os.PathLike) -> np.ndarray:
        shape = self.graph.num_nodes, self.settings.width
        with whole_file(path) as part:
            file = np.lib.format.open_memmap(part, "w+", np.float32, shape)
            look.embeddings(file)
            file.flush()
            del file
        return np.load(path, mmap_mode="r")

    def environment(self) -> dict[str, str]:
        """What the numbers depend on in addition to the settings."""
        device = self.model.device
        return {
            "device": torch.cuda.get_device_name(device) if device.type == "cuda" else "cpu",
            "threads": str(torch.get_num_threads()),
            "instructions": torch.backends.cpu.get_cpu_capability(),  # other ones round differently
            **self.model.facts(),
            **({"selection": NO_VALIDATION} if self.scores and not self.scores.validated else {}),
            "torch": torch.__version__,
            "numpy": np.__version__,
            "python": platform.python_version(),
        }

    def save_checkpoint(self, path: str | os.PathLike) -> None:
        """Everything needed to resume later exactly as if nothing had happened; the first rank writes it."""
        content = self.checkpoint()
        if self.ranks.first:
            tensors.write_bytes(path, content.to_bytes())

    def checkpoint(self, snapshots: bool = True) -> Content:
        """What a checkpoint holds at this moment, with or without snapshots; all ranks take part."""
        arrays = state_arrays(self.model, self.best_weights)
        arrays |= snapshot_arrays(self.snapshots if snapshots else {})
        return Content(graph_facts(self.graph), self.settings, list(self.history), arrays, self.record.fork)

    def save_checkpoints(self, path: str | os.PathLike, steps: int) -> None:
        """From now on save a checkpoint every `steps` steps of the optimiser; a full batch is one."""
        self.after_step(every(steps, lambda: self.save_checkpoint(path)))

    def after_step(self, work: Callable[[], None]) -> None:
        """From now on do this after every step of the optimiser; a full batch is one."""
        if self.model.batched:
            self.model.on_step = work
        else:
            self._after_epoch = work

    @classmethod
    def resume(
        cls,
        path: str | os.PathLike,
        graph: Graph,
        ranking: Ranking | None = None,
        ranks: Ranks = ALONE,
        record: Run | None = None,
    ) -> "Trainer":
        """Go on from a checkpoint on the same graph; the first rank reads it for all.

        Args:
            record: the run to fill; its history becomes that of the checkpoint.
        """
        data = ranks.broadcast(tensors.read_bytes(path) if ranks.first else b"")
        run, arrays = read_checkpoint(data, str(path), graph)
        if record is not None:
            record.history[:], record.scores, record.fork = run.history, run.scores, run.fork
        trainer = cls(graph, run.settings, ranking, record or run, ranks)
        snapshots, trainer.best_weights = restore(trainer.model, arrays)
        trainer.snapshots.update(snapshots)
        return trainer

    def _stage(self, index: int) -> str:
        stages = self.settings.stages
        return stages[0] if index <= self.settings.epochs else stages[-1]

    def _evaluate(self, look, index: int, stage: str, due: bool, snap: bool) -> dict[str, float]:
        if snap:
            self.snapshots[index] = look.snapshot()
        extra: dict[str, float] = {}
        if due and self.model.nodes is not None:
            extra |= zip(("f1_train", "f1_val", "f1_test"), look.scores(stage), strict=True)
        if due and self.settings.watch_theorem:
            extra |= look.theorem()
        return extra

    def _choose_snapshots(self) -> frozenset[int]:
        s = self.settings
        room = SNAPSHOT_BYTES // max(2 * self.graph.num_nodes * s.width, 1)
        # A graph that is trained in batches may be far larger than memory: then there is none.
        count = min(s.snapshots, room if s.batch_size else max(room, 1), s.total_epochs)
        return frozenset(np.linspace(1, s.total_epochs, count).round().astype(int).tolist())

    def _choose_states(self) -> frozenset[int]:
        """Snapshot epochs of which the state is kept as well, the last one first: as many as are cheap."""
        epochs = sorted(self._snapshot_epochs, reverse=True)
        if not epochs or self.ranks.size > 1:
            return frozenset()
        # Weights, two moments of Adam, and the best weights so far.
        room = STATE_BYTES // max(4 * sum(p.nbytes for p in self.model.parameters()), 1)
        count = min(int(room), len(epochs))
        return frozenset(epochs[i * len(epochs) // count] for i in range(count))


def _numbers(losses: Losses, size: torch.Tensor) -> tuple[float, float | None, float | None, float]:
    """The parts of a loss, and a further number; they come from the device in one copy, the only time an
    epoch waits for it."""
    parts = [part.detach() for part in losses if part is not None]
    total, *found, last = torch.stack([*parts, size]).tolist()
    info = None if losses.info_nce is None else found.pop(0)
    return total, info, found.pop() if losses.cross_entropy is not None else None, last


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

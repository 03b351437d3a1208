"""Training as an iterator of epochs.

    for epoch in n2n.train(graph, settings): …

The settings are those of N2N or of a baseline method. Closing the iterator stops the run; a `Trainer` is the
same with access to what was learnt so far. On one machine's CPU the same settings and seed give the same
numbers to the last bit, also when a run is resumed from a checkpoint; a GPU may add in another order.
"""

import math
import os
import platform
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import NoReturn

import numpy as np
import torch

from n2n.files.atomic import whole_file
from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.methods.model import Evaluation
from n2n.methods.ranks import ALONE, Ranks
from n2n.methods.registry import build
from n2n.taps.ranking import Ranking
from n2n.training.estimate import refuse_if_too_large
from n2n.training.folder import ARRAY, EMBEDDINGS, Folder
from n2n.training.history import Epoch, Scores
from n2n.training.run import Run, facts_of
from n2n.training.state import State, assign, restore, state_of

# Snapshots together stay below this many bytes; if need be there are fewer of them.
SNAPSHOT_BYTES = 256 << 20
# The same for the states that are kept for forks, `STATES` at most beside the last one.
STATE_BYTES, STATES = 32 << 20, 4
NO_VALIDATION = "There are no validation nodes: the last evaluated epoch is reported, patience is ignored."


class Diverged(ValueError):
    """A loss or a weight is not a finite number.

    Attributes:
        run: the run up to its last good epoch; its embeddings are those of the best or last evaluated epoch.
    """

    def __init__(self, message: str, trainer: "Trainer"):
        super().__init__(message)
        self._trainer = trainer

    @cached_property
    def run(self) -> Run:
        return self._trainer.run()


class Trainer:
    """A run in progress: iterate over it to train, ask it for a `Run` at any time.

    A fork first comes to the epoch at which it leaves its parent, with the settings of the parent.

    Args:
        record: the run that is filled; a new one in memory by default.
        state: from which to continue, of the last epoch in the history of `record`.
        ranks: the processes that share the work.
        after_step: called after every step of the optimiser; a full batch is one.

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
        *,
        record: Run | None = None,
        state: State | None = None,
        ranks: Ranks = ALONE,
        after_step: Callable[[], None] = lambda: None,
    ):
        refuse_if_too_large(graph, settings)
        self.graph, self.settings, self.ranking, self.ranks = graph, settings, ranking, ranks
        self.after_step = after_step
        self.record = record or Run(settings, graph.name, graph_facts=facts_of(graph))
        self.best_weights: list[torch.Tensor] | None = None
        """Those of the best validation epoch so far."""
        self._good_weights: list[torch.Tensor] | None = None
        """Those of the last evaluated epoch, or from before the first step."""
        self.evaluation: Evaluation | None = None
        """That of the last epoch, if it was evaluated."""
        self._diverged = False
        fork = self.record.fork
        before = fork.segments() if fork else []
        self._segments = [*((s, until) for s, until, _ in before), (settings, settings.total_epochs)]
        self._begin(len(self.history) + 1, state)

    @property
    def history(self) -> list[Epoch]:
        return self.record.history

    @property
    def scores(self) -> Scores | None:
        return self.record.scores

    def _begin(self, index: int, state: State | None) -> None:
        """Build the model with the settings that count from an epoch on."""
        known = self._segments
        self._current, self._until = next((one for one in known if index <= one[1]), known[-1])
        self.model = build(self.graph, self._current, self.ranking, self.ranks)
        if state:
            self.best_weights = restore(self.model, state)
        if self.model.batched:
            self.model.on_step = self.after_step
        s = self._current
        self._stages, self._last_epochs = s.stages, (s.epochs, s.total_epochs)
        room = SNAPSHOT_BYTES // max(2 * self.graph.num_nodes * s.width, 1)
        # A graph that is trained in batches may be far larger than memory: then there is none.
        count = min(s.snapshots, room if s.batch_size else max(room, 1), s.total_epochs)
        self._snapshot_epochs = set(np.linspace(1, s.total_epochs, count).round().astype(int).tolist())
        # Weights, two moments of Adam, and the best weights so far.
        size = max(4 * sum(p.nbytes for p in self.model.parameters()), 1)
        count = min(STATES, STATE_BYTES // size) if self.ranks.size == 1 else 0
        self._state_epochs = {s.total_epochs * i // count for i in range(1, count)}

    def __iter__(self) -> Iterator[Epoch]:
        """Train to the end, one epoch at a time."""
        while not self.finished:
            yield self.step()

    @property
    def finished(self) -> bool:
        """Whether all epochs are done or patience has run out."""
        done, scores, fork = len(self.history), self.scores, self.record.fork
        if done >= self.settings.total_epochs or (fork and done < fork.epoch):
            return done >= self.settings.total_epochs
        if not self.settings.patience or not scores or not scores.validated:
            return False
        # A fork with other settings gets the time that its parent had.
        since = fork.epoch if fork and fork.changes(self.settings) else 0
        return done - max(scores.epoch, since) >= self.settings.patience

    def step(self) -> Epoch:
        """Train one epoch and evaluate it if it is due."""
        index = len(self.history) + 1
        if index > self._until:
            self._begin(index, self.state())
        s, stage = self._current, self._stage(index)
        if index == s.epochs + 1:
            self.model.begin_stage(stage)
        start = time.perf_counter()
        losses = self._train_epoch(index, stage)
        seconds = time.perf_counter() - start
        due = index % s.evaluate_every == 0 or index in self._last_epochs
        snap = index in self._snapshot_epochs
        self.evaluation = evaluation = self.model.evaluation() if due or snap else None
        extra: dict[str, float] = {}
        if evaluation and due and self.model.nodes is not None:
            extra |= zip(("f1_train", "f1_val", "f1_test"), evaluation.scores(stage), strict=True)
        if evaluation and due and s.watch_theorem:
            extra |= evaluation.theorem()
        self.record.add_epoch(Epoch(index, stage, *losses, seconds, **extra))
        if evaluation and snap:
            self.record.add_snapshot(index, evaluation.snapshot())
        if due:
            self._good_weights = self._weights()
            if self.scores and self.scores.epoch == index:
                self.best_weights = self._good_weights
        if index in self._state_epochs or (index == self._until < self._segments[-1][1]):
            self.record.add_state(index, self.state())
        if not self.model.batched:
            self.after_step()
        return self.history[-1]

    def _train_epoch(self, index: int, stage: str) -> tuple[float, float | None, float | None]:
        """Train the model for an epoch; (loss, InfoNCE, cross-entropy).

        They come from the device in one copy, the only time an epoch waits for it, together with a sum of
        the weights, which is not finite where one of them is not.
        """
        weights = self.model.parameters()
        if self._good_weights is None:
            self._good_weights = self._weights()
        try:
            losses = self.model.step(stage)
        except ZeroDivisionError:  # a kernel met what is not a number
            self._diverge(index)
        with torch.no_grad():
            size = torch.stack([weight.sum() for weight in weights]).sum()
            parts = [size if part is None else part.detach() for part in losses]
            loss, info, entropy, total = torch.stack([*parts, size]).tolist()
        if not (math.isfinite(loss) and math.isfinite(total)):
            self._diverge(index)
        has_info, has_entropy = losses.info_nce is not None, losses.cross_entropy is not None
        return loss, info if has_info else None, entropy if has_entropy else None

    def _diverge(self, index: int) -> NoReturn:
        """Go back to the last good weights, and stop."""
        self._diverged = True
        if self._good_weights is not None:
            assign(self.model.parameters(), self._good_weights)
        words = [f"a lower learning rate than {self._current.learning_rate:g}"]
        words += ["a higher temperature"] if "tau" in self.settings.relevant else []
        words += ["smaller values of the features"] if index == 1 else []
        raise Diverged(
            f"The loss of {self.settings.name} was no longer a finite number in epoch {index}: choose "
            f"{' or '.join(words)}.",
            self,
        )

    def run(self, embeddings: str | os.PathLike | None = None) -> Run:
        """The run with what was learnt so far: weights, embeddings and predictions of the best epoch.

        Args:
            embeddings: an .npy file to write the embeddings to, block by block in mini-batch training; they
                are then a memory-mapped array. None keeps them in memory, or in the folder of the run.
        """
        model, scores, record = self.model, self.scores, self.record
        if isinstance(record.parts, Folder) and embeddings is None:
            embeddings = record.parts.file(EMBEDDINGS)
        if self.history and self.ranks.size == 1 and not self._diverged:
            record.add_state(len(self.history), self.state())
        current = self._weights()
        assign(model.parameters(), self.best_weights or current)
        evaluation = model.evaluation()
        if embeddings is not None:
            self._write(evaluation, Path(embeddings))
        if not isinstance(record.parts, Folder):
            h = evaluation.embeddings() if embeddings is None else np.load(embeddings, mmap_mode="r")
            record.parts.write(EMBEDDINGS, {ARRAY: h})
        arrays = {"predictions": np.full(self.graph.num_nodes, -1)}
        if model.nodes is not None and self.history:
            stage = self._stage(scores.epoch if scores else len(self.history))
            arrays["predictions"] = evaluation.predictions(stage)
            if stage == "pretext":
                probe = evaluation.probe()
                arrays |= {"probe_weight": probe.weight.cpu().numpy(), "probe_bias": probe.bias.cpu().numpy()}
        arrays |= {f"weight_{i}": p.cpu().numpy() for i, p in enumerate(self._weights())}
        assign(model.parameters(), current)
        record.add_result(arrays, self.environment())
        return record

    def _write(self, evaluation: Evaluation, path: Path) -> None:
        """Not through a memory map: a full disk would end the process there."""
        n, h = self.graph.num_nodes, evaluation.h
        width = self.settings.width if h is None else h.shape[1]
        blocks = [h] if h is not None else (block for _, block in self.model.blocks(np.arange(n)))
        header = {"descr": "<f4", "fortran_order": False, "shape": (n, width)}
        with whole_file(path) as part, part.open("wb") as file:
            np.lib.format.write_array_header_1_0(file, header)
            for block in blocks:
                file.write(np.ascontiguousarray(block.cpu().numpy(), "<f4").data)

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

    def state(self) -> State:
        """Everything needed to continue from here; all ranks take part."""
        return state_of(self.model, self.best_weights)

    def _weights(self) -> list[torch.Tensor]:
        return [p.detach().clone() for p in self.model.parameters()]

    def _stage(self, index: int) -> str:
        return self._stages[0] if index <= self._current.epochs else self._stages[-1]


def train(graph: Graph, settings: MethodSettings, ranking: Ranking | None = None) -> Iterator[Epoch]:
    """Train and yield an `Epoch` after each epoch; closing the iterator stops the run.

    >>> import n2n
    >>> sum(1 for _ in train(n2n.load("karate"), n2n.Settings(width=8, epochs=5)))
    5
    """
    yield from Trainer(graph, settings, ranking)

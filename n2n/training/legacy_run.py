"""A training run as one record, whether it waits, learns, has ended or was loaded from a file.

A run is kept in one file: its arrays, and everything else as JSON in the header. No pickle is involved.
"""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field

import numpy as np

from n2n.files import tensors
from n2n.methods.base import MethodSettings
from n2n.methods.registry import settings_from
from n2n.training.fork import Fork
from n2n.training.history import Epoch, Scores
from n2n.training.jobs import DONE, Status
from n2n.training.live import LiveView
from n2n.training.result import RunResult, check_result, check_run

FORMAT = "n2n-run-1"


@dataclass(eq=False)
class Run:
    """A run at any moment: what it is, how far it is, and, once it has ended, what it left behind.

    >>> import n2n
    >>> run = n2n.fit(n2n.load("karate"), n2n.Settings(width=8, epochs=2))
    >>> run.name, run.status.state, run.embeddings.shape
    ('N2N-TAPS-1 (JL)', 'done', (34, 8))
    """

    settings: MethodSettings
    graph_name: str
    history: list[Epoch] = field(default_factory=list)
    result: RunResult | None = None
    """None until the run has ended, and where it failed."""
    name: str = ""
    """What it is called in a list; the name of the method unless told otherwise."""
    dataset: str = ""
    """Key of its graph, in the catalogue or among a visitor's own; "" where it is not known."""
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    scores: Scores | None = None
    """Scores so far."""
    ask_worker: Callable[[], Status] | None = None
    """Asks the worker that has the run where it stands; None where no worker has it."""
    end: Status | None = None
    """How it ended at a worker."""
    fork: Fork | None = None
    """The run that it continues; None where it began from scratch."""
    live_snapshots: dict[int, np.ndarray] = field(default_factory=dict)
    """Those so far, which a trainer fills."""
    live: LiveView = field(default_factory=LiveView, repr=False)
    """Pictures of the embedding while it is learnt, for those who ask."""

    def __post_init__(self):
        self.name = self.name or self.settings.name
        if self.scores is None:
            self.scores = Scores.of(self.history)

    def record(self, epoch: Epoch) -> None:
        """Take in one more epoch."""
        same_stage = bool(self.history) and self.history[-1].stage == epoch.stage
        self.scores = Scores.after(epoch, self.scores if same_stage else None)
        self.history.append(epoch)

    @property
    def status(self) -> Status:
        """Where the run stands; asking counts as watching, and a watched run is not cancelled."""
        ask = self.ask_worker
        if ask is not None:
            with suppress(KeyError):  # it ended at this moment, and the worker has forgotten it
                return ask()
        if self.end is not None:
            return self.end
        count, seconds = len(self.history), sum(epoch.seconds for epoch in self.history)
        return Status(self.id, self.name, DONE, done=count, total=count, seconds=seconds)

    @property
    def has_result(self) -> bool:
        """Whether it left a result."""
        return self.result is not None

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen; unlike `status`, asking this does not count as watching."""
        return self.ask_worker is None

    @property
    def embeddings(self) -> np.ndarray:
        """(N, width) hidden representations h at the best validation epoch."""
        return self._kept().embeddings

    @property
    def predictions(self) -> np.ndarray:
        """(N,) predicted classes; −1 where the graph has no labels."""
        return self._kept().predictions

    @property
    def environment(self) -> dict[str, str]:
        """What the numbers depend on in addition to the settings."""
        return self._kept().environment

    @property
    def snapshots(self) -> dict[int, np.ndarray]:
        """Embeddings in float16 by epoch; of a run in progress, those so far."""
        if self.result is None and self.live_snapshots:
            return dict(self.live_snapshots)
        return self._kept().snapshots

    def _kept(self) -> RunResult:
        if self.result is None:
            raise ValueError(f"{self.name} has left no result: it has not ended, or it failed.")
        return self.result

    def to_bytes(self) -> bytes:
        """The run as the content of one file."""
        result = self._kept()
        arrays = {"embeddings": result.embeddings, "predictions": result.predictions}
        arrays |= snapshot_arrays(result.snapshots)
        facts = {
            "graph_name": self.graph_name,
            "settings": self.settings.to_dict(),
            "history": [asdict(epoch) for epoch in self.history],
            "environment": result.environment,
            "fork": self.fork.without_ids().to_dict() if self.fork else None,
        }
        return tensors.to_bytes(FORMAT, arrays, facts)

    @classmethod
    def from_bytes(cls, data: bytes, source: str = "The file") -> "Run":
        """The inverse of `to_bytes`; a damaged or foreign file gives a ValueError that says so."""
        arrays, facts = tensors.from_bytes(data, FORMAT, source)
        try:
            result = RunResult(
                arrays["embeddings"], arrays["predictions"], facts["environment"], snapshots_in(arrays)
            )
            history = [Epoch(**epoch) for epoch in facts["history"]]
            fork = Fork.from_dict(facts.get("fork"))
            run = cls(settings_from(facts["settings"]), facts["graph_name"], history, result, fork=fork)
            check_run(run.settings, run.graph_name, history, fork)
            check_result(run.settings, result)
            return run
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise ValueError(f"{source} is not a run of this program: {error}.") from None

    def save(self, path: str | os.PathLike) -> None:
        """Write the run to one file, whole or not at all."""
        tensors.write_bytes(path, self.to_bytes())

    @classmethod
    def load(cls, path: str | os.PathLike) -> "Run":
        """Read a run from its file."""
        return cls.from_bytes(tensors.read_bytes(path), str(path))


def snapshot_arrays(snapshots: dict[int, np.ndarray]) -> dict[str, np.ndarray]:
    """Snapshots as arrays of a file."""
    return {f"snapshot_{index}": array for index, array in snapshots.items()}


def snapshots_in(arrays: dict[str, np.ndarray]) -> dict[int, np.ndarray]:
    """The snapshots among the arrays of a file, by epoch in ascending order."""
    found = {
        int(name.removeprefix("snapshot_")): arrays[name] for name in arrays if name.startswith("snapshot_")
    }
    return dict(sorted(found.items()))

"""What a training run leaves behind: records of its epochs, scores, embeddings, and the file that keeps them.

A run is one `.safetensors` file: the arrays, and everything else as JSON in its header. No pickle is
involved, and a checksum tells a damaged file from a good one.
"""

import hashlib
import json
import math
import os
from dataclasses import asdict, dataclass, field

import numpy as np

from n2n.files.atomic import whole_file
from n2n.methods.n2n.settings import settings_from
from n2n.methods.spec import Declared
from n2n.training.run_checks import check_run

FORMAT = "n2n-run-1"


@dataclass(frozen=True)
class Epoch:
    """One epoch of training. What was not evaluated in it is None."""

    index: int
    """Number of the epoch, from 1."""
    stage: str
    """"joint", "pretext" or "fine-tune"; "supervised" for a rival that learns from labels alone."""
    loss: float
    info_nce: float | None
    cross_entropy: float | None
    seconds: float
    """Time of the training step alone."""
    f1_train: float | None = None
    f1_val: float | None = None
    f1_test: float | None = None
    feature_smoothness: float | None = None
    """δ_f of the embedding."""
    positive_cosine: float | None = None
    """Mean cosine of s_i and h_i."""
    information: float | None = None
    """Lower bound log N − ℒ of the mutual information, in nats."""

    @property
    def evaluated(self) -> bool:
        """Whether this epoch carries scores."""
        return self.f1_val is not None


@dataclass(frozen=True)
class Scores:
    """Micro-F1 of a run: the test score at the best validation epoch, and at the last evaluated one."""

    test: float
    val: float
    epoch: int
    """Index of the best validation epoch."""
    last_test: float

    @classmethod
    def of(cls, history: list[Epoch]) -> "Scores | None":
        """The scores of a history, None before any evaluation; of equal epochs the first is best.

        Where there are two stages, only epochs of the last one that has begun count.
        """
        evaluated = [epoch for epoch in history if epoch.evaluated and epoch.stage == history[-1].stage]
        if not evaluated:
            return None
        best = max(evaluated, key=lambda epoch: -math.inf if math.isnan(epoch.f1_val) else epoch.f1_val)
        return cls(best.f1_test, best.f1_val, best.index, evaluated[-1].f1_test)


@dataclass(frozen=True, eq=False)
class Run:
    """A finished or stopped run.

    Embeddings and predictions are those of the best validation epoch, without dropout.
    """

    graph_name: str
    settings: Declared
    """`Settings` of N2N, or `RivalSettings` of another method."""
    history: list[Epoch]
    scores: Scores | None
    embeddings: np.ndarray
    """(N, width) hidden representations h."""
    predictions: np.ndarray
    """(N,) predicted classes; −1 where the graph has no labels."""
    environment: dict[str, str]
    """Versions, device, and which estimator ran for what reason."""
    snapshots: dict[int, np.ndarray] = field(default_factory=dict)
    """Embeddings in float16 by epoch, for the animation."""

    def save(self, path: str | os.PathLike) -> None:
        """Write the run to one file, whole or not at all."""
        arrays = {"embeddings": self.embeddings, "predictions": self.predictions}
        arrays |= {f"snapshot_{index}": array for index, array in self.snapshots.items()}
        facts = {
            "graph_name": self.graph_name,
            "settings": self.settings.to_dict(),
            "history": [asdict(epoch) for epoch in self.history],
            "environment": self.environment,
        }
        save_file(path, FORMAT, arrays, facts)

    @classmethod
    def load(cls, path: str | os.PathLike) -> "Run":
        """Read a run; a damaged or foreign file gives a ValueError that says so."""
        arrays, facts = load_file(path, FORMAT)
        try:
            history = [Epoch(**epoch) for epoch in facts["history"]]
            run = cls(
                facts["graph_name"],
                settings_from(facts["settings"]),
                history,
                Scores.of(history),
                arrays["embeddings"],
                arrays["predictions"],
                facts["environment"],
                snapshots_in(arrays),
            )
            check_run(run)
            return run
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise ValueError(f"{path} is not a run of this program: {error}.") from None


def snapshots_in(arrays: dict[str, np.ndarray]) -> dict[int, np.ndarray]:
    """The snapshots among the arrays of a file, by epoch in ascending order."""
    found = {
        int(name.removeprefix("snapshot_")): arrays[name] for name in arrays if name.startswith("snapshot_")
    }
    return dict(sorted(found.items()))


def save_file(path: str | os.PathLike, form: str, arrays: dict[str, np.ndarray], facts: dict) -> None:
    """Arrays and JSON facts into one safetensors file with a checksum, atomically."""
    from safetensors.numpy import save_file as save

    arrays = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    text = json.dumps(facts)
    header = {"format": form, "facts": text, "sha256": _digest(arrays, text)}
    with whole_file(path) as part:
        save(arrays, part, header)


def load_file(path: str | os.PathLike, form: str) -> tuple[dict[str, np.ndarray], dict]:
    """The inverse of `save_file`; ValueError for a file that is damaged or of another kind."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            header = file.metadata() or {}
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except FileNotFoundError:
        raise ValueError(f"There is no file {path}.") from None
    except (SafetensorError, OSError, ValueError, MemoryError):
        raise ValueError(f"{path} is damaged or cut short: it cannot be read; save it again.") from None
    if header.get("format") != form:
        raise ValueError(f"{path} is not of the form {form}: it was not written by this program's own save.")
    if header.get("sha256") != _digest(arrays, header.get("facts", "")):
        raise ValueError(f"{path} was changed after it was saved: its checksum does not fit.")
    try:
        return arrays, json.loads(header["facts"])
    except (KeyError, ValueError, RecursionError):
        raise ValueError(f"{path} is not of the form {form}: its head cannot be read.") from None


def _digest(arrays: dict[str, np.ndarray], text: str) -> str:
    digest = hashlib.sha256(text.encode())
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape}".encode())
        digest.update(arrays[name].data if arrays[name].size else b"")
    return digest.hexdigest()

"""A run that is written to a folder while it learns, so that another program can watch it.

    settings.json       what is being trained, on which graph
    history.jsonl       one epoch per line, appended
    status.json         state, progress and the time of the last sign of life; replaced as a whole
    snapshots/N.npy     the embedding after epoch N, in float16
    embeddings.npy, predictions.npy, environment.json      the result, where it was kept
    checkpoint.n2n      what is needed to resume, where checkpoints are kept; see `kept_run`

Files other than the history are written completely or not at all; of the history, a line that is not complete
yet is left for later. So a folder can be read at any moment.
"""

import json
import os
import threading
import time
from collections.abc import Collection
from dataclasses import asdict
from pathlib import Path

import numpy as np

from n2n.files.atomic import whole_file
from n2n.training.history import Epoch
from n2n.training.jobs import CANCELLED, DONE, FAILED, RUNNING
from n2n.training.legacy_run import Run

FORMAT = "n2n-record-1"
LOCK = "lock"
"""A file in a record that a program holds while it works on it."""
SIGN_OF_LIFE = 2.0
"""Seconds between two signs of life."""


class Recorder:
    """Writes a run to a folder; a context manager that also records how the run ended.

    Args:
        run: the record that a trainer fills.
        folder: new, empty, or a record that is replaced; anything else is refused.
        owner: whose run it is, where that matters.
        state: its state for now.
        go_on: take over a record whose program has ended; nothing in it changes but the state.
    """

    def __init__(
        self,
        run: Run,
        folder: str | os.PathLike,
        dataset: str = "",
        *,
        owner: str = "",
        state: str = RUNNING,
        go_on: bool = False,
    ):
        self.run, self.folder, self.started = run, Path(folder), time.time()
        self.checkpoint_epoch: int | None = None
        """The last epoch of its checkpoint; None while there is none."""
        self.seconds_before = 0.0
        """What the run had taken before it was interrupted."""
        self._written: set[int] = set()
        self._lines = len(run.history)
        self._stop, self._lock = threading.Event(), threading.Lock()
        if go_on:
            self._take_over()
            self.note(state)
            return
        _refuse_foreign(self.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        _clear(self.folder)
        self._write_history()
        self._facts = {
            "format": FORMAT,
            "settings": run.settings.to_dict(),
            "graph_name": run.graph_name,
            "dataset": dataset,
            "id": run.id,
            "fork": run.fork.to_dict() if run.fork else None,
            "owner": owner,
            "created": time.time(),
        }
        self.note(state)
        self.rename()

    def _take_over(self) -> None:
        self._facts = json.loads((self.folder / "settings.json").read_text(encoding="utf-8"))
        before = json.loads((self.folder / "status.json").read_text(encoding="utf-8"))
        self.checkpoint_epoch, self.seconds_before = before.get("checkpoint"), float(before["seconds"])

    def rename(self) -> None:
        """Write down what the run is called now."""
        write_json(self.folder / "settings.json", self._facts | {"name": self.run.name})

    def rewind(self, snapshots: Collection[int]) -> None:
        """The run begins, maybe again from an earlier epoch: what the record has beyond that goes."""
        self.started, self._lines = time.time(), len(self.run.history)
        self._write_history()
        for file in (self.folder / "snapshots").glob("*.npy"):
            if file.stem.isdigit() and int(file.stem) not in snapshots:
                file.unlink()
        self._written = set(snapshots)

    def catch_up(self, snapshots: dict[int, np.ndarray]) -> None:
        """Epochs of the run and snapshots that are not in the record yet."""
        new = self.run.history[self._lines :]
        if new:
            with (self.folder / "history.jsonl").open("a", encoding="utf-8") as file:
                file.writelines(map(_line, new))
            self._lines += len(new)
        self._write_snapshots(snapshots)

    def __enter__(self) -> "Recorder":
        threading.Thread(target=self._live, name="n2n-record", daemon=True).start()
        return self

    def __exit__(self, kind, error, trace) -> None:
        self._stop.set()
        if error is None:
            self.note(DONE)
        elif isinstance(error, KeyboardInterrupt | GeneratorExit):
            self.note(CANCELLED, "The run was stopped.")
        else:
            self.note(FAILED, f"{type(error).__name__}: {error}")

    def record(self, epoch: Epoch, snapshots: dict[int, np.ndarray]) -> None:
        """One more epoch, and the snapshots that are new."""
        with (self.folder / "history.jsonl").open("a", encoding="utf-8") as file:
            file.write(_line(epoch))
        self._lines += 1
        self._write_snapshots(snapshots)
        self.note(RUNNING)

    def _write_history(self) -> None:
        with whole_file(self.folder / "history.jsonl") as part:
            part.write_text("".join(map(_line, self.run.history[: self._lines])), encoding="utf-8")

    def _write_snapshots(self, snapshots: dict[int, np.ndarray]) -> None:
        for index in snapshots.keys() - self._written:
            with whole_file(self.folder / "snapshots" / f"{index}.npy") as part, part.open("wb") as file:
                np.save(file, snapshots[index])
            self._written.add(index)

    def keep_result(self) -> None:
        """Embeddings, predictions and environment of the run's result."""
        result = self.run.result
        assert result is not None
        arrays = {"predictions": result.predictions, "embeddings": result.embeddings}
        for name, array in arrays.items():
            with whole_file(self.folder / f"{name}.npy") as part, part.open("wb") as file:
                np.save(file, array)
        write_json(self.folder / "environment.json", result.environment)

    def _live(self) -> None:
        while not self._stop.wait(SIGN_OF_LIFE):
            self.note(RUNNING)

    def note(self, state: str, cause: str = "") -> None:
        """Write down the state, with a sign of life."""
        with self._lock:
            if state == RUNNING and self._stop.is_set():
                return
            facts = {
                "state": state,
                "cause": cause[:1000],
                "done": len(self.run.history),
                "total": self.run.settings.total_epochs,
                "seconds": self.seconds_before + time.time() - self.started,
                "alive": time.time(),
                "checkpoint": self.checkpoint_epoch,
            }
            write_json(self.folder / "status.json", facts)


def _line(epoch: Epoch) -> str:
    return json.dumps(asdict(epoch)) + "\n"


def write_json(path: Path, facts: dict) -> None:
    """A file of a record: a reader finds it as it was or as it is, never half of it."""
    with whole_file(path) as part:
        part.write_text(json.dumps(facts), encoding="utf-8")


def _refuse_foreign(folder: Path) -> None:
    if not folder.exists():
        return
    others = folder.is_dir() and any(path.name != LOCK for path in folder.iterdir())
    if not folder.is_dir() or (others and not is_record(folder)):
        raise ValueError(f"{folder} has something else in it than a recorded run: choose a new folder.")


def is_record(folder: Path) -> bool:
    """Whether a folder has a recorded run in it."""
    try:
        facts = json.loads((folder / "settings.json").read_text(encoding="utf-8"))
        return isinstance(facts, dict) and facts.get("format") == FORMAT
    except (OSError, ValueError):
        return False


def _clear(folder: Path) -> None:
    for name in ("settings.json", "status.json", "predictions.npy", "embeddings.npy", "environment.json"):
        (folder / name).unlink(missing_ok=True)
    for file in (folder / "snapshots").glob("*.npy"):
        file.unlink()

"""Runs that other programs write to folders, live or finished.

    for record in list_records("runs"):
        record.run.status.state, record.run.history[-1].loss

Asking again is cheap: a file is read again only where its size or its time of change differs, and of a
history only what is new.
"""

import json
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from n2n.methods.registry import settings_from
from n2n.training.fork import Fork
from n2n.training.history import Epoch
from n2n.training.jobs import FAILED, INTERRUPTED, QUEUED, RUNNING, Status
from n2n.training.legacy_run import Run
from n2n.training.recording import FORMAT, is_record
from n2n.training.result import RunResult, check_result, check_run

LOST_AFTER = 30.0
"""Seconds without a sign of life after which a run counts as failed."""


class RecordedRun:
    """A folder that `n2n train --record` writes; `run` is a `Run` like any other.

    Args:
        folder: the record; ValueError if it is not one, or damaged.
        is_live: whether a program still works on it; by default judged by its last sign of life.
    """

    def __init__(self, folder: str | os.PathLike, is_live: Callable[[], bool] | None = None):
        self.folder, self._is_live = Path(folder), is_live
        self._read, self._offset = {}, 0
        self._guard = threading.RLock()  # several threads may ask, each for a visitor who watches
        facts = self._json("settings.json")
        try:
            if facts["format"] != FORMAT:
                raise ValueError("it is of another version")
            settings = settings_from(facts["settings"])
            name, dataset, id = (str(facts[key]) for key in ("name", "dataset", "id"))
            fork = Fork.from_dict(facts.get("fork"))
            self.run = Run(settings, facts["graph_name"], name=name, dataset=dataset, id=id, fork=fork)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{self.folder} is not a recorded run: {error}.") from None
        self.refresh()

    def refresh(self) -> Run:
        """The run as it is now; its history, scores, status and result are brought up to date."""
        with self._guard:
            self._read_history()
            status = self.status()
            live = not status.ended
            if not live and self.run.result is None:
                self.run.result = self._result()
            self.run.ask_worker, self.run.end = (self._ask if live else None), (None if live else status)
            return self.run

    def status(self) -> Status:
        """Where the run stands by the last word of the program that trains."""
        facts = self._json("status.json")
        try:
            state, cause = str(facts["state"]), str(facts["cause"])
            silent = time.time() - float(facts["alive"])
            numbers = int(facts["done"]), int(facts["total"])
            if self._is_live and state in (QUEUED, RUNNING) and not self._is_live():
                state, cause = INTERRUPTED, _interruption(state, *numbers, facts.get("checkpoint"))
            elif not self._is_live and state == RUNNING and silent > LOST_AFTER:
                state, cause = FAILED, f"There has been no sign of life for {silent:.0f} s."
            return Status(self.run.id, self.run.name, state, cause, *numbers, seconds=float(facts["seconds"]))
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{self.folder} is not a recorded run: {error}.") from None

    def _ask(self) -> Status:
        """The status, with the history that belongs to it; one that says so of a record that was deleted or
        damaged meanwhile."""
        try:
            with self._guard:
                status = self.status()
                self._read_history()
                return status
        except (OSError, ValueError) as error:
            done, total = len(self.run.history), self.run.settings.total_epochs
            return Status(self.run.id, self.run.name, FAILED, str(error), done, total)

    def snapshots(self) -> dict[int, np.ndarray]:
        """Embeddings in float16 by epoch, so far; memory-mapped."""
        found = {
            int(file.stem): file for file in (self.folder / "snapshots").glob("*.npy") if file.stem.isdigit()
        }
        return {index: np.load(found[index], mmap_mode="r") for index in sorted(found)}

    def _read_history(self) -> None:
        path = self.folder / "history.jsonl"
        if not self._changed(path):
            return
        if path.stat().st_size < self._offset:  # the run was started again from an earlier checkpoint
            self._offset = 0
            self.run.history.clear()
            self.run.scores = None
        with path.open("rb") as file:
            file.seek(self._offset)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        try:
            epochs = [Epoch(**json.loads(line)) for line in whole.splitlines()]
            check_run(self.run.settings, self.run.graph_name, epochs, first=len(self.run.history) + 1)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{path} is damaged: {error}.") from None
        self._offset += len(whole)
        for epoch in epochs:
            self.run.record(epoch)

    def _result(self) -> RunResult | None:
        """None where nothing was kept."""
        names = "embeddings.npy", "predictions.npy", "environment.json"
        if not all((self.folder / name).is_file() for name in names):
            return None
        try:
            embeddings, predictions = (np.load(self.folder / name, mmap_mode="r") for name in names[:2])
            result = RunResult(embeddings, predictions, self._json(names[2]), self.snapshots())
            check_result(self.run.settings, result)
            return result
        except (OSError, ValueError) as error:
            raise ValueError(f"{self.folder} is not a recorded run: {error}.") from None

    def _json(self, name: str) -> dict[str, Any]:
        path = self.folder / name
        try:
            if self._changed(path):
                self._read[path] = self._read[path][0], json.loads(path.read_text(encoding="utf-8"))
            return self._read[path][1]
        except (OSError, ValueError):
            raise ValueError(f"{path} cannot be read: it is missing or damaged.") from None

    def _changed(self, path: Path) -> bool:
        """Whether a file is new or has changed since this was asked last."""
        facts = path.stat()
        stamp = facts.st_size, facts.st_mtime_ns, facts.st_ino
        if path in self._read and self._read[path][0] == stamp:
            return False
        self._read[path] = stamp, None
        return True


def list_records(folder: str | os.PathLike, known: list[RecordedRun] | None = None) -> list[RecordedRun]:
    """The records in a folder, or the folder itself where it is one, the newest first.

    Args:
        known: what this gave before; those records are brought up to date instead of read again. A record
            that is damaged is left out.
    """
    folder, before = Path(folder), {record.folder: record for record in known or ()}
    places = (
        [folder] if is_record(folder) else sorted(path for path in _subfolders(folder) if is_record(path))
    )
    found = []
    for place in places:
        try:
            record = before.get(place)
            if record is not None and record.run.id == _id(place):
                record.refresh()
            else:
                record = RecordedRun(place)
            found.append(record)
        except (OSError, ValueError):
            continue
    return sorted(found, key=lambda record: -(record.folder / "settings.json").stat().st_mtime)


def _interruption(state: str, done: int, total: int, checkpoint: int | None) -> str:
    if state == QUEUED and checkpoint is None:
        return "The server stopped before this run had started."
    where = f"Interrupted at epoch {done:,} of {total:,}"
    if checkpoint is None:
        return f"{where}, before its first checkpoint."
    return f"{where}." if checkpoint == done else f"{where}; its last checkpoint is epoch {checkpoint:,}."


def _subfolders(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []


def _id(folder: Path) -> str:
    return json.loads((folder / "settings.json").read_text(encoding="utf-8")).get("id", "")

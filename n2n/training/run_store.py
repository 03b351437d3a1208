"""The runs of one server or several in a folder, one record each: they outlive the servers.

The folder has a bound: beyond it the records of the oldest runs that nobody works on are deleted. Where it
cannot be written to, nothing is kept, everything else works as usual, and `problem` says why.
"""

import json
import shutil
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import Timeout

from n2n.training.jobs import QUEUED
from n2n.training.kept_run import KeptRun, is_live, lock_of
from n2n.training.legacy_run import Run
from n2n.training.recording import Recorder, is_record, write_json
from n2n.training.records import RecordedRun

FRESH = 1.0
"""Seconds for which a look into the folder is good."""


@dataclass(frozen=True)
class Entry:
    """What the folder says of a run without reading it."""

    id: str
    owner: str
    created: float


class RunStore:
    """Records of runs by their ids.

    Args:
        folder: made when the first run is kept.
    """

    def __init__(self, folder: Path):
        self.folder = folder
        self.problem = ""
        """Why runs are not kept, in a sentence; "" where they are."""
        self.damaged: set[str] = set()
        """Names of records that could not be read."""
        self._entries: dict[str, Entry] = {}
        self._looked = -FRESH
        self._read: dict[str, RecordedRun] = {}
        self._guard = threading.RLock()

    def keep(self, run: Run, dataset: str, owner: str) -> KeptRun | None:
        """Begin the record of a run that waits; None where nothing can be written."""
        place = self.folder / run.id
        try:
            place.mkdir(parents=True)
            lock = lock_of(place)
            lock.acquire(timeout=0)
            kept = KeptRun(Recorder(run, place, dataset, owner=owner, state=QUEUED), lock, self._fail)
        except (OSError, NotImplementedError) as problem:
            shutil.rmtree(place, ignore_errors=True)
            self._fail(problem)
            return None
        with self._guard:
            self.problem = ""
            self._entries[run.id] = Entry(run.id, owner, time.time())
        return kept

    def take_over(self, run: Run) -> KeptRun:
        """Go on with the record of an interrupted run; ValueError where that is not possible."""
        lock = lock_of(self.folder / run.id)
        try:
            if not (self.folder / run.id).is_dir():
                raise ValueError(f"{run.name} is no longer kept: start it again.")
            lock.acquire(timeout=0.5)
            try:
                recorder = Recorder(run, self.folder / run.id, state=QUEUED, go_on=True)
            except BaseException:
                lock.release()
                raise
        except Timeout:
            raise ValueError(f"Another server works on {run.name}: watch it instead.") from None
        except OSError as problem:
            raise ValueError(
                f"{run.name} cannot be resumed: writing its record failed ({problem})."
            ) from None
        with self._guard:
            self._read.pop(run.id, None)
        return KeptRun(recorder, lock, self._fail)

    def entries(self) -> list[Entry]:
        """All runs in the folder, oldest first."""
        with self._guard:
            if time.monotonic() - self._looked >= FRESH:
                self._look()
            return sorted(self._entries.values(), key=lambda entry: entry.created)

    def find(self, id: str) -> Run | None:
        """A run as its record has it now; None where there is none, or it is damaged."""
        with self._guard:
            record = self._read.get(id)
            if record is None and id not in {entry.id for entry in self.entries()}:
                return None
            try:
                if record is None:
                    place = self.folder / id
                    record = self._read[id] = RecordedRun(place, lambda: is_live(place))
                elif not record.run.ended:
                    record.refresh()
                return record.run
            except (OSError, ValueError):
                self._drop(id)
                if (self.folder / id).exists():
                    self.damaged.add(id)
                return None

    def rename(self, run: Run) -> None:
        """Write down what a run is called now."""
        path = self.folder / run.id / "settings.json"
        with suppress(OSError, ValueError):
            facts = json.loads(path.read_text(encoding="utf-8"))
            write_json(path, facts | {"name": run.name})

    def delete(self, id: str) -> None:
        """Remove a record with all its files, unless a program works on it."""
        with self._guard:
            if id in self._entries and not is_live(self.folder / id):
                shutil.rmtree(self.folder / id, ignore_errors=True)
                self._drop(id)

    def shrink(self, most: int, most_bytes: int, spare: str = "") -> list[str]:
        """Delete the oldest records beyond a number or a size, and return their ids.

        Those that a program works on stay, and so does the one to spare.
        """
        entries = self.entries()
        sizes = {entry.id: _size(self.folder / entry.id) for entry in entries}
        too_many, size, gone = len(entries) - most, sum(sizes.values()), []
        for entry in entries:
            if too_many <= 0 and size <= most_bytes:
                break
            if entry.id != spare and not is_live(self.folder / entry.id):
                self.delete(entry.id)
                gone.append(entry.id)
                too_many, size = too_many - 1, size - sizes[entry.id]
        return gone

    def _look(self) -> None:
        self._looked = time.monotonic()
        try:
            names = {path.name for path in self.folder.iterdir() if path.is_dir()}
        except OSError:
            names = set()
        for id in self._entries.keys() - names:
            self._drop(id)
        for name in names - self._entries.keys() - self.damaged:
            try:
                facts = json.loads((self.folder / name / "settings.json").read_text(encoding="utf-8"))
                if facts["id"] != name or not is_record(self.folder / name):
                    raise ValueError(f"{name} is the record of another run")
                self._entries[name] = Entry(name, str(facts["owner"]), float(facts["created"]))
            except (OSError, ValueError, KeyError, TypeError):
                if not is_live(self.folder / name):  # one that is live is being made at this moment
                    self.damaged.add(name)

    def _drop(self, id: str) -> None:
        self._entries.pop(id, None)
        self._read.pop(id, None)

    def _fail(self, problem: Exception) -> None:
        reason = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
        self.problem = (
            f"Runs are not saved at the moment ({reason}), so they would be lost if the server stopped: "
            "download those you want to keep."
        )


def _size(folder: Path) -> int:
    """Bytes of all files in a folder."""
    size = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            size += path.stat().st_size
    return size

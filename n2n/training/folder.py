"""The files of a run in a folder, and how far the run is.

    run.json                    settings, graph, parent, environment
    history.jsonl               one epoch per line, appended
    status.json                 state, progress and heartbeat
    checkpoint.safetensors      the latest state, from which the run can be resumed
    checkpoints/E.safetensors   the state after epoch E, from which it can be forked
    snapshots/E.npy             the embedding after epoch E, in float16
    picture.safetensors         the latest picture of the embedding
    embeddings.npy, result.safetensors      the result
    stop                        asks the run to end; its text is the reason
    lock                        held by the process that trains

Files other than the history are replaced as a whole; of the history, a line that is not complete yet is left
for later. So a folder can be read at any moment.
"""

import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from n2n.files import tensors
from n2n.files.atomic import part_folder, whole_file

RUN, HISTORY, STATUS, STOP, LOCK = "run.json", "history.jsonl", "status.json", "stop", "lock"
CHECKPOINT, PICTURE, EMBEDDINGS, RESULT = "checkpoint", "picture", "embeddings", "result"
SNAPSHOTS, CHECKPOINTS = "snapshots", "checkpoints"
ARRAY = "array"
"""The name of the only array of a part that is an .npy file."""
FORMAT = "n2n-run-part-1"

QUEUED, RUNNING, DONE, STOPPED, FAILED = "queued", "running", "done", "stopped", "failed"
INTERRUPTED = "interrupted"
"""Queued or running, but the process that had the run is gone."""
HEARTBEAT = 1.0
"""Seconds between two heartbeats."""
STALE, STALE_HERE = 5.0, 60.0
"""Seconds without a heartbeat after which a process on another host counts as gone; one on this host is also
looked for by its id."""

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Status:
    """How far a run is."""

    state: str = DONE
    message: str = ""
    """Why it failed, stopped or was interrupted, in one sentence."""
    epoch: int = 0
    total: int = 0
    seconds: float = 0.0
    """Time of the training, also before an interruption."""
    left: float | None = None
    """Seconds to the end, by what has been seen of the run so far."""
    checkpoint: int | None = None
    """The epoch of the latest checkpoint."""

    @property
    def ended(self) -> bool:
        """Whether nobody works on the run any more."""
        return self.state not in (QUEUED, RUNNING)

    @property
    def can_resume(self) -> bool:
        """Whether it ended before its last epoch and can be continued."""
        return self.state in (STOPPED, FAILED, INTERRUPTED)


def write_status(folder: Path, status: Status) -> None:
    """Write the status, with a heartbeat of this process."""
    import psutil  # here for the start-up time

    me = psutil.Process()
    process = {"pid": me.pid, "process_started": me.create_time(), "host": socket.gethostname()}
    facts = asdict(status) | process | {"heartbeat": time.time()}
    try:
        write_json(folder / STATUS, facts)
    except OSError:
        if not status.ended:
            raise
        with (folder / STATUS).open("r+", encoding="utf-8") as file:  # in place: the disk is full
            file.write(json.dumps(facts))
            file.truncate()


def read_status(folder: Path) -> Status:
    """The status as it is now: a run whose process is gone is interrupted."""
    try:
        facts = json.loads((folder / STATUS).read_text(encoding="utf-8"))
        status = Status(**{name: facts[name] for name in Status.__dataclass_fields__})
        if status.ended or _is_alive(facts):
            return status
        message = "The process that had queued this run ended before it was trained."
        if status.state == RUNNING:
            message = f"Interrupted at epoch {status.epoch:,} of {status.total:,}"
            at = status.checkpoint
            message += (
                ", before its first checkpoint." if at is None else f"; its last checkpoint is epoch {at:,}."
            )
        return replace(status, state=INTERRUPTED, message=message, left=None)
    except (OSError, KeyError, TypeError, ValueError, RecursionError):
        raise ValueError(f"{folder} is not a run: its status cannot be read.") from None


def _is_alive(facts: dict[str, Any]) -> bool:
    import psutil

    age, here = time.time() - float(facts["heartbeat"]), facts["host"] == socket.gethostname()
    if not here or (facts["state"] == RUNNING and age > STALE_HERE):
        return age < STALE
    try:
        process = psutil.Process(int(facts["pid"]))
        same = abs(process.create_time() - float(facts["process_started"])) < 1
        return same and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True


class Memory:
    """The parts of a run without a folder: named arrays and facts by the name of the part."""

    def __init__(self):
        self._parts: dict[str, tuple[Arrays, dict[str, Any]]] = {}

    def names(self) -> list[str]:
        return list(self._parts)

    def write(self, name: str, arrays: Arrays, **facts: Any) -> None:
        self._parts[name] = arrays, facts

    def read(self, name: str) -> tuple[Arrays, dict[str, Any]]:
        return self._parts[name]

    def remove(self, name: str) -> None:
        self._parts.pop(name, None)


class Folder:
    """The same in files; large arrays are memory-mapped when they are read."""

    def __init__(self, path: Path):
        self.path = path

    def file(self, name: str) -> Path:
        """The file of a part."""
        is_array = name == EMBEDDINGS or name.startswith(f"{SNAPSHOTS}/")
        return self.path / f"{name}{'.npy' if is_array else '.safetensors'}"

    def names(self) -> list[str]:
        files = [*self.path.glob("*.*"), *self.path.glob("*/*.*")]
        found = (file for file in files if file.suffix in (".npy", ".safetensors"))
        return [file.relative_to(self.path).with_suffix("").as_posix() for file in found]

    def write(self, name: str, arrays: Arrays, **facts: Any) -> None:
        file = self.file(name)
        if file.suffix == ".npy":
            with whole_file(file) as part, part.open("wb") as out:
                np.save(out, arrays[ARRAY], allow_pickle=False)
        else:
            tensors.write_bytes(file, tensors.to_bytes(FORMAT, arrays, facts))

    def read(self, name: str) -> tuple[Arrays, dict[str, Any]]:
        file = self.file(name)
        if not file.is_file():
            raise KeyError(name)
        if file.suffix == ".npy":
            try:
                return {ARRAY: np.load(file, mmap_mode="r", allow_pickle=False)}, {}
            except (OSError, EOFError, ValueError):
                raise ValueError(f"{file} is damaged: the run has to be trained again.") from None
        return tensors.from_bytes(tensors.read_bytes(file), FORMAT, str(file))

    def remove(self, name: str) -> None:
        self.file(name).unlink(missing_ok=True)


Parts = Memory | Folder


def epochs_of(parts: Parts, kind: str) -> list[int]:
    """The epochs of all snapshots, or of all checkpoints, in their order."""
    found = (name.partition("/") for name in parts.names())
    return sorted(int(epoch) for first, _, epoch in found if first == kind and epoch.isdecimal())


def write_json(path: Path, facts: dict[str, Any]) -> None:
    """Replace a JSON file as a whole."""
    with whole_file(path) as part:
        part.write_text(json.dumps(facts), encoding="utf-8")


def is_run(folder: Path) -> bool:
    """Whether there is a run in a folder."""
    return not folder.name.startswith(".") and (folder / RUN).is_file()


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """A path to write a folder to; it appears under its name, with everything in it, if the block ends well.

    Raises:
        ValueError: there is something at the path, or it cannot be written to; nothing is left behind.
    """
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise ValueError(f"{folder} exists already: choose a new folder.")
    with readable_errors(folder), part_folder(folder) as part:
        yield part
        os.replace(part, folder)


@contextmanager
def readable_errors(path: Path) -> Iterator[None]:
    """Errors of the disk, such as a full one, in a sentence."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or "the disk may be full"
        raise ValueError(f"{path} cannot be written ({reason}): make room or choose another one.") from error

"""The files of a run in a folder, and how far the run is.

    run.json                settings, graph, parent, environment
    history.jsonl           one epoch per line, appended
    status.json             state, progress and heartbeat
    checkpoint.safetensors  the latest state, from which the run can be resumed
    checkpoints/E.safetensors   the state after epoch E, from which it can be forked
    snapshots/E.npy         the embedding after epoch E, in float16
    picture.safetensors     the latest picture of the embedding
    embeddings.npy, result.safetensors      the result
    stop                    asks the run to end; its text is the reason
    lock                    held by the process that trains

Files other than the history are replaced as a whole; of the history, a line that is not complete yet is left
for later. So a folder can be read at any moment.
"""

import json
import os
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from n2n.files.atomic import whole_file

RUN, HISTORY, STATUS, STOP, LOCK = "run.json", "history.jsonl", "status.json", "stop", "lock"
CHECKPOINT, PICTURE = "checkpoint.safetensors", "picture.safetensors"
EMBEDDINGS, RESULT = "embeddings.npy", "result.safetensors"
SNAPSHOTS, CHECKPOINTS = "snapshots", "checkpoints"

QUEUED, RUNNING, DONE, STOPPED, FAILED = "queued", "running", "done", "stopped", "failed"
INTERRUPTED = "interrupted"
"""Queued or running, but the process that had the run is gone."""
HEARTBEAT = 1.0
"""Seconds between two heartbeats."""
STALE = 5.0
"""Seconds without a heartbeat after which a process on another host counts as gone."""


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
    heartbeat: float = 0.0
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


def this_process() -> dict[str, Any]:
    """Who works on a run, for its status."""
    import psutil  # here for the start-up time

    me = psutil.Process()
    return {"pid": me.pid, "process_started": me.create_time(), "host": socket.gethostname()}


def read_status(facts: dict[str, Any]) -> Status:
    """The status as it is now, from what was written last; KeyError or TypeError where that is damaged."""
    state, message = str(facts["state"]), str(facts["message"])
    epoch, total, checkpoint = int(facts["epoch"]), int(facts["total"]), facts["checkpoint"]
    if state in (QUEUED, RUNNING) and not _is_alive(facts):
        message = _interruption(state, epoch, total, checkpoint)
        state = INTERRUPTED
    left = None if facts["left"] is None else float(facts["left"])
    seconds, heartbeat = float(facts["seconds"]), float(facts["heartbeat"])
    return Status(state, message, epoch, total, seconds, left, heartbeat, checkpoint)


def _is_alive(facts: dict[str, Any]) -> bool:
    import psutil

    if facts["host"] != socket.gethostname():
        return time.time() - float(facts["heartbeat"]) < STALE
    try:
        process = psutil.Process(int(facts["pid"]))
        same = abs(process.create_time() - float(facts["process_started"])) < 1
        return same and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True


def _interruption(state: str, epoch: int, total: int, checkpoint: int | None) -> str:
    if state == QUEUED:
        return "The process that had queued this run ended before it was trained."
    where = f"Interrupted at epoch {epoch:,} of {total:,}"
    if checkpoint is None:
        return f"{where}, before its first checkpoint."
    return f"{where}; its last checkpoint is epoch {checkpoint:,}."


def write_json(path: Path, facts: dict[str, Any]) -> None:
    """Replace a JSON file as a whole."""
    with whole_file(path) as part:
        part.write_text(json.dumps(facts), encoding="utf-8")


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """A path to write a folder to; it appears under its name, with everything in it, if the block ends well.

    Raises:
        ValueError: there is something at the path, or it cannot be written to; nothing is left behind.
    """
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise ValueError(f"{folder} exists already: choose a new folder.")
    part = folder.with_name(f".{folder.name}.{uuid4().hex[:12]}.part")
    with readable_errors(folder):
        try:
            part.mkdir(parents=True)
            yield part
            os.replace(part, folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)


@contextmanager
def readable_errors(folder: Path) -> Iterator[None]:
    """Errors of the disk, such as a full one, in a sentence."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error) or type(error).__name__
        raise ValueError(
            f"{folder} cannot be written ({reason}): make room or choose another one."
        ) from error

"""A run that outlives its program: a record with checkpoints, on which one program at a time works.

While a run learns, a thread of its own writes to the record, so that training never waits for the disk; all
that happens between two epochs is a copy of the weights. Where writing fails, the run continues without it.

A lock shows whether a program works on a record. It is the operating system's, so it ends with the program,
however that ends.
"""

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from filelock import FileLock, Timeout

from n2n.files import tensors
from n2n.training.jobs import RUNNING, Status
from n2n.training.recording import LOCK, SIGN_OF_LIFE, Recorder

if TYPE_CHECKING:  # torch takes seconds to load
    from n2n.training.checkpoint import Content
    from n2n.training.legacy_trainer import Trainer

CHECKPOINT = "checkpoint.n2n"
FIRST, EVERY = 2.0, 20.0
"""Seconds to the first checkpoint, and between later ones."""
SHARE = 0.03
"""The share of the time that checkpoints may take: where they are large, there are fewer."""


class KeptRun:
    """A run in the hands of this program, until `end`.

    Args:
        recorder: writes its record.
        lock: held.
        tell: called once, with a few words on why writing failed.
    """

    def __init__(self, recorder: Recorder, lock: FileLock, tell: Callable[[OSError], None]):
        self.recorder, self._lock, self._tell = recorder, lock, tell
        self._trainer: Trainer | None = None
        self._pending: Content | None = None
        self._due, self._cost = 0.0, 0.0
        self._wake, self._stopped, self._failed = threading.Event(), False, False
        self._thread = threading.Thread(target=self._write, name="n2n-keep", daemon=True)

    @property
    def checkpoint(self) -> Path | None:
        """The checkpoint to resume from; None where there is none."""
        path = self.recorder.folder / CHECKPOINT
        return path if self.recorder.checkpoint_epoch is not None and path.is_file() else None

    @property
    def seconds_before(self) -> float:
        """What the run had taken before it was interrupted."""
        return self.recorder.seconds_before

    def begin(self, trainer: "Trainer") -> None:
        """From now on record what a trainer does; a resumed one gets its snapshots back."""
        done = len(trainer.history)
        folder = self.recorder.folder / "snapshots"
        kept = [int(file.stem) for file in folder.glob("*.npy") if file.stem.isdigit()]
        with _caught(self._fail):
            for index in sorted(index for index in kept if index <= done):
                trainer.snapshots[index] = np.load(folder / f"{index}.npy")
            self.recorder.rewind(trainer.snapshots)
            self.recorder.note(RUNNING)
        self._trainer, self._due = trainer, time.monotonic() + FIRST
        trainer.after_step(self._after_step)
        self._thread.start()

    def keep_result(self) -> None:
        """What the run leaves behind, to the disk."""
        self._stop()
        result = self.recorder.run.result
        if result is None or self._failed:
            return
        with _caught(self._fail):
            self.recorder.catch_up(result.snapshots)
            self.recorder.keep_result()

    def end(self, status: Status) -> None:
        """The run is over, however it ended: nothing can be resumed from here."""
        self._stop()
        if not self._failed:
            with _caught(self._fail):
                self.recorder.note(status.state, status.cause)
                (self.recorder.folder / CHECKPOINT).unlink(missing_ok=True)
        self._lock.release()

    def let_go(self) -> None:
        """Leave the run as it is, for whoever resumes it."""
        self._lock.release()

    def discard(self) -> None:
        """Leave no trace of the run."""
        shutil.rmtree(self.recorder.folder, ignore_errors=True)
        self._lock.release()

    def _after_step(self) -> None:
        if time.monotonic() < self._due or self._pending is not None or self._failed:
            return
        assert self._trainer is not None
        start = time.perf_counter()
        self._pending = self._trainer.checkpoint(snapshots=False)  # they have files of their own
        self._cost = time.perf_counter() - start
        self._due = time.monotonic() + EVERY
        self._wake.set()

    def _write(self) -> None:
        while not self._stopped and not self._failed:
            self._wake.wait(SIGN_OF_LIFE)
            self._wake.clear()
            with _caught(self._fail):
                self._catch_up()

    def _catch_up(self) -> None:
        assert self._trainer is not None
        start, content = time.perf_counter(), self._pending
        self.recorder.catch_up(self._trainer.snapshots.copy())
        if content is not None and not self._stopped:
            tensors.write_bytes(self.recorder.folder / CHECKPOINT, content.to_bytes())
            self.recorder.checkpoint_epoch = len(content.history)
            self._cost += time.perf_counter() - start
            self._due = time.monotonic() + max(EVERY, self._cost / SHARE)
            self._pending = None
        if not self._stopped:
            self.recorder.note(RUNNING)

    def _stop(self) -> None:
        """The thread ends first: what is written afterwards is the last word."""
        self._stopped = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        self._trainer, self._pending = None, None

    def _fail(self, problem: OSError) -> None:
        self._failed = True
        self._tell(problem)


@contextmanager
def _caught(tell: Callable[[OSError], None]) -> Iterator[None]:
    """Around what writes to disk: problems are reported rather than raised."""
    try:
        yield
    except OSError as problem:
        tell(problem)


def lock_of(folder: Path) -> FileLock:
    """The lock of a record; threads may hand it to each other."""
    return FileLock(folder / LOCK, thread_local=False)


def is_live(folder: Path) -> bool:
    """Whether a program works on a record."""
    if not folder.is_dir():  # to ask for the lock would make the folder
        return False
    try:
        with lock_of(folder).acquire(timeout=0):
            return False
    except Timeout:
        return True
    except (OSError, NotImplementedError):  # a disk without locks, or read-only: nobody can work on it
        return False

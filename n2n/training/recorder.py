"""Trains a run in its folder, so that it can be watched, stopped and resumed from other processes.

Epochs and snapshots are written as they come; a checkpoint and a picture now and then, such that they take a
small share of the time. A thread writes a heartbeat every second.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from filelock import FileLock, Timeout

from n2n.graph import Graph
from n2n.methods.ranks import ALONE, Ranks
from n2n.taps.ranking import Ranking
from n2n.training import folder as files
from n2n.training import worker
from n2n.training.folder import DONE, FAILED, INTERRUPTED, QUEUED, RUNNING, STOPPED, Status
from n2n.training.history import Epoch
from n2n.training.picture import Axes, Picture
from n2n.training.run import Run, facts_of
from n2n.training.trainer import Diverged, Trainer

FIRST, EVERY, SHARE = 2.0, 20.0, 0.03
"""Seconds to the first checkpoint and between later ones, and the share of the time that they may take."""
PICTURE_EVERY, PICTURE_SHARE = 0.45, 0.05
"""The same for pictures; the first one is made after the first epoch."""
STEPS = 100
"""Steps between two checkpoints where several processes share the work: all of them take part."""


class Recorder:
    """Trains the run in a folder: iterate over it.

    Args:
        run: opened from its folder; on other ranks than the first, None.
        checkpoint_every: steps of the optimiser between two checkpoints; 0 goes by the time.

    Raises:
        ValueError: another process works on the run, it is of another graph, the disk is full, or it
            diverged. What made a run fail is in its status as well.
    """

    trainer: Trainer

    def __init__(
        self,
        run: Run | None,
        graph: Graph,
        ranking: Ranking | None = None,
        ranks: Ranks = ALONE,
        checkpoint_every: int = 0,
    ):
        self.run, self.graph, self.ranking, self.ranks = run, graph, ranking, ranks
        self._every = checkpoint_every or (STEPS if ranks.size > 1 else 0)
        self._steps = 0
        self._checkpoint_epoch: int | None = None
        self._begun = time.monotonic()
        self._first_epoch: tuple[float, int] | None = None
        self._seconds_before = 0.0
        self._reason = ""
        """Why it is to stop."""

    def __iter__(self) -> Iterator[Epoch]:
        run = self.run
        if run is None or run.status.state == DONE:
            if self._start(run):
                yield from self._train()
            return
        assert run.folder is not None
        state, message = FAILED, ""
        with files.readable_errors(run.folder), _locked(run):
            self._seconds_before = run.status.seconds
            if run.status.state != QUEUED:  # somebody asked the process that had it before
                (run.folder / files.STOP).unlink(missing_ok=True)
            self._write_status(RUNNING)
            try:
                with files.readable_errors(run.folder), self._heartbeat():
                    self._start(run)
                    yield from self._train()
                    message = "" if self.trainer.finished else self._reason
                    if message and worker.is_abandoned():
                        state = INTERRUPTED
                    else:
                        self.trainer.run()
                        state = STOPPED if message else DONE
            except (KeyboardInterrupt, GeneratorExit):
                state, message = STOPPED, "The run was stopped."
                raise
            except Diverged as error:
                message = str(error)
                self.trainer.run()
                raise
            except Exception as error:
                message = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
                raise
            finally:
                with suppress(OSError):  # without heartbeats the run is seen as interrupted
                    self._write_status(state, message)

    def _start(self, run: Run | None) -> bool:
        """The trainer, at the latest checkpoint of the run; whether there is anything left to train."""
        shared: Any = None
        if run is not None:
            run.check_graph(facts_of(self.graph))
            done = run.status.state == DONE
            epoch, state = run.latest_state()
            if not done:
                run.rewind(epoch)
            self._checkpoint_epoch = epoch if state else None
            shared = run.settings, run.fork, run.history, state, done
        settings, fork, history, state, done = self.ranks.broadcast(shared)
        record = run or Run(settings, self.graph.name, history, fork=fork, graph_facts=facts_of(self.graph))
        rest = {"record": record, "state": state, "ranks": self.ranks, "after_step": self._after_step}
        self.trainer = Trainer(self.graph, settings, self.ranking, **rest)
        self._checkpoint_due = time.monotonic() + FIRST
        if run is not None and not done:
            run.write_environment(self.trainer.environment())
            before = run.picture()
            self._axes = Axes(None, before.positions if before else None)
            self._picture_due = 0.0
        return not done

    def _train(self) -> Iterator[Epoch]:
        """Epochs until the end, or until somebody asks to stop."""
        while not (self.trainer.finished or self._stop_requested()):
            epoch = self.trainer.step()
            if self.run is not None:
                self._first_epoch = self._first_epoch or (time.monotonic(), epoch.index)
                self._draw(epoch)
            yield epoch
        self._checkpoint()

    def _stop_requested(self) -> bool:
        asked = (self.run.stop_requested() or worker.stop_requested()) if self.run else ""
        self._reason = self.ranks.broadcast(asked)
        return bool(self._reason)

    def _after_step(self) -> None:
        self._steps += 1
        due = self._steps % self._every == 0 if self._every else time.monotonic() >= self._checkpoint_due
        if due:
            self._checkpoint()

    def _checkpoint(self) -> None:
        """Write where the run is; all ranks take part."""
        began = time.monotonic()
        state, epoch = self.trainer.state(), len(self.trainer.history)
        if self.run is not None:
            self.run.parts.write(files.CHECKPOINT, state, epoch=epoch)
            self._checkpoint_epoch = epoch
            self._write_status(RUNNING)
        now = time.monotonic()
        self._checkpoint_due = now + max(EVERY, (now - began) / SHARE)

    def _draw(self, epoch: Epoch) -> None:
        """Replace the picture, if it is time for it."""
        began, model = time.monotonic(), self.trainer.model
        # The embedding of a graph that is trained in batches may not fit into memory.
        if began < self._picture_due or model.batched:
            return
        h = self.trainer.evaluation.h if self.trainer.evaluation else None
        h = model.embed() if h is None else h
        # A probe would take longer than the epochs between two pictures.
        has_classifier = model.nodes is not None and epoch.stage != "pretext"
        predictions = model.predict(h, epoch.stage).cpu().numpy() if has_classifier else None
        positions = self._axes.project(h.cpu().numpy())
        self.trainer.record.add_picture(Picture(epoch.index, positions, predictions))
        now = time.monotonic()
        self._picture_due = began + max(PICTURE_EVERY, (now - began) / PICTURE_SHARE)

    @contextmanager
    def _heartbeat(self) -> Iterator[None]:
        """Write the status every second while the block runs."""
        end = threading.Event()

        def beat() -> None:
            while not end.wait(files.HEARTBEAT):
                with suppress(OSError):  # the training itself will say what is wrong with the disk
                    self._write_status(RUNNING)

        thread = threading.Thread(target=beat, name="n2n-heartbeat", daemon=True)
        thread.start()
        try:
            yield
        finally:
            end.set()
            thread.join()

    def _write_status(self, state: str, message: str = "") -> None:
        run = self.run
        assert run is not None
        assert run.folder is not None
        done, total = len(run.history), run.settings.total_epochs
        seconds, left = self._seconds_before + time.monotonic() - self._begun, None
        if state == RUNNING and self._first_epoch and done > self._first_epoch[1]:
            since, first = self._first_epoch
            left = (time.monotonic() - since) / (done - first) * (total - done)
        status = Status(state, message[:1000], done, total, seconds, left, self._checkpoint_epoch)
        files.write_status(run.folder, status)


@contextmanager
def _locked(run: Run) -> Iterator[None]:
    """The run is this process's to train."""
    assert run.folder is not None
    lock = FileLock(run.folder / files.LOCK)
    try:
        lock.acquire(timeout=0.5)
    except Timeout:
        raise ValueError(f"Another process trains {run.name}: watch it, or choose another folder.") from None
    try:
        yield
    finally:
        lock.release()

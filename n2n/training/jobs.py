"""Background jobs: a few workers, a queue that everybody can see, results that only their owners can find.

A job is any iterator of progress, such as a `Trainer`. The worker takes one item after the other, so a job
can be cancelled between two epochs. Ids are unguessable: whoever knows one may watch and cancel that job.

When Python ends, each job finishes its current step, and no other begins. That is no end of a job, so what is
kept of it on disk can be resumed. Where Python ends in the middle of a step, torch may abort: 16 of 35 times.
"""

import atexit
import secrets
import threading
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
INTERRUPTED = "interrupted"
"""Ended with the program that had it; only what lives on disk can be in this state."""
ENDED = (DONE, FAILED, CANCELLED, INTERRUPTED)
LAST_STEP = 5.0
"""Seconds that the end of Python waits for current steps, at most."""
_all: "weakref.WeakSet[Jobs]" = weakref.WeakSet()
_python_ends = threading.Event()


class QueueFull(ValueError):
    """More jobs wait than the queue takes."""


@dataclass(frozen=True)
class Status:
    """A job at one moment; reading it disturbs nothing."""

    id: str
    title: str
    state: str
    cause: str = ""
    """Why it failed or was cancelled, in one sentence."""
    done: int = 0
    total: int = 0
    position: int = 0
    """Jobs ahead of it in the queue."""
    seconds: float = 0.0
    """Time since it began."""
    left: float | None = None
    """Time to the end, where more is known about it than the speed so far."""

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ENDED

    @property
    def seconds_left(self) -> float | None:
        """Time to the end; None before the first step."""
        if self.left is not None:
            return self.left
        return self.seconds / self.done * (self.total - self.done) if self.done else None


@dataclass(eq=False)
class _Job:
    status: Status
    start: Callable[[], Iterator[Any]]
    finish: Callable[[], Any]
    on_end: Callable[[Status], None]
    items: list[Any] = field(default_factory=list)
    result: Any = None
    cancelled: str = ""
    seen: float = 0.0
    began: float = 0.0
    rests: bool = False
    """Its worker does nothing more, since Python ends."""


def _nothing(*_: Any) -> Any:
    """What an ended job is made of."""


class Jobs:
    """Background workers and their queue.

    >>> jobs = Jobs()
    >>> id = jobs.submit("count", lambda: iter(range(3)), total=3)
    >>> jobs.wait(id).state, jobs.items(id)
    ('done', [0, 1, 2])

    Args:
        workers: jobs that run at the same time.
        queue_limit: jobs that may wait.
        keep: ended jobs whose results stay; the one that ended first goes first.
        forget_after: seconds after which a job is cancelled if nobody has looked at it.
    """

    def __init__(self, workers: int = 1, queue_limit: int = 20, keep: int = 50, forget_after: float = 600.0):
        self.workers, self.queue_limit, self.keep, self.forget_after = (
            workers,
            queue_limit,
            keep,
            forget_after,
        )
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        _all.add(self)

    def submit(
        self,
        title: str,
        start: Callable[[], Iterator[Any]],
        total: int = 0,
        finish: Callable[[], Any] = lambda: None,
        on_end: Callable[[Status], None] = lambda status: None,
        id: str | None = None,
    ) -> str:
        """Queue a job and return its id.

        Args:
            start: makes the iterator whose items are the job's progress; called in the worker.
            total: number of items to expect.
            finish: makes the result, also of a cancelled job; called in the worker.
            on_end: called with how the job ended, in every case; must not call back into these jobs.
            id: an unguessable id that its owner has already; a new one is drawn otherwise.
        """
        with self._changed:
            if len(self._waiting()) >= self.queue_limit:
                raise QueueFull(f"{self.queue_limit} jobs are waiting already: try again when one has ended.")
            id = id or secrets.token_urlsafe(16)
            status = Status(id, title, QUEUED, total=total)
            self._jobs[id] = _Job(status, start, finish, on_end, seen=time.monotonic())
            if len(self._threads) < self.workers:
                thread = threading.Thread(target=self._work, name="n2n-job", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._changed.notify_all()
            return id

    def status(self, id: str) -> Status:
        """How a job is doing. Asking counts as looking at it."""
        with self._changed:
            job = self._find(id)
            job.seen = time.monotonic()
            return self._status(job)

    def items(self, id: str, start: int = 0) -> list[Any]:
        """What the job has yielded so far, from the given item on."""
        with self._changed:
            job = self._find(id)
            job.seen = time.monotonic()
            return job.items[start:]

    def result(self, id: str) -> Any:
        """What `finish` made; None while the job has not ended."""
        with self._changed:
            job = self._find(id)
            job.seen = time.monotonic()
            return job.result

    def queue(self) -> list[Status]:
        """Running and waiting jobs in their order, without the ids, which belong to their owners."""
        with self._changed:
            active = [job for job in self._jobs.values() if not job.status.ended]
            return [replace(self._status(job), id="") for job in active]

    def cancel(self, id: str, cause: str = "Cancelled on request.") -> None:
        """Stop a job: at once if it waits, after its current step if it runs. An ended job stays as it is.

        Of a job that is no longer kept there is nothing to stop.
        """
        with self._changed:
            job = self._jobs.get(id)
            if job is None:
                return
            if job.status.state == QUEUED:
                self._end(job, CANCELLED, cause)
            elif job.status.state == RUNNING:
                job.cancelled = job.cancelled or cause

    def forget(self, id: str) -> None:
        """Drop an ended job with its result; one that is not known, or has not ended, stays as it is."""
        with self._changed:
            if id in self._jobs and self._jobs[id].status.ended:
                del self._jobs[id]

    def wait(self, id: str, timeout: float | None = None) -> Status:
        """Wait until a job has ended, or at most this many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._find(id).status.ended, timeout)
            return self._status(self._find(id))

    def _find(self, id: str) -> _Job:
        if id not in self._jobs:
            raise KeyError(f"There is no job {id!r}: it may have been removed as one of the oldest.")
        return self._jobs[id]

    def _waiting(self) -> list[_Job]:
        return [job for job in self._jobs.values() if job.status.state == QUEUED]

    def _status(self, job: _Job) -> Status:
        if job.status.state == RUNNING:
            return replace(job.status, done=len(job.items), seconds=time.monotonic() - job.began)
        if job.status.state == QUEUED:
            return replace(job.status, position=self._waiting().index(job))
        return job.status

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting() and not _python_ends.is_set())
                job = self._waiting()[0]
                job.began = time.monotonic()
                if job.began - job.seen > self.forget_after:
                    self._end(job, CANCELLED, self._forgotten())
                    continue
                job.status = replace(job.status, state=RUNNING)
            self._perform(job)

    def _perform(self, job: _Job) -> None:
        """Run one job to its end; whatever goes wrong in it ends the job, never the worker."""
        state, cause, result = DONE, "", None
        try:
            progress = job.start()
            for item in progress:
                with self._changed:
                    job.items.append(item)
                    if _python_ends.is_set():
                        job.rests = True
                        self._changed.notify_all()
                        self._changed.wait_for(lambda: False)
                    if time.monotonic() - job.seen > self.forget_after:
                        job.cancelled = job.cancelled or self._forgotten()
                    cause = job.cancelled
                if cause:
                    state = CANCELLED
                    getattr(progress, "close", lambda: None)()
                    break
            result = job.finish()
        except Exception as error:
            state, cause = FAILED, str(error) or type(error).__name__
        with self._changed:
            job.result = result
            job.status = replace(job.status, done=len(job.items), seconds=time.monotonic() - job.began)
            self._end(job, state, cause)

    def _end(self, job: _Job, state: str, cause: str) -> None:
        """A job is over, under the lock: only its items and its result are kept, not what it was made of."""
        job.status = replace(job.status, state=state, cause=cause)
        on_end, job.on_end = job.on_end, _nothing
        job.start = job.finish = _nothing
        on_end(job.status)
        # Somebody may be waiting for a job that began long ago: what has just ended goes last.
        self._jobs.move_to_end(job.status.id)
        self._drop_oldest()
        self._changed.notify_all()

    def _rest(self, seconds: float) -> None:
        """Wait until no worker is in the middle of a step."""
        with self._changed:
            self._changed.wait_for(
                lambda: all(job.rests for job in self._jobs.values() if job.status.state == RUNNING), seconds
            )

    def _forgotten(self) -> str:
        return f"Cancelled because nobody had looked at it for {self.forget_after / 60:g} minutes."

    def _drop_oldest(self) -> None:
        ended = [id for id, job in self._jobs.items() if job.status.ended]
        for id in ended[: max(len(ended) - self.keep, 0)]:
            del self._jobs[id]


@atexit.register
def _rest_all() -> None:
    """Workers are daemons, so they still work when this is called."""
    _python_ends.set()
    end = time.monotonic() + LAST_STEP
    for jobs in list(_all):
        jobs._rest(max(end - time.monotonic(), 0.0))

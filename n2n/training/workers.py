"""Background work in worker processes: a queue, a few workers, and results by key.

    job = pool().submit("umap cora", compute_layout, "cora", title="UMAP of Cora")
    job.state, job.fraction, job.result()

A job is a function of a module and arguments that pickle. It runs in a process of its own: it does not slow
down the one that asks, and what kills it ends the job and nothing else. Jobs run first in, first out,
`N2N_WORKERS` of them at a time (1 by default, since one uses all cores); those that are urgent, such as what
a page has to show, come first and have one more worker while all others are busy.

In the function, `n2n.training.worker.report` tells how far it is.
"""

import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

WAITING, RUNNING, DONE = "waiting", "running", "done"
FAILED, STOPPED, INTERRUPTED = "failed", "stopped", "interrupted"
IDLE_SECONDS = 60.0
"""After which the additional worker for urgent jobs ends."""
KEEP_JOBS, KEEP_BYTES = 200, 256 << 20
"""Ended jobs that are remembered, and the size of their results together; the oldest go first."""
_IN_WORKER = "N2N_IN_WORKER"
"""A variable of the environment of worker processes."""
_log = logging.getLogger(__name__)


class QueueFull(ValueError):
    """More jobs wait than the queue takes."""


@dataclass(eq=False)
class Job:
    """A piece of work; what it is at this moment can be read at any time."""

    key: Hashable
    title: str
    owner: str
    """Who may stop it."""
    urgent: bool
    state: str = WAITING
    message: str = ""
    """What is being done; why it failed, was stopped or interrupted, in one sentence."""
    fraction: float = 0.0
    """The share that is done, from 0 to 1."""
    value: Any = None
    """The latest intermediate result that the function has reported."""
    began: float | None = None
    ended_at: float | None = None
    _work: Any = field(default=None, repr=False)
    _result: Any = field(default=None, repr=False)
    _size: int = field(default=0, repr=False)
    _stop: str = field(default="", repr=False)
    _reported: bool = field(default=False, repr=False)
    _pool: Any = field(default=None, repr=False)
    _process: Any = field(default=None, repr=False)

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen."""
        return self.state not in (WAITING, RUNNING)

    @property
    def seconds(self) -> float:
        """Time since it began."""
        return 0.0 if self.began is None else (self.ended_at or time.monotonic()) - self.began

    @property
    def position(self) -> int:
        """Jobs that are ahead of it: 0 for the next one."""
        return self._pool.position(self)

    def result(self) -> Any:
        """What the function returned.

        Raises:
            ValueError: it has not ended, or it ended otherwise; the sentence says how.
        """
        if self.state not in (DONE, STOPPED) or (self.state == STOPPED and self._result is None):
            raise ValueError(self.message if self.ended else f"{self.title or self.key} has not ended yet.")
        return self._result

    def wait(self, timeout: float | None = None) -> "Job":
        """Wait until it has ended, or at most this many seconds."""
        with self._pool.changed:
            self._pool.changed.wait_for(lambda: self.ended, timeout)
        return self

    def stop(self, reason: str = "Stopped on request.") -> None:
        """End the job: at once where it waits, at its next `report` where it runs.

        A function that has not reported anything so far cannot be asked: its process is killed.
        """
        self._pool.stop(self, reason)


class Pool:
    """Worker processes with a queue.

    Args:
        workers: jobs that run at the same time.
        limit: jobs that may wait.

    >>> pool = Pool()
    >>> pool.submit("square", pow, 7, 2).wait().result()
    49
    """

    def __init__(self, workers: int = 1, limit: int = 50):
        self.workers, self.limit = workers, limit
        self.changed = threading.Condition(threading.RLock())
        self._jobs: dict[Hashable, Job] = {}
        self._waiting: list[Job] = []
        self._idle = 0
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Start the workers and let them load what training needs, so that the first job begins at once."""
        with self.changed:
            for number in range(len(self._threads), self.workers + 1):
                extra = number == self.workers
                thread = threading.Thread(
                    target=self._serve, args=(extra,), name=f"n2n-worker-{number}", daemon=True
                )
                self._threads.append(thread)
                self._idle += not extra
                thread.start()

    def submit(
        self,
        key: Hashable,
        function: Callable[..., Any],
        *args: Any,
        title: str = "",
        owner: str = "",
        urgent: bool = False,
        again: bool = False,
    ) -> Job:
        """Queue `function(*args)`, unless there is a job with this key already, waiting, running or ended.

        Args:
            function: of a module that the worker can import; not of a page, which Streamlit runs as a script.
            urgent: whether somebody waits for it with a page that is otherwise empty.
            again: whether an ended job with this key is forgotten first.

        Raises:
            QueueFull: too many jobs wait.
        """
        with self.changed:
            job = self._jobs.get(key)
            if job is not None and not (again and job.ended):
                return job
            if len(self._waiting) >= self.limit:
                raise QueueFull(f"{self.limit} jobs are waiting already: try again when one has ended.")
            job = Job(key, title, owner, urgent, _work=(function, args), _pool=self)
            self._jobs.pop(key, None)
            self._jobs[key] = job
            place = sum(other.urgent for other in self._waiting) if urgent else len(self._waiting)
            self._waiting.insert(place, job)
            self.start()
            self.changed.notify_all()
            return job

    def find(self, key: Hashable) -> Job | None:
        """The job with a key; None where there is none, or no more."""
        return self._jobs.get(key)

    def forget(self, key: Hashable) -> None:
        """Drop an ended job and its result."""
        with self.changed:
            if key in self._jobs and self._jobs[key].ended:
                del self._jobs[key]

    def queue(self) -> list[Job]:
        """The jobs that run, then those that wait, in their order."""
        with self.changed:
            return [*(job for job in self._jobs.values() if job.state == RUNNING), *self._waiting]

    def position(self, job: Job) -> int:
        """Waiting jobs ahead of one."""
        with self.changed:
            return self._waiting.index(job) if job in self._waiting else 0

    def stop(self, job: Job, reason: str) -> None:
        """See `Job.stop`."""
        with self.changed:
            if job.state == WAITING:
                self._waiting.remove(job)
                self._end(job, STOPPED, reason)
            elif job.state == RUNNING and not job._stop:
                job._stop = reason
                if job._reported:
                    _send(job._process, ("stop", reason))
                else:
                    job._process.kill()

    def _end(self, job: Job, state: str, message: str = "") -> None:
        job.ended_at, job.message, job.state = time.monotonic(), message, state
        job._work = job._process = None
        self._jobs[job.key] = self._jobs.pop(job.key)  # the last to end is the last to go
        ended = [other for other in self._jobs.values() if other.ended]
        size = sum(other._size for other in ended)
        for oldest in ended[:-1]:
            if len(ended) <= KEEP_JOBS and size <= KEEP_BYTES:
                break
            ended.remove(oldest)
            size -= oldest._size
            del self._jobs[oldest.key]
        self.changed.notify_all()

    # Each worker has a thread, which gives it one job after the other and starts a new one when it dies.

    def _serve(self, extra: bool) -> None:
        process = None if extra else self._spawn()
        while True:
            with self.changed:
                if not self.changed.wait_for(lambda: self._can_take(extra), IDLE_SECONDS if extra else None):
                    if process is not None:
                        process.kill()
                        process.wait()
                        process = None
                    continue
                job = self._waiting.pop(0)
                self._idle -= not extra
            if process is None or process.poll() is not None:
                process = self._spawn()
            self._run(job, process)
            with self.changed:
                self._idle += not extra
                self.changed.notify_all()
            if not extra and process.poll() is not None:
                process = self._spawn()

    def _can_take(self, extra: bool) -> bool:
        if extra:
            return bool(self._waiting) and self._waiting[0].urgent and not self._idle
        return bool(self._waiting)

    def _run(self, job: Job, process: subprocess.Popen) -> None:
        with self.changed:
            if job._stop or job.ended:
                return
            job.state, job.began, job._process = RUNNING, time.monotonic(), process
        state, message = INTERRUPTED, ""
        assert process.stdout is not None
        try:
            _send(process, ("run", *job._work))
            while True:
                kind, *content = pickle.load(process.stdout)
                if kind == "report":
                    with self.changed:
                        job.fraction, job.message, job.value = content
                        if not job._reported and job._stop:
                            _send(process, ("stop", job._stop))
                        job._reported = True
                        self.changed.notify_all()
                    continue
                if kind == "done":
                    state, job._size, job._result = DONE, len(content[0]), pickle.loads(content[0])
                elif kind == "failed":
                    state, message = FAILED, content[0]
                    _log.error("%s failed:\n%s", job.title or job.key, content[1])
                break
        except (EOFError, OSError, pickle.UnpicklingError):
            code = process.wait()
            by = f"signal {-code}, {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
            message = f"The process that worked on this has ended ({by}): the memory may have been exhausted."
            if not job._stop:
                _log.error("The worker of %s has ended: %s", job.title or job.key, by)
        except Exception as error:  # what cannot be sent to a worker
            state, message = FAILED, f"{type(error).__name__}: {error}"
            _log.exception("%s failed", job.title or job.key)
        with self.changed:
            if job._stop:
                state, message = STOPPED, job._stop
            self._end(job, state, message)

    def _spawn(self) -> subprocess.Popen:
        """A new worker process, which imports n2n before torch: it sets how the threads of torch wait."""
        folders = (folder or os.getcwd() for folder in sys.path)
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(folders), _IN_WORKER: "1"}
        if self.workers > 1:
            threads = max((os.cpu_count() or 1) // self.workers, 1)
            environment.setdefault("OMP_NUM_THREADS", str(threads))
        command = [sys.executable, "-c", "from n2n.training.worker import serve; serve()"]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)


def _send(process: subprocess.Popen, message: tuple) -> None:
    data = pickle.dumps(message, protocol=5)
    assert process.stdin is not None
    try:
        process.stdin.write(data)
        process.stdin.flush()
    except BrokenPipeError:
        pass  # whoever reads from the process will find that it has ended


@cache
def pool() -> Pool:
    """The workers of this process, `N2N_WORKERS` of them; a job cannot start further jobs."""
    if os.environ.get(_IN_WORKER):
        raise RuntimeError("A job in a worker process must not start other jobs.")
    return Pool(max(int(os.environ.get("N2N_WORKERS") or 1), 1))

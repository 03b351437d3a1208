"""The process in which a job runs, and what its function can say and ask there.

Requests come through standard input and answers go through standard output, as pickles; what is printed goes
to the standard error of the process that has started this one. When that ends, so does this one: at once, or
where a job runs, once that has stopped.
"""

import logging
import os
import pickle
import signal
import threading
import traceback
from contextlib import suppress
from typing import Any

_log = logging.getLogger(__name__)


class Stopped(Exception):
    """Raised by `report`: somebody has asked the job to end."""


class _Worker:
    """This process as a worker."""

    def __init__(self):
        self.requests = os.fdopen(os.dup(0), "rb")
        self.answers = os.fdopen(os.dup(1), "wb")
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)  # what is printed goes to the log of the server
        self.guard, self.stop, self.abandoned = threading.Lock(), "", False
        self.next: Any = None
        self.wake = threading.Condition()
        self.busy = False

    def answer(self, *message: Any) -> None:
        with self.guard, suppress(BrokenPipeError):  # `listen` will find that the server is gone
            pickle.dump(message, self.answers, protocol=5)
            self.answers.flush()

    def listen(self) -> None:
        """Take requests until the server is gone."""
        while True:
            try:
                kind, *content = pickle.load(self.requests)
            except EOFError:
                break
            except Exception as error:  # a function that cannot be imported here
                self.answer("failed", f"{type(error).__name__}: {error}", traceback.format_exc())
                continue
            with self.wake:
                if kind == "stop":
                    self.stop = content[0]
                else:
                    self.next, self.stop = content, ""
                self.wake.notify()
        with self.wake:
            self.abandoned, self.stop = True, "The server has ended."
            self.wake.notify()
            if not self.busy:
                os._exit(0)

    def work(self) -> None:
        while True:
            with self.wake:
                self.busy = False
                self.wake.wait_for(lambda: self.next or self.abandoned)
                if self.abandoned:
                    return
                (function, args), self.next, self.busy = self.next, None, True
            try:
                answer = "done", pickle.dumps(function(*args), protocol=5)
            except Stopped:
                answer = ("stopped",)
            except Exception as error:
                answer = "failed", _sentence(error), traceback.format_exc()
            del function, args
            self.answer(*answer)


_this_process: list[_Worker] = []
"""This process, where it is a worker."""


def _sentence(error: Exception) -> str:
    """An error for whoever asked: ours for them are sentences already."""
    if isinstance(error, MemoryError):
        return "There was not enough memory."
    return str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"


def serve() -> None:
    """Work for the process that has started this one, until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the server, and with it this process ends
    worker = _Worker()
    _this_process.append(worker)
    threading.Thread(target=worker.listen, daemon=True).start()
    _warm_up()
    worker.work()


def _warm_up() -> None:
    """Load what a training run needs: torch, and the kernels that numba has compiled."""
    try:
        from n2n.graph.catalogue import load
        from n2n.methods.n2n.settings import Settings
        from n2n.training.trainer import train

        for _ in train(load("karate"), Settings(width=8, epochs=1, evaluate_every=1)):
            pass
    except Exception:
        _log.exception("A worker could not be warmed up")


def report(fraction: float, message: str = "", value: Any = None) -> None:
    """Tell the process that asked how far the work is; elsewhere than in a worker nothing happens.

    Args:
        value: an intermediate result.

    Raises:
        Stopped: somebody has asked the job to end.
    """
    for worker in _this_process:
        if worker.stop:
            raise Stopped(worker.stop)
        worker.answer("report", fraction, message, value)


def stop_requested() -> str:
    """In a worker: why the job is to end; "" where nobody has asked for it."""
    return next((worker.stop for worker in _this_process), "")


def is_abandoned() -> bool:
    """In a worker: whether the process that has started it is gone."""
    return any(worker.abandoned for worker in _this_process)

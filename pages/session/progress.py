"""The progress of jobs: of work that reports it by a callback, and for those who wait."""

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any

from n2n.training.jobs import CANCELLED, Jobs, Status

GONE = "It was removed to make room for newer work: start it again."


class GivenUp(Exception):
    """Ends work that nobody waits for any more."""


def reports(work: Callable[[Callable[..., None]], Any], first: tuple) -> Iterator[tuple]:
    """What the work reports, as it goes on; a thread does it, so that giving up acts at once.

    Args:
        work: called with the function to report to; whatever that is called with becomes an item.
        first: the first item, and what is repeated while nothing is reported.
    """
    told: queue.SimpleQueue = queue.SimpleQueue()
    given_up, failure = threading.Event(), []

    def report(*what) -> None:
        if given_up.is_set():
            raise GivenUp
        told.put(what)

    def run() -> None:
        try:
            work(report)
        except Exception as error:
            failure.append(error)
        finally:
            told.put(None)

    threading.Thread(target=run, name="n2n-work", daemon=True).start()
    last = first
    try:
        while last is not None:
            yield last
            try:
                last = told.get(timeout=0.25)
            except queue.Empty:
                continue
        if failure:
            raise failure[0]
    finally:
        given_up.set()


def look(worker: Jobs, id: str, patience: float = 0.0) -> Status:
    """How a job is doing; of one that is no longer kept, a status that says so in a sentence.

    Args:
        patience: seconds to wait for its end.
    """
    try:
        if patience:
            worker.wait(id, patience)
        return worker.status(id)
    except KeyError:
        return Status(id, "", CANCELLED, GONE)


def said(worker: Jobs, id: str) -> list:
    """The last thing that a job reported; nothing where it has not begun, or is no longer kept."""
    try:
        return worker.items(id)[-1:]
    except KeyError:
        return []

"""Work that reports its progress by a callback, as the iterator that a job is."""

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any


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

"""Functions for worker processes, which import them from here."""

import os
import signal
import time

from n2n.training.worker import report


def count(steps: int, seconds: float = 0.0) -> int:
    """Report every step."""
    for step in range(steps):
        report(step / steps, f"step {step}", value=step)
        time.sleep(seconds)
    return steps


def nest() -> None:
    """Ask for another job."""
    from n2n.training.workers import pool

    pool()


def die() -> None:
    """End as a process does that has run out of memory."""
    os.kill(os.getpid(), signal.SIGKILL)


def fail(kind: type[Exception], words: str) -> None:
    """Raise an error."""
    raise kind(words)


def sleep(seconds: float) -> float:
    """Nothing is reported, so nobody can ask it to stop."""
    time.sleep(seconds)
    return seconds


def note(path: str, word: str) -> int:
    """Append a word to a file; the id of the process."""
    with open(path, "a") as file:
        file.write(word)
    return os.getpid()


def train(folder: str) -> None:
    """Train the run in a folder, on the karate club."""
    import n2n
    from n2n.training.fit import train_run

    train_run(n2n.Run.open(folder), n2n.load("karate"))

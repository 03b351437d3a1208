"""Progress of a long command, on one line of stderr."""

import sys
import time
from collections.abc import Callable

_EVERY = 0.2


def progress_line() -> Callable[[str, float | None], None]:
    """A progress for functions that take one; it writes only where somebody watches."""
    shown = ["", 0.0]

    def show(message: str, share: float | None) -> None:
        if not sys.stderr.isatty():
            return
        now = time.monotonic()
        if message == shown[0] and now - shown[1] < _EVERY and share != 1:
            return
        if shown[0] and message != shown[0]:
            print(file=sys.stderr)
        done = "" if share is None else f" {share:.0%}"
        print(f"\r{message} …{done}", end="", file=sys.stderr, flush=True)
        shown[:] = [message, now]

    return show


def end_line() -> None:
    """Leave the line of the progress."""
    if sys.stderr.isatty():
        print(file=sys.stderr)

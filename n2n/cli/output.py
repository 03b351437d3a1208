"""What commands print: tables of plain text, and the progress of a long command on one line of stderr."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

Result = TypeVar("Result")
_EVERY = 0.2


def timed(function: Callable[[], Result]) -> tuple[Result, float]:
    """What a function returns, and its seconds."""
    start = time.perf_counter()
    result = function()
    return result, time.perf_counter() - start


def table(headers: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """Columns as wide as their longest entry, the first `left` of them flush left, the others flush right.

    >>> print(table(["graph", "nodes"], [["Cora", "2,708"], ["Karate club", "34"]]))
    graph        nodes
    Cora         2,708
    Karate club     34
    """
    lines = [list(headers), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            entry.ljust(width) if index < left else entry.rjust(width)
            for index, (entry, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


@contextmanager
def progress_line() -> Iterator[Callable[[str, float | None], None]]:
    """A progress for functions that take one; it writes only to a terminal."""
    message, shown = "", 0.0

    def show(new: str, share: float | None) -> None:
        nonlocal message, shown
        now = time.monotonic()
        if not sys.stderr.isatty() or (new == message and now - shown < _EVERY and share != 1):
            return
        if message and new != message:
            print(file=sys.stderr)
        done = "" if share is None else f" {share:.0%}"
        print(f"\r{new} …{done}", end="", file=sys.stderr, flush=True)
        message, shown = new, now

    yield show
    if message:
        print(file=sys.stderr)

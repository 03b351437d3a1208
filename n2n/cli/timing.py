"""Time and memory of a function."""

import tracemalloc
from collections.abc import Callable, Mapping

from n2n.compute.machine import timed


def race(contestants: Mapping[str, Callable], rounds: int, seconds: float = 2.0) -> dict[str, float]:
    """The best time of each contestant, in seconds.

    They run in turn, so that all of them meet the same disturbances; one that has already used up its seconds
    sits out the further rounds.
    """
    best = dict.fromkeys(contestants, float("inf"))
    spent = dict.fromkeys(contestants, 0.0)
    for _ in range(rounds):
        for name, function in contestants.items():
            if spent[name] < seconds:
                took = timed(function)[1]
                spent[name] += took
                best[name] = min(best[name], took)
    return best


def peak_memory(function: Callable) -> int:
    """The most bytes of NumPy arrays that a function holds at the same time, including its result."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        result = function()
        peak = tracemalloc.get_traced_memory()[1] - before
        del result
        return peak
    finally:
        tracemalloc.stop()

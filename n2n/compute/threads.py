"""Rows distributed over threads.

Kernels compiled with `nogil=True` run side by side on plain threads. That avoids numba's threading layers,
some of which abort the process when two threads of an app start parallel kernels at the same time.
"""

import itertools
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import TypeVar

import numpy as np

# Costs are in nanoseconds, roughly. A block must be worth more than handing it to a thread (about 50 µs).
MIN_BLOCK_COST = 100_000
# More blocks than threads, so that a thread that finishes early takes another block.
BLOCKS_PER_THREAD = 4

Item = TypeVar("Item")
Result = TypeVar("Result")


def num_threads() -> int:
    """Number of cores that this process may use: its share, if torchrun started several on this machine.

    As everywhere, `OMP_NUM_THREADS` may ask for fewer; torchrun sets it to 1 where nobody else does.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    share = cores // int(os.environ.get("LOCAL_WORLD_SIZE", "1"))
    asked = os.environ.get("OMP_NUM_THREADS", "")
    return max(min(share, int(asked)) if asked.isdecimal() else share, 1)


def num_blocks(total_cost: int) -> int:
    """Number of blocks into which work of this total cost should be cut."""
    if num_threads() == 1:
        return 1
    return int(np.clip(total_cost // MIN_BLOCK_COST, 1, num_threads() * BLOCKS_PER_THREAD))


def equal_cost_bounds(cost: np.ndarray) -> np.ndarray:
    """Bounds that cut 0..len(cost) into consecutive blocks of about equal total cost.

    >>> equal_cost_bounds(np.array([1, 1, 2, 4])).tolist()
    [0, 4]
    """
    total = np.cumsum(cost, dtype=np.int64)
    blocks = num_blocks(total[-1])
    if blocks == 1:
        return np.array([0, len(cost)])
    inner = np.searchsorted(total, total[-1] * np.arange(1, blocks) // blocks)
    return np.unique(np.concatenate([[0], inner, [len(cost)]]))


def run_blocks(kernel, bounds: np.ndarray, *arrays, progress: Callable[[float], None] | None = None) -> None:
    """Call `kernel(*arrays, start, stop)` for every two consecutive bounds, on as many threads as cores.

    The calling thread takes blocks as well: waking one thread fewer halves the cost of a call. It also tells
    `progress` the share of blocks that were taken.
    """
    edges = bounds.tolist()
    turn = itertools.count()

    def take_turns(tell: Callable[[float], None] | None = None) -> None:
        while (block := next(turn)) < len(edges) - 1:
            kernel(*arrays, edges[block], edges[block + 1])
            if tell:
                tell((block + 1) / (len(edges) - 1))

    running = []
    with suppress(RuntimeError):  # Python ends, and the pool has ended before: the caller takes every block
        for _ in range(min(num_threads(), len(edges) - 1) - 1):
            running.append(_pool().submit(take_turns))
    take_turns(progress)
    for helper in running:
        # A helper that has not begun has nothing left to do.
        if not helper.cancel():
            helper.result()


def map_ordered(function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """`function` of every item, in their order, on as many threads as cores.

    Only a few results wait for their turn, so that memory stays bounded.

    >>> list(map_ordered(str, range(3)))
    ['0', '1', '2']
    """
    waiting = deque()
    try:
        for item in items:
            waiting.append(_pool().submit(function, item))
            if len(waiting) > num_threads():
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for left in waiting:
            left.cancel()


@cache
def _pool() -> ThreadPoolExecutor:
    """One pool for the process: starting threads for each call would cost more than many a kernel."""
    return ThreadPoolExecutor(num_threads(), thread_name_prefix="n2n-kernel")


if hasattr(os, "register_at_fork"):  # a forked process has none of the threads: it starts its own
    os.register_at_fork(after_in_child=_pool.cache_clear)

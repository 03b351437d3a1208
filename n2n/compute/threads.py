"""Rows distributed over threads.

Kernels compiled with `nogil=True` run side by side on plain threads. That avoids numba's threading layers,
some of which abort the process when two threads of an app start parallel kernels at the same time.
"""

import itertools
import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np

# Costs are in nanoseconds, roughly. A block must be worth more than handing it to a thread (about 50 µs).
MIN_BLOCK_COST = 100_000
# More blocks than threads, so that a thread that finishes early takes another block.
BLOCKS_PER_THREAD = 4


def num_threads() -> int:
    """Number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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


def run_blocks(kernel, bounds: np.ndarray, *arrays) -> None:
    """Call `kernel(*arrays, start, stop)` for every two consecutive bounds, on as many threads as cores.

    The calling thread takes blocks as well: waking one thread fewer halves the cost of a call.
    """
    edges = bounds.tolist()
    turn = itertools.count()

    def take_turns() -> None:
        while (block := next(turn)) < len(edges) - 1:
            kernel(*arrays, edges[block], edges[block + 1])

    helpers = min(num_threads(), len(edges) - 1) - 1
    running = [_pool().submit(take_turns) for _ in range(helpers)]
    take_turns()
    for helper in running:
        # A helper that has not begun has nothing left to do.
        if not helper.cancel():
            helper.result()


@cache
def _pool() -> ThreadPoolExecutor:
    """One pool for the process: starting threads for each call would cost more than many a kernel."""
    return ThreadPoolExecutor(num_threads(), thread_name_prefix="n2n-kernel")

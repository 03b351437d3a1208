"""Common neighbours |𝒩_i ∩ 𝒩_j| of every edge, the one expensive quantity behind TAPS.

For each undirected edge, once, mark the neighbours of the end with the higher degree and scan those of the
other: a cost of min(d_i, d_j). The entries of the adjacency are cut into blocks of equal cost, even within
the row of a hub, and the blocks run on `n2n.compute.threads`.

All integers in the kernels are unsigned: numba then omits the check for negative indices, a third of the
time. The marks are bits, so those of a million nodes fit into a processor's cache.
"""

from collections.abc import Callable

import numpy as np

from n2n.compute.csr import for_kernels
from n2n.compute.jit import njit
from n2n.compute.threads import equal_cost_bounds, num_blocks, run_blocks

ONE = np.uint64(1)
WORD = np.uint64(6)
BIT = np.uint64(63)
# Smaller blocks on a large graph, so that there is something to report.
_MOST_ENTRIES = 1 << 22


@njit(nogil=True, cache=True)
def _owns(indptr, i, j):
    """Whether i marks and j is scanned: i has the higher degree or, on a tie, the higher id."""
    degree = indptr[i + ONE] - indptr[i]
    other = indptr[j + ONE] - indptr[j]
    return (other < degree) | ((other == degree) & (j < i))


@njit(nogil=True, cache=True)
def _row_cost(indptr, indices, cost, start, stop):
    """The cost of the rows start..stop: their entries, and every list that is scanned for them."""
    for i in range(np.uint64(start), np.uint64(stop)):
        total = indptr[i + ONE] - indptr[i]
        for e in range(indptr[i], indptr[i + ONE]):
            j = np.uint64(indices[e])
            # A product instead of a branch that would be mispredicted half of the time.
            total += (indptr[j + ONE] - indptr[j]) * np.uint64(_owns(indptr, i, j))
        cost[i] = total


@njit(nogil=True, cache=True)
def _entry_bounds(indptr, indices, cost, blocks):
    """Bounds, as entries of the adjacency, of blocks of equal cost; a bound may lie inside a row."""
    bounds = np.zeros(blocks + 1, np.uint64)
    bounds[blocks] = len(indices)
    total = cost.sum()
    before, i = np.uint64(0), np.uint64(0)
    for b in range(1, blocks):
        wanted = np.uint64(total // blocks * b)
        while before + cost[i] < wanted:
            before += cost[i]
            i += ONE
        e, reached = indptr[i], before
        while reached < wanted and e < indptr[i + ONE]:
            j = np.uint64(indices[e])
            reached += ONE + (indptr[j + ONE] - indptr[j]) * np.uint64(_owns(indptr, i, j))
            e += ONE
        bounds[b] = e
    return bounds


@njit(nogil=True, cache=True)
def _count(indptr, indices, longest, common, start, stop):
    """Count for those entries start..stop that their row owns, and write the counts in both directions.

    `longest` is the highest degree.
    """
    n = np.uint64(len(indptr) - 1)
    start, stop = np.uint64(start), np.uint64(stop)
    marks = np.zeros((n >> WORD) + ONE, np.uint64)
    owned = np.empty(longest, np.uint64)
    i = np.uint64(np.searchsorted(indptr, start, side="right") - 1)
    while i < n and indptr[i] < stop:
        # Collecting the owned entries first, without a branch, avoids mispredicted jumps in the scans.
        low, top = max(indptr[i], start), min(indptr[i + ONE], stop)
        end = np.uint64(0)
        for e in range(low, top):
            owned[end] = e
            end += np.uint64(_owns(indptr, i, np.uint64(indices[e])))
        if end > 0:
            for p in range(indptr[i], indptr[i + ONE]):
                k = np.uint64(indices[p])
                marks[k >> WORD] |= ONE << (k & BIT)
            for q in range(end):
                j = np.uint64(indices[owned[q]])
                count, mirror = np.uint64(0), indptr[j]
                for p in range(indptr[j], indptr[j + ONE]):
                    k = np.uint64(indices[p])
                    count += (marks[k >> WORD] >> (k & BIT)) & ONE
                    # Rows are ascending: the number of entries below i is the place of i in the row of j.
                    mirror += np.uint64(k < i)
                common[owned[q]] = count
                common[mirror] = count
            for p in range(indptr[i], indptr[i + ONE]):
                marks[np.uint64(indices[p]) >> WORD] = 0
        i += ONE


def common_neighbours(
    indptr: np.ndarray, indices: np.ndarray, progress: Callable[[float], None] | None = None
) -> np.ndarray:
    """|𝒩_i ∩ 𝒩_j| of every directed edge, in CSR order.

    Time O(Σ min(d_i, d_j)), memory O(edges). The adjacency must be symmetric, sorted and without self-loops,
    which a `Graph` guarantees.

    Args:
        progress: called with the share that is done, on a large graph.

    >>> triangle = np.array([0, 2, 4, 6]), np.array([1, 2, 0, 2, 0, 1])
    >>> common_neighbours(*triangle).tolist()
    [1, 1, 1, 1, 1, 1]
    """
    common = np.zeros(len(indices), indices.dtype)
    if len(indices) == 0:
        return common
    unsigned = np.uint32 if indices.dtype == np.int32 else np.uint64
    indptr, indices = for_kernels(indptr, indices)
    indptr, indices, counts = indptr.view(np.uint64), indices.view(unsigned), common.view(unsigned)
    cost = np.empty(len(indptr) - 1, np.uint64)
    run_blocks(_row_cost, equal_cost_bounds(np.diff(indptr)), indptr, indices, cost)
    blocks = max(num_blocks(cost.sum()), len(indices) // _MOST_ENTRIES)
    bounds = _entry_bounds(indptr, indices, cost, blocks)
    run_blocks(_count, bounds, indptr, indices, int(np.diff(indptr).max()), counts, progress=progress)
    return common

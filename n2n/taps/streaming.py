"""TAPS without a number for every edge: count, rank and choose row by row.

A row needs nothing from the others, so rows can be shared among threads, processes and machines. The price is
that both ends of an edge count their common neighbours.
"""

import numpy as np

from n2n.compute.csr import for_kernels
from n2n.compute.jit import njit
from n2n.compute.threads import equal_cost_bounds, run_blocks
from n2n.datasets.info import Progress
from n2n.graph import Graph
from n2n.taps.common_neighbours import BIT, ONE, WORD
from n2n.taps.dependency import logarithms, pair_dependency
from n2n.taps.kernels import choose_row
from n2n.taps.positives import row_blocks

# A list more than this many times longer than the own one is searched, not scanned.
SEARCH = np.uint64(32)


@njit(nogil=True, cache=True)
def count_common(indptr, indices, marks, i, j, degree, other):
    """|𝒩_i ∩ 𝒩_j|, where the neighbours of i are marked."""
    count = np.uint64(0)
    if other <= SEARCH * degree:
        for p in range(np.uint64(indptr[j]), np.uint64(indptr[j + ONE])):
            k = np.uint64(indices[p])
            count += (marks[k >> WORD] >> (k & BIT)) & ONE
        return count
    low, end = np.uint64(indptr[j]), np.uint64(indptr[j + ONE])
    for p in range(np.uint64(indptr[i]), np.uint64(indptr[i + ONE])):
        k, high = indices[p], end
        while low < high:
            middle = (low + high) >> ONE
            if indices[middle] < k:
                low = middle + ONE
            else:
                high = middle
        if low == end:
            break
        count += np.uint64(indices[low] == k)
    return count


@njit(nogil=True, cache=True, error_model="numpy")
def _top(indptr, indices, log, log_outside, k, out_indptr, out, shift, start, stop):
    """The k best entries of each row start..stop, best first, at out_indptr − shift in `out`."""
    n = len(indptr) - 1.0
    log_n = np.log(n)
    marks = np.zeros((np.uint64(len(indptr)) >> WORD) + ONE, np.uint64)
    score = np.empty(len(log), np.float64)
    heap = np.empty(k, np.int64)
    for i in range(np.uint64(start), np.uint64(stop)):
        first, last = np.uint64(indptr[i]), np.uint64(indptr[i + ONE])
        degree, base = last - first, out_indptr[i] - shift
        if degree <= 1:
            out[base] = indices[first] if degree == 1 else i
            continue
        for e in range(first, last):
            j = np.uint64(indices[e])
            marks[j >> WORD] |= ONE << (j & BIT)
        for e in range(first, last):
            j = np.uint64(indices[e])
            other = np.uint64(indptr[j + ONE] - indptr[j])
            c = count_common(indptr, indices, marks, i, j, degree, other)
            score[e - first] = pair_dependency(n, log_n, c, degree, other, log, log_outside)
        for e in range(first, last):
            marks[np.uint64(indices[e]) >> WORD] = 0
        choose_row(indices, np.int64(first), np.int64(degree), score, 0, heap, out, base)


def top_rows(
    graph: Graph,
    k: int,
    out_indptr: np.ndarray,
    out: np.ndarray,
    start: int,
    stop: int,
    progress: Progress | None = None,
) -> None:
    """Write the k best neighbours of the rows start..stop of a graph to `out`, best first.

    Args:
        out_indptr: where the positives of each node of the graph begin, as in `Positives`.
        out: room for those of the rows start..stop.
    """
    tables = logarithms(graph)
    indptr, indices = for_kernels(graph.indptr, graph.indices)
    indices = indices.view(np.uint32 if indices.dtype == np.int32 else np.uint64)
    out_indptr, target = for_kernels(out_indptr, out)[0], out.view(indices.dtype)
    room = min(int(k), max(len(tables[0]) - 1, 1))
    shift, first, last = int(out_indptr[start]), int(graph.indptr[start]), int(graph.indptr[stop])
    for low, high in row_blocks(graph.indptr, start, stop):
        cost = 200 * (1 + graph.degree[low:high].astype(np.int64))
        bounds = low + equal_cost_bounds(cost)
        run_blocks(_top, bounds, indptr, indices, *tables, room, out_indptr, target, shift)
        if progress:
            done = (int(graph.indptr[high]) - first) / max(last - first, 1)
            progress("Ranking neighbours", done)


def share_of_rows(graph: Graph, part: int, parts: int) -> tuple[int, int]:
    """The first row of a part, and the one after its last, where all parts cost about the same.

    The time of a row is proportional to its degree, and a little for itself.

    >>> import n2n
    >>> [share_of_rows(n2n.load("karate"), part, 2) for part in range(2)]
    [(0, 17), (17, 34)]
    """
    before = graph.indptr + np.arange(graph.num_nodes + 1)
    cuts = np.searchsorted(before, before[-1] * np.arange(parts + 1) // parts)
    cuts[-1] = graph.num_nodes
    return int(cuts[part]), int(cuts[part + 1])

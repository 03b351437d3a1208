"""Graph-structural dependency: the mutual information of two neighbourhoods, from four counts.

See `n2n.taps.ranking` for what it means.
"""

import numpy as np

from n2n.compute.csr import for_kernels
from n2n.compute.jit import njit
from n2n.compute.threads import equal_cost_bounds, run_blocks
from n2n.graph import Graph
from n2n.taps.common_neighbours import ONE

# Below this, five terms of the series of log(1+t) are exact to the last bit; so it is for most edges of a
# large graph.
SMALL = 1e-3

Tables = tuple[np.ndarray, np.ndarray]


@njit(nogil=True, cache=True, error_model="numpy")
def _log1p(t):
    if abs(t) < SMALL:
        return t * (1 - t * (1 / 2 - t * (1 / 3 - t * (1 / 4 - t / 5))))
    return np.log1p(t)


@njit(nogil=True, cache=True, error_model="numpy")
def pair_dependency(n, log_n, c, degree, other, log, log_outside):
    """I(X_i; X_j) in nats, from c common neighbours and the two degrees, all of them unsigned.

    `log[d]` is log d, with 0 for d = 0, so that 0·log 0 = 0 needs no branch; `log_outside[d]` is
    −log(1 − d/n). In this form no two large numbers are subtracted from each other, so that a dependency of
    1e-9 still has all its digits.
    """
    # Both directions of an edge are summed in the same order, so that they are equal to the last bit.
    high, low = max(degree, other), min(degree, other)
    excess = n * c - float(high) * low
    if excess == 0.0:  # independent: p(X_i, X_j) = p(X_i)·p(X_j)
        return 0.0
    total = c * (log[c] + log_n - log[high] - log[low])
    total += (high - c) * (log[high - c] - log[high] + log_outside[low])
    total += (low - c) * (log[low - c] - log[low] + log_outside[high])
    rest = n - high - low + c
    if rest > 0:
        total += rest * _log1p(excess / ((n - high) * (n - low)))
    return max(total / n, 0.0)


@njit(nogil=True, cache=True, error_model="numpy")
def _dependency(indptr, indices, common, log, log_outside, dependency, offset, start, stop):
    """I(X_i; X_j) of every entry e in rows start..stop, at dependency[e − offset]."""
    offset = np.uint64(offset)
    n = len(indptr) - 1.0
    log_n = np.log(n)
    for i in range(np.uint64(start), np.uint64(stop)):  # unsigned, as in common_neighbours
        degree = np.uint64(indptr[i + ONE] - indptr[i])
        for e in range(np.uint64(indptr[i]), np.uint64(indptr[i + ONE])):
            j, c = np.uint64(indices[e]), np.uint64(common[e])
            other = np.uint64(indptr[j + ONE] - indptr[j])
            dependency[e - offset] = pair_dependency(n, log_n, c, degree, other, log, log_outside)


def logarithms(graph: Graph) -> Tables:
    """The tables `log` and `log_outside` of `pair_dependency`, up to the highest degree."""
    n, top = graph.num_nodes, int(graph.degree.max(initial=0))
    d = np.arange(top + 1, dtype=np.float64)
    return np.log(np.maximum(d, 1)), -np.log1p(-d / max(n, 1))


def dependencies(
    graph: Graph, common: np.ndarray, rows: tuple[int, int] | None = None, tables: Tables | None = None
) -> np.ndarray:
    """I(X_i; X_j) in nats of every directed edge, from its number of common neighbours.

    Args:
        common: |𝒩_i ∩ 𝒩_j| of every directed edge of the graph.
        rows: only the edges of the rows from the first to before the second.
        tables: `logarithms` of the graph where they are known.
    """
    start, stop = rows or (0, graph.num_nodes)
    offset = int(graph.indptr[start])
    out = np.empty(int(graph.indptr[stop]) - offset)
    if len(out):
        bounds = start + equal_cost_bounds(10 * graph.degree[start:stop].astype(np.int64))
        tables = tables or logarithms(graph)
        rows_read = for_kernels(graph.indptr, graph.indices)
        run_blocks(_dependency, bounds, *rows_read, common, *tables, out, offset)
    return out

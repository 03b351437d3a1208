"""Personalised PageRank from every node, sparse: only the largest entries of each row are kept."""

import numpy as np
import scipy.sparse as sp

from n2n.compute.jit import njit
from n2n.compute.threads import equal_cost_bounds, run_blocks
from n2n.graph import Graph

# Entries of a row that are kept; a node may still hold so much for each of its edges.
KEPT = 32
ERROR = 1e-4


@njit
def _push(indptr, indices, restart, error, columns, values, start, stop):
    """Rows start..stop: share out a unit of mass from node i until little is left anywhere.

    A node holds back `restart` of what reaches it and hands the rest to its neighbours in equal parts; it
    has its turn while it holds more than `error` for each of its edges.
    """
    n = len(indptr) - 1
    rank, rest = np.zeros(n), np.zeros(n)
    waits, seen = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
    for i in range(start, stop):
        touched, queue = [i], [i]
        rest[i], waits[i], seen[i] = 1.0, True, True
        turn = 0
        while turn < len(queue):
            v = queue[turn]
            turn += 1
            waits[v] = False
            mass, rest[v] = rest[v], 0.0
            first, last = indptr[v], indptr[v + 1]
            if first == last:
                rank[v] += mass
                continue
            rank[v] += restart * mass
            part = (1 - restart) * mass / (last - first)
            for e in range(first, last):
                u = indices[e]
                if not seen[u]:
                    seen[u] = True
                    touched.append(u)
                rest[u] += part
                if not waits[u] and rest[u] > error * (indptr[u + 1] - indptr[u]):
                    waits[u] = True
                    queue.append(u)
        found = np.sort(np.array(touched))
        best = np.argsort(-rank[found], kind="mergesort")  # of equal ones the lower node comes first
        for place in range(min(len(found), columns.shape[1])):
            columns[i, place] = found[best[place]]
            values[i, place] = rank[columns[i, place]]
        for v in touched:
            rank[v], rest[v], seen[v] = 0.0, 0.0, False


def page_rank(graph: Graph, restart: float, kept: int = KEPT, error: float = ERROR) -> sp.csr_array:
    """Π = α Σ_t (1−α)^t (D⁻¹A)^t, the largest entries of each row, scaled to add up to 1.

    Args:
        restart: α, the chance that a walk goes back to its start.

    >>> import n2n
    >>> page_rank(n2n.load("karate"), 0.2, kept=5).sum(axis=1).round(4).max()
    np.float32(1.0)
    """
    n = graph.num_nodes
    kept = max(min(kept, n), 1)
    columns, values = np.zeros((n, kept), np.int64), np.zeros((n, kept), np.float32)
    if n:
        bounds = equal_cost_bounds(np.full(n, int(5 / error)))
        run_blocks(_push, bounds, graph.indptr, graph.indices, float(restart), float(error), columns, values)
    values /= np.maximum(values.sum(axis=1, keepdims=True), 1e-12)
    rows = np.repeat(np.arange(n), kept)
    matrix = sp.csr_array((values.ravel(), (rows, columns.ravel())), shape=(n, n), dtype=np.float32)
    matrix.eliminate_zeros()
    return matrix

"""Positives: for every node, the neighbours that represent its neighbourhood in the loss.

There are three ways to choose them: TAPS (`n2n.rank(graph).top(k)`), at random (`random_positives`) and all
of them (`all_neighbours`). `n2n.sampling.samplers` chooses among the three.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numba import njit

from n2n.compute.csr import entry_rows
from n2n.compute.threads import equal_cost_bounds, run_blocks
from n2n.graph import Graph


@dataclass(frozen=True, eq=False)
class Positives:
    """The positives of every node, in CSR form, best first.

    A node without neighbours is its own positive; `num_alone` says how many there are, and every statistic
    leaves those pairs out.

    >>> from n2n import Graph
    >>> p = all_neighbours(Graph.from_edges([[0], [1]], x=None, num_nodes=3))
    >>> p.indices.tolist(), p.num_alone
    ([1, 0, 2], 1)
    """

    indptr: np.ndarray
    indices: np.ndarray

    @property
    def num_nodes(self) -> int:
        """N."""
        return len(self.indptr) - 1

    @cached_property
    def counts(self) -> np.ndarray:
        """(N,) number of positives of each node."""
        return np.diff(self.indptr)

    @cached_property
    def sources(self) -> np.ndarray:
        """The node that each entry of `indices` is a positive of."""
        return entry_rows(self.indptr)

    @property
    def num_alone(self) -> int:
        """Number of nodes that are their own positive because they have no neighbours."""
        return int((self.sources == self.indices).sum())

    def of(self, node: int) -> np.ndarray:
        """Positives of one node, best first."""
        return self.indices[self.indptr[node] : self.indptr[node + 1]]

    def pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """All pairs (node, positive) except those of a node with itself."""
        proper = self.sources != self.indices
        return self.sources[proper], self.indices[proper]


@njit(nogil=True, cache=True)
def _sink(score, heap, place):
    """Let heap[place] sink until nothing below it is worse; the worst entry of a heap is then on top.

    Worse is the lower score or, on a tie, the later entry, which has the higher node id.
    """
    while 2 * place + 1 < len(heap):
        child = 2 * place + 1
        other = min(child + 1, len(heap) - 1)
        if (score[heap[other]], -heap[other]) < (score[heap[child]], -heap[child]):
            child = other
        if (score[heap[place]], -heap[place]) < (score[heap[child]], -heap[child]):
            return
        heap[place], heap[child] = heap[child], heap[place]
        place = child


@njit(nogil=True, cache=True)
def _select(indptr, indices, score, k, out_indptr, out, start, stop):
    """The k entries of largest score of each row, largest first; ties keep the order of the row."""
    for i in range(start, stop):
        first, last, base = indptr[i], indptr[i + 1], out_indptr[i]
        if first == last:
            out[base] = i
            continue
        wanted = min(k, last - first)
        if wanted == 1:  # the usual case, twice as fast without a heap
            best, highest = first, score[first]
            for e in range(first + 1, last):
                if score[e] > highest:
                    best, highest = e, score[e]
            out[base] = indices[best]
            continue
        # A heap of the best entries so far; at the end they are replaced by neighbours.
        heap = out[base : base + wanted]
        for place in range(wanted):
            heap[place] = first + place
        for place in range(wanted // 2 - 1, -1, -1):
            _sink(score, heap, place)
        for e in range(first + wanted, last):
            if score[e] > score[heap[0]]:
                heap[0] = e
                _sink(score, heap, 0)
        for end in range(wanted - 1, 0, -1):
            heap[0], heap[end] = heap[end], heap[0]
            _sink(score, heap[:end], 0)
        for place in range(wanted):
            heap[place] = indices[heap[place]]


def check_k(k) -> None:
    """Raise ValueError unless k is a number of positives."""
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1:
        raise ValueError(f"k is {k!r}: the number of positives per node must be a whole number, 1 or more.")


def select(graph: Graph, score: np.ndarray, k: int) -> Positives:
    """The k neighbours of largest score of every node, best first; a tie goes to the lower node id.

    Args:
        score: one number for each directed edge, in CSR order.
    """
    check_k(k)
    counts = np.clip(graph.degree, 1, k)
    out_indptr = np.zeros(graph.num_nodes + 1, graph.indptr.dtype)
    np.cumsum(counts, out=out_indptr[1:])
    out = np.empty(out_indptr[-1], graph.indices.dtype)
    if graph.num_nodes:
        bounds = equal_cost_bounds(5 * (1 + graph.degree.astype(np.int64)))
        run_blocks(_select, bounds, graph.indptr, graph.indices, score, int(k), out_indptr, out)
    return Positives(out_indptr, out)


def random_positives(graph: Graph, k: int, seed: int = 0) -> Positives:
    """k neighbours of every node, drawn without replacement; the same seed draws the same ones."""
    return select(graph, np.random.default_rng(seed).random(len(graph.indices)), k)


def all_neighbours(graph: Graph) -> Positives:
    """Every neighbour is a positive: N2N without sampling."""
    alone = np.flatnonzero(graph.degree == 0)
    indptr = np.zeros(graph.num_nodes + 1, graph.indptr.dtype)
    np.cumsum(np.maximum(graph.degree, 1), out=indptr[1:])
    return Positives(indptr, np.insert(graph.indices, graph.indptr[alone], alone))

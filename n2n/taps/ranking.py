"""Topology-Aware Positive Sampling: which neighbours of a node share its surroundings.

A node drawn at random is either in the neighbourhood 𝒩_i of node i or not: a binary variable X_i. The
graph-structural dependency of two neighbours is the mutual information of their variables,

    I(X_i; X_j) = Σ p(X_i, X_j) · log( p(X_i, X_j) / (p(X_i)·p(X_j)) )        (the paper's Eq. 8)

With c = |𝒩_i ∩ 𝒩_j|, the degrees d_i, d_j and n = |𝒱|, the four joint probabilities are c/n, (d_i−c)/n,
(d_j−c)/n and (n−d_i−d_j+c)/n: once c is known, each edge takes constant time.

To count c, mark the neighbours of the end with the higher degree and scan those of the other, once for each
undirected edge: a cost of min(d_i, d_j). The entries of the adjacency are cut into blocks of equal cost, even
within the row of a hub, and the blocks run on `n2n.compute.threads`.
"""

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from n2n.compute.csr import for_kernels, row_blocks
from n2n.compute.threads import equal_cost_bounds, num_blocks, run_blocks
from n2n.graph import Graph
from n2n.graph.info import Progress, silent
from n2n.taps.positives import Positives, empty_positives, select_rows

COUNTED = 250_000_000
"""Edges up to which `top` counts each edge once and keeps the counts, 8 bytes for each."""
# Smaller blocks on a large graph, so that there is something to report.
_MOST_ENTRIES = 1 << 22


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
    from n2n.taps import kernels

    common = np.zeros(len(indices), indices.dtype)
    if len(indices) == 0:
        return common
    unsigned = np.uint32 if indices.dtype == np.int32 else np.uint64
    indptr, indices = for_kernels(indptr, indices)
    indptr, indices, counts = indptr.view(np.uint64), indices.view(unsigned), common.view(unsigned)
    cost = np.empty(len(indptr) - 1, np.uint64)
    run_blocks(kernels.row_cost, equal_cost_bounds(np.diff(indptr)), indptr, indices, cost)
    blocks = max(num_blocks(cost.sum()), len(indices) // _MOST_ENTRIES)
    bounds = kernels.entry_bounds(indptr, indices, cost, blocks)
    longest = int(np.diff(indptr).max())
    run_blocks(kernels.count_owned, bounds, indptr, indices, longest, counts, progress=progress)
    return common


def _logarithms(graph: Graph) -> tuple[np.ndarray, np.ndarray]:
    """log d and −log(1 − d/n) of every degree d, for `n2n.taps.kernels.pair_dependency`."""
    n, top = graph.num_nodes, int(graph.degree.max(initial=0))
    d = np.arange(top + 1, dtype=np.float64)
    return np.log(np.maximum(d, 1)), -np.log1p(-d / max(n, 1))


def top_rows(
    graph: Graph,
    k: int,
    out_indptr: np.ndarray,
    out: np.ndarray,
    start: int,
    stop: int,
    progress: Progress = silent,
) -> None:
    """Write the k best neighbours of the rows start..stop to `out`, best first, with no number for each edge.

    A row needs nothing from the others, so rows can be shared among processes and machines. The price is that
    both ends of an edge count their common neighbours: 1.8 times the processor time (10 million edges: 7.1
    against 3.9 s).

    Args:
        out_indptr: where the positives of each node of the graph begin, as in `Positives`.
        out: room for those of the rows start..stop.
    """
    from n2n.taps.kernels import top_rows as kernel

    tables = _logarithms(graph)
    indptr, indices = for_kernels(graph.indptr, graph.indices)
    indices = indices.view(np.uint32 if indices.dtype == np.int32 else np.uint64)
    out_indptr, target = for_kernels(out_indptr, out)[0], out.view(indices.dtype)
    room = min(int(k), max(len(tables[0]) - 1, 1))
    shift, first, last = int(out_indptr[start]), int(graph.indptr[start]), int(graph.indptr[stop])
    for low, high in row_blocks(graph.indptr, start, stop):
        bounds = low + equal_cost_bounds(200 * (1 + graph.degree[low:high].astype(np.int64)))
        run_blocks(kernel, bounds, indptr, indices, *tables, room, out_indptr, target, shift)
        progress("Ranking neighbours", (int(graph.indptr[high]) - first) / max(last - first, 1))


class Ranking:
    """The neighbours of every node, ranked by graph-structural dependency.

    The numbers of every edge are computed when they are first asked for; `top` keeps the counts alone, and of
    a graph with more than `COUNTED` edges nothing.

    >>> from n2n import Graph
    >>> square = Graph.from_edges([[0, 1, 2, 3, 0], [1, 2, 3, 0, 2]], x=None, num_nodes=4)
    >>> rank(square).top(1).indices.tolist()
    [1, 0, 1, 0]
    """

    def __init__(self, graph: Graph):
        self.graph = graph

    @cached_property
    def common(self) -> np.ndarray:
        """|𝒩_i ∩ 𝒩_j| of each directed edge, in CSR order."""
        return common_neighbours(self.graph.indptr, self.graph.indices)

    @cached_property
    def dependency(self) -> np.ndarray:
        """I(X_i; X_j) of each directed edge, in CSR order, in nats."""
        return self._dependencies(0, self.graph.num_nodes)

    def _dependencies(self, start: int, stop: int) -> np.ndarray:
        """Those of the edges of the rows start..stop."""
        from n2n.taps.kernels import dependency_rows

        graph = self.graph
        offset = int(graph.indptr[start])
        out = np.empty(int(graph.indptr[stop]) - offset)
        if len(out):
            bounds = start + equal_cost_bounds(10 * graph.degree[start:stop].astype(np.int64))
            rows = for_kernels(graph.indptr, graph.indices)
            run_blocks(dependency_rows, bounds, *rows, self.common, *_logarithms(graph), out, offset)
        return out

    def top(self, k: int, progress: Progress | None = None) -> Positives:
        """The k neighbours of largest dependency of every node, best first; ties go to the lower node id.

        Args:
            progress: called as `progress(message, fraction)` after each block of rows of a large graph.
        """
        graph, report = self.graph, progress or silent
        chosen = empty_positives(graph, k)
        if graph.num_edges > COUNTED:
            top_rows(graph, k, chosen.indptr, chosen.indices, 0, graph.num_nodes, report)
            return chosen
        if "common" not in self.__dict__:  # where a cached property keeps what it computed
            self.common = common_neighbours(
                graph.indptr, graph.indices, lambda share: report("Counting common neighbours", share)
            )
        for start, stop in row_blocks(graph.indptr, 0, graph.num_nodes):
            select_rows(graph, self._dependencies(start, stop), k, chosen, start, stop)
            report("Ranking neighbours", int(graph.indptr[stop]) / max(len(graph.indices), 1))
        return chosen

    def best_dependency(self) -> np.ndarray:
        """(N,) dependency of each node on its best neighbour; 0 for a node without any.

        >>> from n2n import Graph
        >>> rank(Graph.from_edges([[0, 1], [1, 2]], x=None, num_nodes=4)).best_dependency().round(2).tolist()
        [0.22, 0.22, 0.22, 0.0]
        """
        best, busy = np.zeros(self.graph.num_nodes), self.graph.degree > 0
        best[busy] = np.maximum.reduceat(self.dependency, np.asarray(self.graph.indptr[:-1])[busy])
        return best

    def neighbours(self, node: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """All neighbours of one node, best first, with their dependencies and numbers of common neighbours.

        >>> import n2n
        >>> [part[:2].round(3).tolist() for part in rank(n2n.load("karate")).neighbours(0)]
        [[31, 1], [0.129, 0.071], [0, 7]]
        """
        row = slice(self.graph.indptr[node], self.graph.indptr[node + 1])
        order = np.argsort(-self.dependency[row], kind="stable")
        return self.graph.indices[row][order], self.dependency[row][order], self.common[row][order]


def rank(graph: Graph) -> Ranking:
    """Rank the neighbours of every node of a graph; see `Ranking`."""
    return Ranking(graph)


class Term(NamedTuple):
    """One of the four terms of I(X_i; X_j)."""

    in_i: bool
    """Whether the drawn node lies in 𝒩_i."""
    in_j: bool
    count: int
    joint: float
    """p(X_i, X_j) = count / n."""
    independent: float
    """p(X_i)·p(X_j), the joint probability if the two were independent."""
    term: float
    """joint · log(joint / independent), with 0·log 0 = 0."""


def explain(graph: Graph, i: int, j: int) -> tuple[Term, ...]:
    """The four terms whose sum is I(X_i; X_j), to show how a dependency comes about.

    They are computed from the sets themselves, not by the fast kernel: the two ways check each other.

    >>> from n2n import Graph
    >>> pair = Graph.from_edges([[0], [1]], x=None, num_nodes=4)
    >>> [term.count for term in explain(pair, 0, 1)]
    [0, 1, 1, 2]
    """
    n, everyone = graph.num_nodes, np.arange(graph.num_nodes)
    of_i, of_j = (np.isin(everyone, graph.neighbours(node)) for node in (i, j))
    terms = []
    for in_i, in_j in ((True, True), (True, False), (False, True), (False, False)):
        count = int(((of_i == in_i) & (of_j == in_j)).sum())
        joint, independent = count / n, float((of_i == in_i).mean() * (of_j == in_j).mean())
        term = float(joint * np.log(joint / independent)) if count else 0.0
        terms.append(Term(in_i, in_j, count, joint, independent, term))
    return tuple(terms)

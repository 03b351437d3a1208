"""Topology-Aware Positive Sampling: which neighbours of a node share its surroundings.

A node drawn at random is either in the neighbourhood 𝒩_i of node i or not: a binary variable X_i. The
graph-structural dependency of two neighbours is the mutual information of their variables,

    I(X_i; X_j) = Σ p(X_i, X_j) · log( p(X_i, X_j) / (p(X_i)·p(X_j)) )        (the paper's Eq. 8)

With c = |𝒩_i ∩ 𝒩_j|, the degrees d_i, d_j and n = |𝒱|, the four joint probabilities are c/n, (d_i−c)/n,
(d_j−c)/n and (n−d_i−d_j+c)/n: once c is known, each edge takes constant time.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from n2n.datasets.info import Progress, silent
from n2n.graph import Graph
from n2n.taps.common_neighbours import common_neighbours
from n2n.taps.dependency import dependencies, logarithms
from n2n.taps.positives import Positives, empty_positives, row_blocks, select, select_rows
from n2n.taps.streaming import top_rows

HELD = 10_000_000
"""Edges up to which `top` keeps the dependency of every edge, 24 bytes for each with the counts."""
COUNTED = 250_000_000
"""Edges up to which `top` keeps at least the counts, 8 bytes for each; beyond that nothing is kept."""


class Ranking:
    """The neighbours of every node, ranked by graph-structural dependency.

    The numbers of every edge are computed when they are first asked for. On a large graph `top` works by
    blocks of rows and keeps only the counts, or nothing. Counting again for every row takes 1.8 times as much
    processor time as counting each edge once (10 million edges: 7.1 against 3.9 s).

    >>> from n2n import Graph
    >>> square = Graph.from_edges([[0, 1, 2, 3, 0], [1, 2, 3, 0, 2]], x=None, num_nodes=4)
    >>> rank(square).top(1).indices.tolist()
    [1, 0, 1, 0]
    """

    def __init__(self, graph: Graph, common: np.ndarray | None = None, dependency: np.ndarray | None = None):
        self.graph = graph
        # A cached property looks here first.
        given = {"common": common, "dependency": dependency}
        self.__dict__.update({name: array for name, array in given.items() if array is not None})

    @cached_property
    def common(self) -> np.ndarray:
        """|𝒩_i ∩ 𝒩_j| of each directed edge, in CSR order."""
        return common_neighbours(self.graph.indptr, self.graph.indices)

    @cached_property
    def dependency(self) -> np.ndarray:
        """I(X_i; X_j) of each directed edge, in CSR order, in nats."""
        return dependencies(self.graph, self.common)

    def top(self, k: int, progress: Progress | None = None) -> Positives:
        """The k neighbours of largest dependency of every node, best first; ties go to the lower node id.

        Args:
            progress: called as `progress(message, fraction)` after each block of rows of a large graph.
        """
        if "dependency" in self.__dict__ or self.graph.num_edges <= HELD:
            return select(self.graph, self.dependency, k)
        chosen = empty_positives(self.graph, k)
        if "common" in self.__dict__ or self.graph.num_edges <= COUNTED:
            self._top_of_counts(k, chosen, progress or silent)
        else:
            top_rows(self.graph, k, chosen.indptr, chosen.indices, 0, self.graph.num_nodes, progress)
        return chosen

    def _top_of_counts(self, k: int, chosen: Positives, progress: Progress) -> None:
        graph = self.graph
        if "common" not in self.__dict__:
            self.common = common_neighbours(
                graph.indptr, graph.indices, lambda share: progress("Counting common neighbours", share)
            )
        tables = logarithms(graph)
        for rows in row_blocks(graph.indptr, 0, graph.num_nodes):
            select_rows(graph, dependencies(graph, self.common, rows, tables), k, chosen, *rows)
            progress("Ranking neighbours", int(graph.indptr[rows[1]]) / max(len(graph.indices), 1))

    def best_dependency(self) -> np.ndarray:
        """(N,) dependency of each node on its best neighbour; 0 for a node without any.

        >>> from n2n import Graph
        >>> rank(Graph.from_edges([[0, 1], [1, 2]], x=None, num_nodes=4)).best_dependency().round(2).tolist()
        [0.22, 0.22, 0.22, 0.0]
        """
        best, busy = np.zeros(self.graph.num_nodes), self.graph.degree > 0
        best[busy] = np.maximum.reduceat(self.dependency, np.asarray(self.graph.indptr[:-1])[busy])
        return best

    def order(self, node: int) -> np.ndarray:
        """All neighbours of one node, best first."""
        row = slice(self.graph.indptr[node], self.graph.indptr[node + 1])
        return self.graph.indices[row][np.argsort(-self.dependency[row], kind="stable")]


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


def explain(graph: Graph, i: int, j: int) -> tuple[Term, Term, Term, Term]:
    """The four terms whose sum is I(X_i; X_j), to show how a dependency comes about.

    They are computed from the sets themselves, not by the fast kernel: the two ways check each other.

    >>> from n2n import Graph
    >>> pair = Graph.from_edges([[0], [1]], x=None, num_nodes=4)
    >>> [term.count for term in explain(pair, 0, 1)]
    [0, 1, 1, 2]
    """
    n = graph.num_nodes
    inside_i, inside_j = np.zeros((2, n), bool)
    inside_i[graph.neighbours(i)] = inside_j[graph.neighbours(j)] = True

    def term(in_i: bool, in_j: bool) -> Term:
        count = int(((inside_i == in_i) & (inside_j == in_j)).sum())
        joint = count / n
        independent = float((inside_i == in_i).mean() * (inside_j == in_j).mean())
        value = float(joint * np.log(joint / independent)) if count else 0.0
        return Term(in_i, in_j, count, joint, independent, value)

    return term(True, True), term(True, False), term(False, True), term(False, False)

"""Topology-Aware Positive Sampling: which neighbours of a node share its surroundings.

A node drawn at random is either in the neighbourhood 𝒩_i of node i or not: a binary variable X_i. The
graph-structural dependency of two neighbours is the mutual information of their variables,

    I(X_i; X_j) = Σ p(X_i, X_j) · log( p(X_i, X_j) / (p(X_i)·p(X_j)) )        (the paper's Eq. 8)

With c = |𝒩_i ∩ 𝒩_j|, the degrees d_i, d_j and n = |𝒱|, the four joint probabilities are c/n, (d_i−c)/n,
(d_j−c)/n and (n−d_i−d_j+c)/n: once c is known, each edge takes constant time.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit

from n2n.compute.threads import equal_cost_bounds, run_blocks
from n2n.graph import Graph
from n2n.sampling.common_neighbours import ONE, common_neighbours
from n2n.sampling.positives import Positives, select

# Below this, five terms of the series of log(1+t) are exact to the last bit; so it is for most edges of a
# large graph.
SMALL = 1e-3


@njit(nogil=True, cache=True, error_model="numpy")
def _log1p(t):
    if abs(t) < SMALL:
        return t * (1 - t * (1 / 2 - t * (1 / 3 - t * (1 / 4 - t / 5))))
    return np.log1p(t)


@njit(nogil=True, cache=True, error_model="numpy")
def _dependency(indptr, indices, common, log, log_outside, dependency, start, stop):
    """I(X_i; X_j) of every entry in rows start..stop, in nats.

    `log[d]` is log d, with 0 for d = 0, so that 0·log 0 = 0 needs no branch; `log_outside[d]` is
    −log(1 − d/n). In this form no two large numbers are subtracted from each other, so that a dependency of
    1e-9 still has all its digits.
    """
    n = len(indptr) - 1.0
    log_n = np.log(n)
    for i in range(np.uint64(start), np.uint64(stop)):  # unsigned, as in common_neighbours
        degree = np.uint64(indptr[i + ONE] - indptr[i])
        for e in range(np.uint64(indptr[i]), np.uint64(indptr[i + ONE])):
            j, c = np.uint64(indices[e]), np.uint64(common[e])
            other = np.uint64(indptr[j + ONE] - indptr[j])
            # Both directions of an edge are summed in the same order, so that they are equal to the last bit.
            high, low = max(degree, other), min(degree, other)
            excess = n * c - float(high) * low
            if excess == 0.0:  # independent: p(X_i, X_j) = p(X_i)·p(X_j)
                dependency[e] = 0.0
                continue
            total = c * (log[c] + log_n - log[high] - log[low])
            total += (high - c) * (log[high - c] - log[high] + log_outside[low])
            total += (low - c) * (log[low - c] - log[low] + log_outside[high])
            rest = n - high - low + c
            if rest > 0:
                total += rest * _log1p(excess / ((n - high) * (n - low)))
            dependency[e] = max(total / n, 0.0)


def dependencies(graph: Graph, common: np.ndarray) -> np.ndarray:
    """I(X_i; X_j) in nats of every directed edge, from its number of common neighbours."""
    n, top = graph.num_nodes, int(graph.degree.max(initial=0))
    d = np.arange(top + 1, dtype=np.float64)
    log = np.log(np.maximum(d, 1))
    log_outside = -np.log1p(-d / max(n, 1))
    out = np.empty(len(graph.indices))
    if len(out):
        bounds = equal_cost_bounds(10 * graph.degree.astype(np.int64))
        run_blocks(_dependency, bounds, graph.indptr, graph.indices, common, log, log_outside, out)
    return out


@dataclass(frozen=True, eq=False)
class Ranking:
    """The neighbours of every node, ranked by graph-structural dependency.

    >>> from n2n import Graph
    >>> square = Graph.from_edges([[0, 1, 2, 3, 0], [1, 2, 3, 0, 2]], x=None, num_nodes=4)
    >>> rank(square).top(1).indices.tolist()
    [1, 0, 1, 0]
    """

    graph: Graph
    common: np.ndarray
    """|𝒩_i ∩ 𝒩_j| of each directed edge, in CSR order."""
    dependency: np.ndarray
    """I(X_i; X_j) of each directed edge, in CSR order, in nats."""

    def top(self, k: int) -> Positives:
        """The k neighbours of largest dependency of every node, best first; ties go to the lower node id."""
        return select(self.graph, self.dependency, k)

    def order(self, node: int) -> np.ndarray:
        """All neighbours of one node, best first."""
        row = slice(self.graph.indptr[node], self.graph.indptr[node + 1])
        return self.graph.indices[row][np.argsort(-self.dependency[row], kind="stable")]


def rank(graph: Graph) -> Ranking:
    """Rank the neighbours of every node of a graph; see `Ranking`."""
    common = common_neighbours(graph.indptr, graph.indices)
    return Ranking(graph, common, dependencies(graph, common))


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
    inside_i = np.isin(np.arange(n), graph.neighbours(i))
    inside_j = np.isin(np.arange(n), graph.neighbours(j))

    def term(in_i: bool, in_j: bool) -> Term:
        count = int(((inside_i == in_i) & (inside_j == in_j)).sum())
        joint = count / n
        independent = float((inside_i == in_i).mean() * (inside_j == in_j).mean())
        value = float(joint * np.log(joint / independent)) if count else 0.0
        return Term(in_i, in_j, count, joint, independent, value)

    return term(True, True), term(True, False), term(False, True), term(False, False)

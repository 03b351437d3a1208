"""Nodes worth looking at: those that show best what TAPS does."""

import numpy as np

from n2n.taps.ranking import Ranking


def instructive_nodes(ranked: Ranking, count: int = 5) -> np.ndarray:
    """Nodes whose neighbours differ most in dependency: few enough to read, some sharing much, some nothing.

    The score of a node is how far its best neighbour is ahead of the second and of the last, relative to the
    best. It doubles if the neighbours have two labels or more and the best one has the node's own, and it
    shrinks with fewer than 4 or more than 12 neighbours.

    >>> import n2n
    >>> len(instructive_nodes(n2n.rank(n2n.load("karate")), 3))
    3
    """
    graph = ranked.graph
    nodes = np.flatnonzero(graph.degree > 0)
    if not len(nodes):
        return np.arange(min(count, graph.num_nodes))
    starts = graph.indptr[nodes]
    # Where the best neighbour of each node is among the directed edges.
    place = np.lexsort((-ranked.dependency, graph.sources))[starts]
    best = ranked.best_dependency()[nodes]
    worst = np.minimum.reduceat(ranked.dependency, starts)
    rest = ranked.dependency.copy()
    rest[place] = -1
    second = np.maximum(np.maximum.reduceat(rest, starts), 0)
    score = np.divide(2 * best - second - worst, best, out=np.zeros(len(nodes)), where=best > 0)
    labels = graph.y[graph.indices]
    mixed = np.maximum.reduceat(labels, starts) != np.minimum.reduceat(labels, starts)
    score *= np.where(mixed & (graph.y[graph.indices[place]] == graph.y[nodes]), 2.0, 1.0)
    # A hub can lead without a single common neighbour: true, but not the first thing to show.
    score *= np.where(ranked.common[place] > 0, 1.0, 0.2)
    degree = graph.degree[nodes]
    score *= np.where((degree >= 4) & (degree <= 12), 1.0, 0.3)
    return nodes[np.argsort(-score, kind="stable")[:count]]

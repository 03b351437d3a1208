"""The part of a graph that a picture shows: an ego network or a subgraph, no more than can be read."""

from dataclasses import dataclass

import numpy as np

from n2n.graph import Graph
from n2n.graph.layout import spread
from n2n.sampling.positives import Positives
from n2n.sampling.subgraphs import Partition

LIMIT = 150
"""Nodes that one picture holds at most."""


@dataclass(frozen=True, eq=False)
class Excerpt:
    """Some nodes of a graph and the edges between them."""

    nodes: np.ndarray
    """Node ids, the most important first."""
    edges: np.ndarray
    """(2, M) places in `nodes`, each undirected edge once."""
    total: int
    """How many nodes there would be without the limit."""

    def layout(self, rounds: int = 40) -> np.ndarray:
        """(n, 2) where to draw each of the nodes, between −1 and 1; see `n2n.graph.layout.spread`."""
        return spread(len(self.nodes), self.edges, rounds)

    @property
    def note(self) -> str:
        """A sentence where nodes were left out, else nothing."""
        if len(self.nodes) >= self.total:
            return ""
        return f"{len(self.nodes):,} of {self.total:,} nodes are drawn, those nearest to the first one."


def ego(graph: Graph, node: int, depth: int = 1, limit: int = LIMIT) -> Excerpt:
    """A node, its neighbours and, with depth 2, their neighbours; all edges among them.

    >>> from n2n import load
    >>> len(ego(load("karate"), 0).nodes)
    17
    """
    nodes, total = _near(graph.indptr, graph.indices, node, depth, limit)
    return Excerpt(nodes, _edges_within(graph.indptr, graph.indices, nodes), total)


def subgraph(partition: Partition, number: int, limit: int = LIMIT) -> Excerpt:
    """The nodes of one subgraph with the sampled edges that hold it together.

    A subgraph that is too large is shown around its node of highest degree.
    """
    members = partition.members(number)
    place = np.full(len(partition.membership), -1)
    place[members] = np.arange(len(members))
    source, target = pairs_within(partition.positives, members, place)
    both = np.concatenate([source, target]), np.concatenate([target, source])
    order = np.lexsort((both[1], both[0]))
    indptr = np.concatenate([[0], np.cumsum(np.bincount(both[0], minlength=len(members)))])
    indices = both[1][order]
    hub = int(np.argmax(np.diff(indptr)))
    near, _ = _near(indptr, indices, hub, len(members), limit)
    return Excerpt(members[near], _edges_within(indptr, indices, near), len(members))


def pairs_within(positives: Positives, members: np.ndarray, place: np.ndarray) -> np.ndarray:
    """(2, M) sampled pairs among the members as places, each undirected pair once.

    Args:
        place: (N,) place of each node among the members, −1 for others.
    """
    counts = positives.counts[members]
    starts = np.repeat(positives.indptr[members] - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts)
    target = place[positives.indices[starts + np.arange(counts.sum())]]
    source = np.repeat(np.arange(len(members)), counts)
    low, high = np.minimum(source, target), np.maximum(source, target)
    code = np.unique((low * np.int64(len(members)) + high)[low != high])
    return np.stack([code // len(members), code % len(members)])


def _near(indptr, indices, node: int, depth: int, limit: int) -> tuple[np.ndarray, int]:
    """Nodes within `depth` steps, nearest first and of these the lower id first, and how many there are."""
    seen = np.zeros(len(indptr) - 1, bool)
    seen[node] = True
    rings = [np.array([node])]
    for _ in range(depth):
        reached = [indices[indptr[i] : indptr[i + 1]] for i in rings[-1]]
        fresh = np.unique(np.concatenate(reached)) if reached else np.array([], int)
        fresh = fresh[~seen[fresh]]
        if not len(fresh):
            break
        seen[fresh] = True
        rings.append(fresh)
    nodes = np.concatenate(rings).astype(np.int64)
    return nodes[:limit], len(nodes)


def _edges_within(indptr, indices, nodes: np.ndarray) -> np.ndarray:
    place = np.full(len(indptr) - 1, -1)
    place[nodes] = np.arange(len(nodes))
    rows = [place[indices[indptr[i] : indptr[i + 1]]] for i in nodes]
    source = np.repeat(np.arange(len(nodes)), [len(row) for row in rows])
    target = np.concatenate(rows) if rows else np.array([], int)
    keep = target > source
    return np.stack([source[keep], target[keep]]).astype(np.int64)

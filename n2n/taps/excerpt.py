"""The part of a graph that a picture shows: an ego network or a subgraph, small enough to read."""

from dataclasses import dataclass

import numpy as np

from n2n.graph import Graph
from n2n.graph.layout import spread
from n2n.taps.subgraphs import Partition

LIMIT = 150
"""Maximum number of nodes in one picture."""


@dataclass(frozen=True, eq=False)
class Excerpt:
    """Some nodes of a graph and the edges between them."""

    nodes: np.ndarray
    """Node ids, the most important first."""
    edges: np.ndarray
    """(2, M) places in `nodes`, each undirected edge once."""
    total: int
    """Number of nodes without the limit."""

    def layout(self, rounds: int = 40) -> np.ndarray:
        """(n, 2) where to draw each of the nodes, between −1 and 1; see `n2n.graph.layout.spread`."""
        return spread(len(self.nodes), self.edges, rounds)

    @property
    def note(self) -> str:
        """A sentence if nodes were left out, else empty."""
        if len(self.nodes) >= self.total:
            return ""
        return f"{len(self.nodes):,} of {self.total:,} nodes are drawn, those closest to the first."


def ego(graph: Graph, node: int, depth: int = 1, limit: int = LIMIT) -> Excerpt:
    """A node, its neighbours and, with depth 2, their neighbours; all edges among them.

    The closest nodes come first and, among equally close ones, those of lower id.

    >>> from n2n import load
    >>> len(ego(load("karate"), 0).nodes)
    17
    """
    seen = np.zeros(graph.num_nodes, bool)
    seen[node] = True
    rings = [np.array([node])]
    for _ in range(depth):
        reached = np.unique(np.concatenate([graph.neighbours(i) for i in rings[-1]]))
        rings.append(reached[~seen[reached]])
        if not len(rings[-1]):
            break
        seen[rings[-1]] = True
    nodes = np.concatenate(rings).astype(np.int64)
    return Excerpt(nodes[:limit], _edges_within(graph, nodes[:limit]), len(nodes))


def subgraph(partition: Partition, number: int, limit: int = LIMIT) -> Excerpt:
    """The nodes of one subgraph and the sampled edges that connect them.

    A subgraph that is too large is shown around its node of highest degree.
    """
    members = partition.members(number)
    place = np.zeros(len(partition.membership), np.int64)
    place[members] = np.arange(len(members))
    pairs = np.stack(partition.positives.pairs())
    inside = pairs[:, partition.membership[pairs[0]] == number]
    chosen = Graph.from_edges(place[inside], x=None, num_nodes=len(members))
    near = ego(chosen, int(np.argmax(chosen.degree)), len(members), limit)
    return Excerpt(members[near.nodes], near.edges, len(members))


def _edges_within(graph: Graph, nodes: np.ndarray) -> np.ndarray:
    place = np.full(graph.num_nodes, -1)
    place[nodes] = np.arange(len(nodes))
    rows = [place[graph.neighbours(i)] for i in nodes]
    source, target = np.repeat(np.arange(len(nodes)), [len(row) for row in rows]), np.concatenate(rows)
    keep = target > source
    return np.stack([source[keep], target[keep]])

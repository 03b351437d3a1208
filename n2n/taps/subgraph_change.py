"""What differs between two choices of positives: how many nodes, and the subgraph of one in two pictures."""

from dataclasses import dataclass

import numpy as np

from n2n.graph import Graph
from n2n.graph.layout import spread
from n2n.taps.positives import Positives
from n2n.taps.subgraphs import Partition

LIMIT = 60
"""Most nodes that are drawn: two pictures share the page."""


@dataclass(frozen=True, eq=False)
class SubgraphChange:
    """The nodes of both subgraphs, where to draw them, and the sampled edges on each side."""

    nodes: np.ndarray
    """Node ids, the chosen node first."""
    places: np.ndarray
    """(n, 2) between −1 and 1, the same on both sides."""
    inside: tuple[np.ndarray, np.ndarray]
    """(n,) whether each is in the subgraph of the chosen node, before and after."""
    edges: tuple[np.ndarray, np.ndarray]
    """(2, M) places in `nodes` of the sampled edges, each once, before and after."""
    sizes: tuple[int, int]
    """All nodes of the subgraph, drawn or not, before and after."""
    total: int
    """Nodes of either subgraph."""


def num_changed(before: Positives, after: Positives) -> int:
    """How many nodes have another list of positives.

    >>> first, second = (Positives(np.array([0, 1, 2]), np.array(chosen)) for chosen in ([1, 0], [1, 1]))
    >>> num_changed(first, second)
    1
    """
    width = max(int(chosen.counts.max(initial=0)) for chosen in (before, after))
    tables = []
    for chosen in (before, after):
        table = np.full((chosen.num_nodes, width), -1)
        table[chosen.sources, chosen.places] = chosen.indices
        tables.append(table)
    return int((tables[0] != tables[1]).any(axis=1).sum())


def subgraph_change(before: Partition, after: Partition, node: int, limit: int = LIMIT) -> SubgraphChange:
    """The subgraph of a node before and after; the nodes closest to it where there are too many.

    >>> import n2n
    >>> from n2n.taps.edits import Edits
    >>> karate = n2n.load("karate")
    >>> edited = Edits(cut=((0, 31),)).apply(karate)
    >>> both = [n2n.partition(n2n.rank(graph).top(1)) for graph in (karate, edited)]
    >>> subgraph_change(*both, 0).sizes
    (3, 5)
    """
    members = [parts.members(int(parts.membership[node])) for parts in (before, after)]
    everyone = np.union1d(*members)
    place = np.full(len(before.membership), -1)
    place[everyone] = np.arange(len(everyone))
    sides = [_within(parts, place, len(everyone)) for parts in (before, after)]
    joined = Graph.from_edges(
        np.concatenate([side.edges() for side in sides], axis=1), x=None, num_nodes=len(everyone)
    )
    near = _closest(joined, int(place[node]), limit)
    edges = [_edges_among(side, near) for side in sides]
    places = spread(len(near), _edges_among(joined, near))
    inside = [np.isin(everyone[near], part) for part in members]
    sizes = len(members[0]), len(members[1])
    return SubgraphChange(
        everyone[near], places, (inside[0], inside[1]), (edges[0], edges[1]), sizes, len(everyone)
    )


def _within(parts: Partition, place: np.ndarray, count: int) -> Graph:
    """The sampled pairs among some nodes."""
    pairs = place[np.stack(parts.positives.pairs())]
    return Graph.from_edges(pairs[:, (pairs >= 0).all(axis=0)], x=None, num_nodes=count)


def _closest(graph: Graph, start: int, limit: int) -> np.ndarray:
    """At most `limit` nodes that can be reached, the closest first."""
    found = {start: None}
    ring = [start]
    while ring and len(found) < limit:
        reached = dict.fromkeys(int(j) for i in ring for j in graph.neighbours(i) if int(j) not in found)
        ring = list(reached)[: limit - len(found)]
        found |= dict.fromkeys(ring)
    return np.array(list(found))


def _edges_among(graph: Graph, nodes: np.ndarray) -> np.ndarray:
    number = np.full(graph.num_nodes, -1)
    number[nodes] = np.arange(len(nodes))
    edges = number[graph.edges()]
    return edges[:, (edges >= 0).all(axis=0)]

"""What is drawn on the map of a graph: its points, and the lines between them.

Of a graph with more than `MAX_POINTS` nodes these are cells: the nodes of a small square of the map are one
point.
"""

from dataclasses import dataclass

import numpy as np

from n2n.graph import Graph
from n2n.taps.positives import Positives

MAX_POINTS = 60_000
MAX_LINES = 60_000
"""Edges between cells; a graph without cells has all of its edges."""
CELLS = 160
"""Cells along the longer side of the map."""
NOT_CHOSEN = 255
"""Rank of an edge that no node would choose."""


@dataclass(frozen=True, eq=False)
class Points:
    """What is drawn as a point: every node, or cells of many nodes."""

    nodes: np.ndarray
    """(P,) the node that stands for each point."""
    point: np.ndarray
    """(N,) the point of each node; −1 for a node that is not drawn."""
    counts: np.ndarray
    """(P,) number of nodes of each point."""

    @classmethod
    def of(cls, nodes: np.ndarray, num_nodes: int) -> "Points":
        """Some nodes of a graph, each as a point of its own.

        >>> Points.of(np.array([4, 1]), 5).point.tolist()
        [-1, 1, -1, -1, 0]
        """
        point = np.full(num_nodes, -1)
        point[nodes] = np.arange(len(nodes))
        return cls(nodes, point, np.ones(len(nodes), np.int64))

    @property
    def condensed(self) -> bool:
        """Whether some points are more than one node."""
        return bool((self.counts > 1).any())

    def lines(self, pairs: np.ndarray) -> np.ndarray:
        """(L, 2) different points that some (M, 2) pairs of nodes join, at most `MAX_LINES`, in any order."""
        joined = np.unique(np.sort(self.point[pairs], axis=1), axis=0)
        return np.random.default_rng(0).permutation(joined[joined[:, 0] != joined[:, 1]])[:MAX_LINES]


def points(positions: np.ndarray, degree: np.ndarray, limit: int = MAX_POINTS) -> Points:
    """The points of a map; the node with the most neighbours stands for its cell.

    >>> made = points(np.array([[0.0, 0], [0, 0.01], [5, 5]]), np.array([1, 2, 1]), limit=2)
    >>> made.nodes.tolist(), made.counts.tolist(), made.point.tolist()
    ([1, 2], [2, 1], [0, 0, 1])
    """
    n = len(positions)
    if n <= limit:
        return Points.of(np.arange(n), n)
    low = positions.min(axis=0)
    cell = ((positions - low) / max(float(np.ptp(positions, axis=0).max()), 1e-9) * (CELLS - 1)).astype(int)
    _, point, counts = np.unique(cell[:, 0] * CELLS + cell[:, 1], return_inverse=True, return_counts=True)
    # The last one written is the one with the most neighbours.
    order = np.argsort(degree, kind="stable")
    nodes = np.empty(len(counts), np.int64)
    nodes[point[order]] = order
    return Points(nodes, point, counts)


def drawn_edges(
    graph: Graph, chosen: Positives | None, drawn: Points
) -> tuple[np.ndarray, np.ndarray | None]:
    """(M, 2) points that edges join, in any order, and the k from which on TAPS chooses each edge.

    Args:
        chosen: the positives with the largest k that will be asked for, best first; without them, and
            between cells, there are no ranks.
    """
    if drawn.condensed:
        return drawn.lines(_some_edges(graph)), None
    pairs = graph.edges().T
    rank = None if chosen is None else edge_ranks(graph.num_nodes, pairs, chosen)
    # While the map is moved, the browser draws the first of many lines: they must be any of them.
    order = np.random.default_rng(0).permutation(len(pairs))
    return pairs[order], None if rank is None else rank[order]


def undirected_pairs(positives: Positives) -> np.ndarray:
    """(M, 2) nodes of which one is a positive of the other, the lower one first; no node is its own."""
    n, sources, targets = positives.num_nodes, positives.sources, positives.indices
    low, high = np.minimum(sources, targets), np.maximum(sources, targets)
    code = np.unique(low.astype(np.int64) * n + high)
    pairs = np.stack([code // n, code % n], axis=1)
    return pairs[pairs[:, 0] != pairs[:, 1]]


def edge_ranks(num_nodes: int, pairs: np.ndarray, chosen: Positives) -> np.ndarray:
    """(M,) the smallest k for which one end of an edge chooses the other; `NOT_CHOSEN` where none does."""
    low, high = np.minimum(chosen.sources, chosen.indices), np.maximum(chosen.sources, chosen.indices)
    real = low != high
    wanted = low[real].astype(np.int64) * num_nodes + high[real]
    rank = np.full(len(pairs), NOT_CHOSEN, np.uint8)
    known = np.searchsorted(pairs[:, 0].astype(np.int64) * num_nodes + pairs[:, 1], wanted)
    np.minimum.at(rank, known, np.minimum(chosen.places[real] + 1, NOT_CHOSEN).astype(np.uint8))
    return rank


def _some_edges(graph: Graph) -> np.ndarray:
    """A sample of edges, more than can be drawn: many join nodes of one cell."""
    entries = len(graph.indices)
    # Ascending: they may be read from disk.
    some = np.sort(np.random.default_rng(0).integers(0, entries, min(entries, 4 * MAX_LINES)))
    sources = np.searchsorted(graph.indptr, some, side="right") - 1
    return np.stack([sources, np.asarray(graph.indices[some])], axis=1)

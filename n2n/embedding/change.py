"""How the surroundings of a node differ between two embeddings: whose nearest nodes changed most?

The nearest nodes are those of largest cosine, exact, found among all nodes. Two embeddings may have different
widths: only their neighbours are compared.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix, find_sorted
from n2n.embedding.cosine import nearest_by_cosine
from n2n.graph import Graph

NEAREST = 10
MOST_ASKED = 40_000
"""With more nodes than this a sample of `SAMPLE` nodes is asked; their neighbours are found among all."""
SAMPLE = 4_000


@dataclass(frozen=True, eq=False)
class NeighbourhoodChange:
    """The nearest nodes of some nodes in two embeddings.

    >>> points = np.array([[1.0, 0], [1, 0.1], [0, 1], [0.1, 1]])
    >>> change = neighbourhood_change(points, points[[0, 2, 1, 3]], k=1)
    >>> change.overlap.tolist(), change.most_changed(1).tolist()
    ([0.0, 0.0, 0.0, 0.0], [0])
    """

    nodes: np.ndarray
    """The nodes that were asked, ascending."""
    before: np.ndarray
    """(asked, k) nearest nodes in the first embedding, the nearest first."""
    after: np.ndarray
    """(asked, k) nearest nodes in the second embedding."""
    defined: np.ndarray
    """(asked,) whether a node resembles another one, with a cosine above 0, in both embeddings.

    A vector of zeros does not, nor do nodes whose only feature is their own number: which nodes are nearest
    then means nothing.
    """
    num_nodes: int

    @property
    def k(self) -> int:
        """Nearest nodes per node."""
        return self.before.shape[1]

    @cached_property
    def shared(self) -> np.ndarray:
        """(asked,) how many of the k nearest are the same in both."""
        return (self.before[:, :, None] == self.after[:, None, :]).any(axis=2).sum(axis=1)

    @cached_property
    def overlap(self) -> np.ndarray:
        """(asked,) Jaccard index of the two sets of k: 1 the same, 0 nothing in common; NaN if undefined."""
        return np.where(self.defined, self.shared / (2 * self.k - self.shared), np.nan)

    @property
    def values(self) -> np.ndarray:
        """(N,) 1 − overlap of every node, the colour of a map; NaN where a node was not asked."""
        out = np.full(self.num_nodes, np.nan)
        out[self.nodes] = 1 - self.overlap
        return out

    @property
    def mean_shared(self) -> float:
        """How many of the k nearest stay, on average; NaN where no node counts."""
        return float(self.shared[self.defined].mean()) if self.defined.any() else float("nan")

    def most_changed(self, count: int | None = None) -> np.ndarray:
        """Rows of the nodes whose surroundings changed most, those first; equals in the order of nodes."""
        order = np.argsort(self.overlap, kind="stable")  # NaN is last
        return order[: int(self.defined.sum())][:count]

    def row(self, node: int) -> int | None:
        """The row of a node; None where it was not asked."""
        place = int(np.searchsorted(self.nodes, node))
        return place if place < len(self.nodes) and self.nodes[place] == node else None

    def graph_share(self, graph: Graph) -> tuple[np.ndarray, np.ndarray]:
        """(asked,) share of the k nearest that are neighbours in the graph, before and after."""
        before, after = (_are_neighbours(graph, self.nodes, near) for near in (self.before, self.after))
        return before.mean(axis=1), after.mean(axis=1)

    def class_share(self, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(asked,) share of the k nearest that have the label of the node; NaN where it has none."""
        own = labels[self.nodes, None]
        known = own[:, 0] >= 0
        before, after = (
            np.where(known, (labels[near] == own).mean(axis=1), np.nan) for near in (self.before, self.after)
        )
        return before, after


def neighbourhood_change(
    before: Matrix,
    after: Matrix,
    k: int = NEAREST,
    *,
    most_asked: int = MOST_ASKED,
    seed: int = 0,
    tell: Callable[[str, float | None], None] = lambda message, fraction=None: None,
) -> NeighbourhoodChange:
    """Compare the k nearest nodes of every node in two embeddings.

    Raw features of Physics against a trained embedding of width 512 take 12 s on two cores.

    Args:
        before, after: (N, width) vectors, dense or sparse; the widths may differ.
        k: nearest nodes per node; fewer where there are few nodes.
        most_asked: with more nodes than this, a sample is asked.
        tell: called with what is being done and the share done.

    Raises:
        ValueError: the two are not about the same number of nodes, or there are fewer than two.
    """
    n = before.shape[0]
    if after.shape[0] != n:
        raise ValueError(
            f"One embedding has {n:,} nodes, the other {after.shape[0]:,}: they cannot be compared."
        )
    if n < 2:
        raise ValueError("A graph of fewer than two nodes has no nearest nodes.")
    k = min(k, n - 1)
    nodes = np.arange(n)
    if n > most_asked:
        nodes = np.sort(np.random.default_rng(seed).choice(n, min(SAMPLE, n), replace=False))
    found = []
    for place, points in enumerate((before, after)):
        tell(f"Nearest nodes, embedding {place + 1} of 2", place / 2)
        found.append(nearest_by_cosine(points, k, None if len(nodes) == n else nodes))
    defined = _resemble(before, nodes, found[0][:, 0]) & _resemble(after, nodes, found[1][:, 0])
    return NeighbourhoodChange(nodes, found[0], found[1], defined, n)


def _resemble(points: Matrix, nodes: np.ndarray, nearest: np.ndarray) -> np.ndarray:
    """(asked,) whether the cosine of each node and its nearest one is above 0."""
    one, other = points[nodes], points[nearest]
    if sp.issparse(points):
        return np.asarray(one.multiply(other).sum(axis=1)).ravel() > 0
    return np.einsum("ij,ij->i", one, other, dtype=np.float64) > 0


def _are_neighbours(graph: Graph, nodes: np.ndarray, near: np.ndarray) -> np.ndarray:
    """(asked, k) whether each of the nearest is a neighbour in the graph."""
    n = graph.num_nodes
    edges = graph.sources.astype(np.int64) * n + graph.indices
    codes = nodes[:, None].astype(np.int64) * n + near
    return find_sorted(edges, codes)[1]

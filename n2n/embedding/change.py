"""How the neighbourhood of a node differs between two embeddings: whose nearest nodes changed most?

The nearest nodes are those of largest cosine, exact, among all nodes. Two embeddings may have different
widths: only their neighbours are compared.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from n2n.compute.csr import Matrix, find_sorted
from n2n.embedding.neighbours import nearest
from n2n.graph import Graph

NEAREST = 10
MAX_ASKED = 10_000
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
        """Rows of the nodes whose neighbourhood changed most, those first; ties in the order of nodes."""
        order = np.argsort(self.overlap, kind="stable")  # NaN is last
        return order[: int(self.defined.sum())][:count]

    def row(self, node: int) -> int | None:
        """The row of a node; None where it was not asked."""
        rows = np.flatnonzero(self.nodes == node)
        return int(rows[0]) if len(rows) else None

    def graph_share(self, graph: Graph) -> tuple[np.ndarray, np.ndarray]:
        """(asked,) share of the k nearest that are neighbours in the graph, before and after."""
        n = np.int64(graph.num_nodes)
        edges = graph.sources * n + graph.indices  # ascending
        before, after = (
            find_sorted(edges, self.nodes[:, None] * n + near)[1].mean(axis=1)
            for near in (self.before, self.after)
        )
        return before, after

    def class_share(self, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(asked,) share of the k nearest that have the label of the node; NaN where it has none."""
        own = labels[self.nodes, None]
        shares = ((labels[near] == own).mean(axis=1) for near in (self.before, self.after))
        before, after = (np.where(own[:, 0] >= 0, share, np.nan) for share in shares)
        return before, after


def neighbourhood_change(
    before: Matrix,
    after: Matrix,
    k: int = NEAREST,
    *,
    max_asked: int = MAX_ASKED,
    seed: int = 0,
    progress: Callable[[str, float | None], None] = lambda message, fraction=None: None,
) -> NeighbourhoodChange:
    """Compare the k nearest nodes of every node in two embeddings.

    On Physics a sample is compared, which takes 3 s on two cores.

    Args:
        before, after: (N, width) vectors, dense or sparse; the widths may differ.
        k: nearest nodes per node; fewer where there are few nodes.
        max_asked: with more nodes than this, a sample is asked.
        progress: called with what is being done and the share done.

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
    nodes = np.arange(n)
    if n > max_asked:
        nodes = np.sort(np.random.default_rng(seed).choice(n, min(SAMPLE, n), replace=False))
    progress("Nearest nodes, embedding 1 of 2", 0)
    first, first_distances = nearest(before, min(k, n - 1), nodes)
    progress("Nearest nodes, embedding 2 of 2", 0.5)
    second, second_distances = nearest(after, min(k, n - 1), nodes)
    defined = (first_distances[:, 0] < 1) & (second_distances[:, 0] < 1)
    return NeighbourhoodChange(nodes, first, second, defined, n)

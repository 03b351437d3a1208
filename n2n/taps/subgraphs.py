"""The subgraphs into which positive sampling cuts a graph.

Connect every node with its positives and ignore the direction: a subgraph is a connected component of the
result. With k = 1 there are many small ones; as k grows they merge into one giant component.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse.csgraph import connected_components

from n2n.taps.positives import Positives

FEW_PAIRS = 1 << 17
"""Below this many, loading compiled code takes longer than scipy does."""


@dataclass(frozen=True, eq=False)
class Partition:
    """Which subgraph each node belongs to. Subgraphs are numbered by size, the largest is 0.

    >>> from n2n import Graph, all_neighbours
    >>> p = partition(all_neighbours(Graph.from_edges([[3], [1]], x=None, num_nodes=4)))
    >>> p.sizes.tolist(), p.membership.tolist()
    ([2, 1, 1], [1, 0, 2, 0])
    """

    membership: np.ndarray
    """(N,) subgraph of each node."""
    sizes: np.ndarray
    """Number of nodes of each subgraph, largest first; equal sizes in the order of their lowest node id."""
    positives: Positives
    """The sampled pairs that connect the subgraphs."""

    @property
    def num_subgraphs(self) -> int:
        return len(self.sizes)

    @cached_property
    def edges(self) -> np.ndarray:
        """Number of undirected sampled edges of each subgraph; a pair chosen by both ends is one edge."""
        sampled = self.positives.matrix(np.int8)
        partners = np.diff((sampled + sampled.T).indptr)
        ends = np.bincount(self.membership, partners, minlength=self.num_subgraphs).astype(np.int64)
        # The only node of a subgraph of size 1 is its own positive: that is not an edge.
        return np.where(self.sizes > 1, ends // 2, 0)

    @cached_property
    def _by_subgraph(self) -> tuple[np.ndarray, np.ndarray]:
        return np.argsort(self.membership, kind="stable"), np.concatenate([[0], np.cumsum(self.sizes)])

    def members(self, subgraph: int) -> np.ndarray:
        """Nodes of one subgraph, ascending."""
        order, starts = self._by_subgraph
        return order[starts[subgraph] : starts[subgraph + 1]]

    def class_counts(self, labels: np.ndarray) -> np.ndarray:
        """(subgraphs, classes) nodes of each class in each subgraph; nodes without a label do not count."""
        labels = np.asarray(labels)
        known = labels >= 0
        classes = int(labels.max(initial=-1)) + 1
        code = self.membership[known].astype(np.int64) * classes + labels[known]
        return np.bincount(code, minlength=self.num_subgraphs * classes).reshape(self.num_subgraphs, classes)

    def majority(self, labels: np.ndarray) -> np.ndarray:
        """Most frequent class of each subgraph, the lower one on a tie; −1 where no node has a label."""
        counts = self.class_counts(labels)
        if counts.shape[1] == 0:
            return np.full(self.num_subgraphs, -1)
        return np.where(counts.any(axis=1), counts.argmax(axis=1), -1)

    def purity(self, labels: np.ndarray) -> np.ndarray:
        """Share of the most frequent class in each subgraph; NaN where no node has a label."""
        counts = self.class_counts(labels)
        total = counts.sum(axis=1)
        top = counts.max(axis=1, initial=0)
        return np.divide(top, total, out=np.full(self.num_subgraphs, np.nan), where=total > 0)

    def weighted_purity(self, labels: np.ndarray) -> float:
        """Share of all labelled nodes that have the most frequent class of their subgraph."""
        counts = self.class_counts(labels)
        return float(counts.max(axis=1, initial=0).sum() / counts.sum()) if counts.any() else float("nan")

    def entropy(self, labels: np.ndarray) -> np.ndarray:
        """Entropy of the classes in each subgraph in bits, 0 for a single class; NaN without any label."""
        counts = self.class_counts(labels)
        total = counts.sum(axis=1, keepdims=True)
        share = np.divide(counts, total, out=np.zeros(counts.shape), where=total > 0)
        bits = -np.sum(share * np.log2(share, out=np.zeros_like(share), where=share > 0), axis=1)
        return np.where(total[:, 0] > 0, np.abs(bits), np.nan)

    def size_histogram(self) -> tuple[np.ndarray, np.ndarray]:
        """The sizes that occur, ascending, and how many subgraphs have each."""
        return np.unique(self.sizes, return_counts=True)


def partition(positives: Positives) -> Partition:
    """The connected components of the sampled pairs."""
    if len(positives.indices) < FEW_PAIRS:
        _, component = connected_components(positives.matrix(np.int8), directed=False)
        sizes = np.bincount(component)
    else:
        from n2n.taps.kernels import components

        component, sizes = components(positives.indptr, positives.indices)
    # A stable sort leaves equal sizes in the order of their lowest node.
    order = np.argsort(-sizes, kind="stable")
    number = np.empty(len(sizes), np.int32)
    number[order] = np.arange(len(sizes), dtype=np.int32)
    return Partition(number[component], sizes[order], positives)

"""Graphs with wrong edges, and the usual ways to clean them.

The noise of a seed grows with its percentage: the edges that differ at 25% are among those at 50%. Names,
features, labels and splits remain as they are.
"""

import math

import numpy as np
import scipy.sparse as sp

from n2n.graph import Graph
from n2n.taps.edits import random_new_edges
from n2n.taps.positives import Positives

RANDOM, BETWEEN, REMOVED = "random", "between", "removed"
KINDS = {
    RANDOM: "Random edges added",
    BETWEEN: "Edges between classes added",
    REMOVED: "Edges removed",
}
"""The kinds of noise, with their names for people."""
SIMILARITY = 0.01
"""The Jaccard similarity below which `similar_edges` drops an edge, as in the paper it comes from."""
_ROWS = 100_000


def noisy(graph: Graph, percent: float, seed: int = 0, kind: str = RANDOM) -> Graph:
    """The graph with noise in its edges.

    Args:
        percent: number of edges added or removed, in percent of the edges of the graph.
        seed: which ones. `Edits(noise=percent, seed=seed)` adds the same random edges.
        kind: "random" adds edges drawn uniformly among the pairs that are not neighbours; "between" draws
            only pairs with two different labels; "removed" removes edges of the graph.

    Raises:
        ValueError: the graph has not so many pairs, or edges.

    >>> import n2n
    >>> karate = n2n.load("karate")
    >>> [noisy(karate, 50, kind=kind).num_edges for kind in KINDS]
    [117, 117, 39]
    """
    if kind not in KINDS:
        raise ValueError(f"There is no noise {kind!r}: choose one of {', '.join(KINDS)}.")
    count = round(percent / 100 * graph.num_edges) if math.isfinite(percent) else -1
    if count < 0 or percent < 0 or (kind == REMOVED and count > graph.num_edges):
        raise ValueError(f"The noise is {percent:g}%: a share of the edges of {graph.name} is expected.")
    if kind == BETWEEN and graph.num_classes < 2:
        raise ValueError(f"{graph.name} has fewer than two classes, so no edge can join two of them.")
    if count == 0:
        return graph
    edges = graph.edges()
    if kind == REMOVED:
        gone = np.random.default_rng(seed).permutation(graph.num_edges)[:count]
        edges = np.delete(edges, gone, axis=1)
    else:
        possible = _possible(graph, kind)
        if count > possible:
            raise ValueError(
                f"{percent:g}% noise would be {count:,} edges, but only {possible:,} pairs of nodes can be "
                f"added to {graph.name}: choose less noise."
            )
        added = (random_new_edges if kind == RANDOM else _edges_between_classes)(graph, count, seed)
        edges = np.concatenate([edges, added], axis=1)
    words = f"{KINDS[kind].lower()}: {percent:g}%, seed {seed}"
    return with_edges(graph, edges).replace(provenance=f"{graph.provenance}; {words}")


def _possible(graph: Graph, kind: str) -> int:
    """The number of pairs of nodes that are not neighbours and that this kind of noise may join."""
    if kind == RANDOM:
        return graph.num_nodes * (graph.num_nodes - 1) // 2 - graph.num_edges
    sizes = graph.class_sizes.tolist()
    pairs = (sum(sizes) ** 2 - sum(size**2 for size in sizes)) // 2
    return pairs - int(_between(graph, graph.edges()).sum())


def _between(graph: Graph, edges: np.ndarray) -> np.ndarray:
    """Whether each edge joins two nodes with different labels."""
    first, second = graph.y[edges]
    return (first != second) & (first >= 0) & (second >= 0)


def _edges_between_classes(graph: Graph, count: int, seed: int) -> np.ndarray:
    """(2, count) new edges between nodes with two different labels, drawn uniformly, the lower node first."""
    drawn = 2 * count
    while True:  # a longer list begins like a shorter one
        edges = random_new_edges(graph, drawn, seed)
        edges = edges[:, _between(graph, edges)]
        if edges.shape[1] >= count:
            return edges[:, :count]
        drawn *= 2


def with_edges(graph: Graph, edges: np.ndarray) -> Graph:
    """The graph with other edges, everything else as it is."""
    bare = Graph.from_edges(edges, x=None, num_nodes=graph.num_nodes)
    return graph.replace(indptr=bare.indptr, indices=bare.indices)


def chosen_edges(graph: Graph, positives: Positives) -> Graph:
    """The graph of those edges that at least one of their nodes has among its positives.

    >>> import n2n
    >>> karate = n2n.load("karate")
    >>> chosen_edges(karate, n2n.rank(karate).top(1)).num_edges
    26
    """
    return with_edges(graph, np.stack(positives.pairs()))


def similar_edges(graph: Graph, threshold: float = SIMILARITY) -> Graph:
    """The graph without the edges whose nodes share too few features, by the Jaccard similarity of these.

    The usual defence against wrong edges: Wu et al., Adversarial examples on graph data: deep insights into
    attack and defense, 2019. A feature counts where it is not zero.
    """
    features: sp.csr_array = sp.csr_array(graph.x != 0, dtype=np.float32)
    low, high = edges = graph.edges()
    blocks = [slice(start, start + _ROWS) for start in range(0, len(low), _ROWS)]
    common = [(features[low[block]] * features[high[block]]).sum(axis=1) for block in blocks]
    shared = np.concatenate([np.zeros(0), *common])
    sizes = features.sum(axis=1)
    similarity = shared / np.maximum(sizes[low] + sizes[high] - shared, 1)
    return with_edges(graph, edges[:, similarity >= threshold])

"""Graphs with wrong edges, and the usual ways to clean them.

The noise of a seed grows with its percentage: the edges that differ at 25% are among those at 50%. Names,
features, labels and splits remain as they are.
"""

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
    count = round(percent / 100 * graph.num_edges)
    if percent < 0 or (kind == REMOVED and count > graph.num_edges):
        raise ValueError(f"The noise is {percent:g}%: a share of the edges of {graph.name} is expected.")
    if count == 0:
        return graph
    if kind == REMOVED:
        gone = np.random.default_rng(seed).permutation(graph.num_edges)[:count]
        edges = np.delete(graph.edges(), gone, axis=1)
    else:
        draw = random_new_edges if kind == RANDOM else edges_between_classes
        added = draw(graph, count, seed)
        if added.shape[1] < count:
            raise ValueError(
                f"{percent:g}% noise would be {count:,} edges, but only {added.shape[1]:,} pairs of nodes "
                f"can be added to {graph.name}: choose less noise."
            )
        edges = np.concatenate([graph.edges(), added], axis=1)
    words = f"{KINDS[kind].lower()}: {percent:g}%, seed {seed}"
    return with_edges(graph, edges).replace(provenance=f"{graph.provenance}; {words}")


def edges_between_classes(graph: Graph, count: int, seed: int = 0) -> np.ndarray:
    """(2, count) new edges between nodes with two different labels, drawn uniformly, the lower node first.

    Fewer where there are not so many such pairs.
    """
    if graph.num_classes < 2:
        raise ValueError(f"{graph.name} has fewer than two classes, so no edge can join two of them.")
    pairs = graph.num_nodes * (graph.num_nodes - 1) // 2
    drawn = 2 * count
    while True:  # a longer list begins like a shorter one
        edges = random_new_edges(graph, drawn, seed)
        labels = graph.y[edges]
        between = edges[:, (labels[0] != labels[1]) & (labels >= 0).all(axis=0)]
        if between.shape[1] >= count or drawn >= pairs:
            return between[:, :count]
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
    common = np.concatenate(
        [
            (features[low[block]] * features[high[block]]).sum(axis=1)
            for block in np.array_split(np.arange(len(low)), 1 + len(low) // 100_000)
        ]
    )
    sizes = features.sum(axis=1)
    similarity = common / np.maximum(sizes[low] + sizes[high] - common, 1)
    return with_edges(graph, edges[:, similarity >= threshold])

"""Random edges that a graph does not have: noise."""

import numpy as np

from n2n.compute.csr import find_sorted
from n2n.graph import Graph

# Up to this many nodes, edges are drawn from the list of all pairs, so that a nearly complete graph is no
# trouble; beyond, pairs are drawn, and those that are edges already are left out.
_LISTED = 2_000
# Pairs are drawn in blocks of a fixed size, so that a longer list begins like a shorter one.
_BLOCK = 4_096


def random_new_edges(graph: Graph, count: int, seed: int = 0) -> np.ndarray:
    """(2, count) edges drawn uniformly among those that the graph does not have, the lower node first.

    Fewer where nearly all pairs are edges. With the same seed a longer list begins like a shorter one.

    >>> from n2n import load
    >>> random_new_edges(load("karate"), 3).shape
    (2, 3)
    """
    n = graph.num_nodes
    pairs = n * (n - 1) // 2
    count = min(count, pairs - graph.num_edges)
    if count <= 0:
        return np.zeros((2, 0), np.int64)
    rng = np.random.default_rng(seed)
    low, high = graph.edges().astype(np.int64)
    known = low * n + high
    if n <= _LISTED:
        low, high = np.triu_indices(n, 1)
        free = np.setdiff1d(low * n + high, known, assume_unique=True)
        found = rng.permutation(free)[:count]
    else:
        found = _draw(rng, n, known, count)
    return np.stack([found // n, found % n])


def _draw(rng: np.random.Generator, n: int, known: np.ndarray, count: int) -> np.ndarray:
    """So many pairs low·n + high, in the order in which they are drawn, each once and none of them known.

    Args:
        known: ascending, as the edges of a graph are.
    """
    found = np.zeros(0, np.int64)
    while len(found) < count:
        blocks = 1 + (count - len(found)) // _BLOCK
        a, b = np.concatenate([rng.integers(n, size=(2, _BLOCK)) for _ in range(blocks)], axis=1)
        codes = np.minimum(a, b) * n + np.maximum(a, b)
        found = np.concatenate([found, codes[(a != b) & ~find_sorted(known, codes)[1]]])
        found = found[np.sort(np.unique(found, return_index=True)[1])]
    return found[:count]

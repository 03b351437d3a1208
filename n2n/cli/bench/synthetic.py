"""Synthetic graphs for measurements."""

import numpy as np

from n2n.graph import Graph


def power_law(edges: int, seed: int = 0) -> Graph:
    """A random graph with this many undirected edges, a fifth as many nodes, and degrees of exponent 2.5.

    The ends of an edge are drawn independently, with weights r^(−2/3) for the node of rank r: the degrees
    then follow p(d) ∝ d^(−5/2), as in many real graphs, with a few hubs of thousands of neighbours. Ids are
    shuffled, since a real graph does not come sorted by degree.

    >>> power_law(1000).num_edges
    1000
    """
    n = edges // 5
    rng = np.random.default_rng(seed)
    pairs = np.zeros(0, np.int64)
    while len(pairs) < edges:
        # Inverting the cumulated weights (r/n)^(1/3) turns a uniform number into a rank.
        low, high = np.sort((n * rng.random((2, edges + edges // 4)) ** 3).astype(np.int64), axis=0)
        proper = low != high
        pairs = np.union1d(pairs, low[proper] * n + high[proper])
    pairs = rng.choice(pairs, edges, replace=False)
    ids = rng.permutation(n)
    return Graph.from_edges(ids[np.stack(np.divmod(pairs, n))], x=None, num_nodes=n, name="power law")

"""Features for a graph that has none, made from its edges alone.

Training sees only the features of a node. Where a graph has none, what the edges tell about a node can take
their place. The choice becomes part of the graph's name, and so of every result.
"""

import numpy as np
import scipy.sparse as sp

from n2n.graph import Graph
from n2n.graph.adjacency import normalised

# Up to this many nodes, all eigenvectors are computed at once.
_SMALL = 500
KINDS = {
    "degree": "degree buckets",
    "spectral": "spectral features",
    "projection": "random-projection features",
}
"""Kinds of features that can be made, with what each adds to the name of the graph."""


def with_features(graph: Graph, kind: str, **options) -> Graph:
    """The graph with features of one of the `KINDS`.

    >>> from n2n import load
    >>> made = with_features(load("karate"), "degree")
    >>> made.name, made.num_features
    ('Karate club, degree buckets', 5)
    """
    if kind not in KINDS:
        raise ValueError(f"features is {kind!r}: choose one of {', '.join(KINDS)}.")
    make = {"degree": degree_buckets, "spectral": spectral, "projection": random_projection}[kind]
    return graph.replace(x=make(graph, **options), name=f"{graph.name}, {KINDS[kind]}")


def degree_buckets(graph: Graph) -> sp.csr_array:
    """One-hot degree: bucket 0 for no neighbours, then 1, 2–3, 4–7 and so on, b = ⌊log₂ d⌋ + 1.

    >>> star = Graph.from_edges([[0, 0, 0], [1, 2, 3]], x=None, num_nodes=4)
    >>> degree_buckets(star).toarray().argmax(axis=1).tolist()
    [1, 0, 0, 0]
    """
    bucket = np.frexp(graph.degree.astype(np.float64))[1]
    used, column = np.unique(bucket, return_inverse=True)
    rows = np.arange(graph.num_nodes)
    ones = np.ones(graph.num_nodes, np.float32)
    return sp.csr_array((ones, (rows, column)), shape=(graph.num_nodes, len(used)))


def spectral(graph: Graph, dimensions: int = 32, seed: int = 0) -> np.ndarray:
    """Eigenvectors of D^{−1/2} A D^{−1/2} with the largest eigenvalues, each scaled to mean square 1.

    Each vector has the sign that makes its largest entry positive. A small graph has fewer than `dimensions`.
    """
    n = graph.num_nodes
    count = min(dimensions, n - 2)
    if count < 1 or graph.num_edges == 0:
        return np.ones((n, 1), np.float32)
    s = _propagation(graph).astype(np.float64)
    if n <= _SMALL:
        values, vectors = np.linalg.eigh(s.toarray())
        values, vectors = values[-count:], vectors[:, -count:]
    else:
        from scipy.sparse.linalg import eigsh

        start = np.random.default_rng(seed).random(n)
        values, vectors = eigsh(s, k=count, which="LA", v0=start, rng=seed)
    vectors = vectors[:, np.argsort(-values)] * np.sqrt(n)
    largest = np.abs(vectors).argmax(axis=0)
    vectors *= np.where(vectors[largest, np.arange(count)] < 0, -1, 1)
    return vectors.astype(np.float32)


def random_projection(graph: Graph, dimensions: int = 64, seed: int = 0) -> np.ndarray:
    """S·R + S²·R with S = D^{−1/2} A D^{−1/2} and R Gaussian (N × dimensions): one and two steps away.

    Nodes with similar surroundings end up close to each other, because their rows of S are similar.
    """
    s = _propagation(graph)
    r = np.random.default_rng(seed).standard_normal((graph.num_nodes, dimensions), np.float32)
    near = s @ r
    out = near + s @ near
    scale = np.sqrt(np.mean(out**2)) if out.size else 0.0
    return (out / scale if scale > 0 else out).astype(np.float32)


def _propagation(graph: Graph) -> sp.csr_array:
    """S = D^{−1/2} A D^{−1/2}, rounded once."""
    return sp.csr_array(normalised(graph, loops=False, dtype=np.float64), dtype=np.float32)

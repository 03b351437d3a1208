"""The adjacency matrix scaled by degrees, and the parts of a graph that some of its nodes form."""

import numpy as np
import scipy.sparse as sp

from n2n.graph import Graph, Split


def normalised(
    graph: Graph, kind: str = "symmetric", loops: bool = True, dtype: type[np.number] = np.float32
) -> sp.csr_array:
    """D^-½ A D^-½ ("symmetric") or D⁻¹ A ("mean"); a node without neighbours has a row of zeros.

    Args:
        loops: whether every node is its own neighbour as well, A + I.
        dtype: type in which it is computed.

    >>> import n2n
    >>> normalised(n2n.load("karate"), "mean").sum(axis=1).round(4).tolist()[:2]
    [1.0, 1.0]
    """
    adjacency = graph.adjacency(dtype)
    if loops:
        adjacency = (adjacency + sp.diags_array(np.ones(graph.num_nodes, dtype))).tocsr()
    degree = np.asarray(adjacency.sum(axis=1), np.float64)
    power = -0.5 if kind == "symmetric" else -1.0
    scale = np.power(degree, power, where=degree > 0, out=np.zeros_like(degree)).astype(dtype)
    left = sp.diags_array(scale)
    return sp.csr_array(left @ adjacency @ left if kind == "symmetric" else left @ adjacency)


def induced(graph: Graph, nodes: np.ndarray, public: Split | None = None) -> Graph:
    """The graph of some nodes, in this order, with the edges among them; a copy in memory.

    Args:
        nodes: ascending ids.
        public: a split of the new graph, by its own ids; it has none otherwise.

    >>> import n2n
    >>> part = induced(n2n.load("karate"), np.arange(10))
    >>> part.num_nodes, part.num_edges
    (10, 18)
    """
    rows = graph.adjacency(np.int8)[nodes][:, nodes].tocsr()
    rows.sort_indices()

    def chosen(names):
        return None if names is None else [names[node] for node in nodes]

    return graph.replace(
        indptr=rows.indptr.astype(graph.indptr.dtype),
        indices=rows.indices.astype(graph.indices.dtype),
        x=graph.x[nodes],
        y=graph.y[nodes],
        public=public,
        further_splits=(),
        node_names=chosen(graph.node_names),
        node_ids=chosen(graph.node_ids),
    )


def within(graph: Graph, nodes: np.ndarray, hops: int) -> np.ndarray:
    """Ids of the nodes that are at most `hops` edges away from one of these, ascending.

    >>> import n2n
    >>> len(within(n2n.load("karate"), np.array([16]), 1)), len(within(n2n.load("karate"), np.array([16]), 2))
    (3, 6)
    """
    reached, adjacency = np.zeros(graph.num_nodes, bool), graph.adjacency(np.int32)
    reached[nodes] = True
    for _ in range(hops):
        reached |= adjacency @ reached.astype(np.int32) > 0
    return np.flatnonzero(reached)


def without_edges(graph: Graph) -> Graph:
    """The same nodes with no edge at all."""
    return graph.replace(indptr=np.zeros_like(graph.indptr), indices=graph.indices[:0])

"""The part of a graph that some of its nodes form."""

import numpy as np

from n2n.graph.graph import Graph
from n2n.graph.splits import Split


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

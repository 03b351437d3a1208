"""Positives and subgraphs as tables."""

import numpy as np

from n2n.graph import Graph
from n2n.sampling.positives import Positives
from n2n.sampling.subgraphs import Partition

Table = dict[str, list]


def positives_table(graph: Graph, positives: Positives) -> Table:
    """One row a pair, best first: node, positive, rank, and their classes.

    A node without neighbours is its own positive.

    >>> from n2n import load, rank
    >>> karate = load("karate")
    >>> positives_table(karate, rank(karate).top(1))["positive"][:2]
    ['31', '3']
    """
    rank = np.arange(len(positives.indices)) - np.repeat(positives.indptr[:-1], positives.counts)
    ends = {"node": positives.sources.tolist(), "positive": positives.indices.tolist()}
    return {
        **{head: [graph.name_of(node) for node in nodes] for head, nodes in ends.items()},
        "rank": (rank + 1).tolist(),
        **{f"{head}_class": [_class(graph, node) for node in nodes] for head, nodes in ends.items()},
    }


def partition_table(graph: Graph, parts: Partition) -> Table:
    """One row a node: node, subgraph (0 is the largest), size of the subgraph, class, degree."""
    nodes = range(graph.num_nodes)
    return {
        "node": [graph.name_of(node) for node in nodes],
        "subgraph": parts.membership.tolist(),
        "size": parts.sizes[parts.membership].tolist(),
        "class": [_class(graph, node) for node in nodes],
        "degree": graph.degree.tolist(),
    }


def _class(graph: Graph, node: int) -> str:
    return graph.class_names[graph.y[node]] if graph.y[node] >= 0 else ""

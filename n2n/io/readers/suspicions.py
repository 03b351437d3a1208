"""Shapes that a graph seldom has, but a file often that was taken for something it is not.

A star around one word is what a table of three columns becomes when the middle one is a relation; three nodes
are what a matrix becomes when its first two columns are taken for edges. Nothing is refused for its shape: a
sentence names the suspicion, and what to look at.
"""

import numpy as np

from n2n.graph import Graph
from n2n.io.readers.errors import quoted

LARGE = 10_000
"""Bytes from which on a file should hold more than a handful of nodes."""
TINY = 3
"""Nodes that are a handful."""
_MANY = 20
"""Nodes or edges from which on a shape is no accident."""
_STAR = 0.9
"""Share of the edges that touch one node in a star."""


def shape_suspicions(graph: Graph) -> tuple[str, ...]:
    """What is odd about the shape of a graph, in sentences.

    >>> star = Graph.from_edges([[0] * 29, range(1, 30)], x=None, num_nodes=30)
    >>> shape_suspicions(star)[0].partition(":")[0]
    'All 29 edges touch node "0"'
    """
    return (*_edges(graph), *_nodes(graph), *_classes(graph))


def size_suspicion(graph: Graph, size: int) -> tuple[str, ...]:
    """What is odd about a tiny graph in a large file.

    Args:
        size: bytes of all files that were used.
    """
    if graph.num_nodes > TINY or size < LARGE:
        return ()
    nodes = "one node" if graph.num_nodes == 1 else f"{graph.num_nodes} nodes"
    return (
        f"Only {nodes} came out of {size:,} bytes: is this really a list of edges? Check the columns and "
        "the separator.",
    )


def _edges(graph: Graph) -> list[str]:
    if not graph.num_edges:
        loops = graph.dropped.self_loops
        if loops:
            return [
                f"Every edge connects a node to itself ({loops:,}): check which columns are the two ends."
            ]
        return []
    hub = int(graph.degree.argmax())
    touching = int(graph.degree[hub])
    if graph.num_edges < _MANY or touching <= _STAR * graph.num_edges:
        return []
    share = "All" if touching == graph.num_edges else f"{touching:,} of"
    return [
        f"{share} {graph.num_edges:,} edges touch node {quoted(graph.name_of(hub))}: this star may come from "
        "a column that is not an end of an edge, such as the kind of relation."
    ]


def _nodes(graph: Graph) -> list[str]:
    alone = graph.num_isolated
    if graph.num_edges == 0 or graph.num_nodes < _MANY or 2 * alone < graph.num_nodes:
        return []
    return [
        f"{alone:,} of {graph.num_nodes:,} nodes have no neighbours: do the edges use the same ids as the "
        "nodes, and are the edges complete?"
    ]


def _classes(graph: Graph) -> list[str]:
    labelled = int((graph.y >= 0).sum())
    used = len(np.unique(graph.y[graph.y >= 0]))
    if labelled > 2 and used == labelled:
        return ["Every node with a label has a class of its own: the labels look like names, not classes."]
    if labelled >= 6 and 3 * used > labelled:
        return [
            f"There are {used:,} classes for {labelled:,} nodes with a label: is another column the label?"
        ]
    return []

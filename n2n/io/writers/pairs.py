"""Positives and subgraphs as tables."""

from n2n.files.csv import Table
from n2n.graph import Graph
from n2n.taps.positives import Positives
from n2n.taps.subgraphs import Partition


def positives_table(graph: Graph, positives: Positives) -> Table:
    """One row per pair, best first: node, positive, their ids if they have names as well, rank, classes.

    A node without neighbours is its own positive.

    >>> from n2n import load, rank
    >>> karate = load("karate")
    >>> positives_table(karate, rank(karate).top(1))["positive"][:2]
    ['31', '3']
    """
    ends = {"node": positives.sources, "positive": positives.indices}
    names = graph.names()
    ids = None if graph.node_ids is None else graph.ids()
    called = {name: [names[node] for node in nodes.tolist()] for name, nodes in ends.items()}
    if ids is not None:
        called |= {f"{name}_id": [ids[node] for node in nodes.tolist()] for name, nodes in ends.items()}
    return {
        **called,
        "rank": (positives.places + 1).tolist(),
        **{f"{name}_class": graph.classes(nodes) for name, nodes in ends.items()},
    }


def partition_table(graph: Graph, parts: Partition) -> Table:
    """One row per node: node, subgraph (0 is the largest), size of the subgraph, class, degree.

    Where nodes have names beside their ids, the id is in a column of its own.
    """
    return {
        "node": graph.names(),
        **({} if graph.node_ids is None else {"id": graph.ids()}),
        "subgraph": parts.membership.tolist(),
        "size": parts.sizes[parts.membership].tolist(),
        "class": graph.classes(),
        "degree": graph.degree.tolist(),
    }

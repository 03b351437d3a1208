"""What the tests of all formats share."""

import networkx as nx

from n2n.io.readers import Limits, read_with_report


def read(name: str, data: bytes | str, **files: bytes):
    """The reading of one file."""
    content = data.encode() if isinstance(data, str) else data
    return read_with_report({name: content})


def pairs(graph) -> set[frozenset[str]]:
    """The edges of a graph of this program, by the names of their ends."""
    return {frozenset(map(graph.name_of, pair)) for pair in graph.edges().T.tolist()}


def same(graph, other: nx.Graph) -> bool:
    """Whether a graph has the nodes and edges that networkx or scipy read, self-loops left out."""
    edges = {frozenset(map(str, pair[:2])) for pair in other.edges() if pair[0] != pair[1]}
    return set(graph.names()) == set(map(str, other)) and pairs(graph) == edges


SMALL = Limits(nodes=50, edges=100, values=500, slow_bytes=10_000)

"""The graph: adjacency in CSR, features, labels, splits, conversion and storage."""

from n2n.graph.graph import Dropped, Graph, open_graph
from n2n.graph.splits import Split

__all__ = ["Dropped", "Graph", "Split", "open_graph"]

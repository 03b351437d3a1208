"""The graph: adjacency in CSR, features, labels, splits, conversion, storage; the catalogue of datasets."""

from n2n.graph.graph import Dropped, Graph, open_graph
from n2n.graph.splits import Split

__all__ = ["Dropped", "Graph", "Split", "open_graph"]

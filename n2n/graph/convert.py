"""A `Graph` to and from torch-geometric and networkx."""

from collections.abc import Hashable

import numpy as np
import scipy.sparse as sp

from n2n.graph import Graph
from n2n.graph.splits import Split


def to_pyg(graph: Graph):
    """A `torch_geometric.data.Data`: dense x, edge_index in both directions, y and the public masks."""
    import torch
    from torch_geometric.data import Data

    row = np.repeat(np.arange(graph.num_nodes), graph.degree)
    x = graph.x.toarray() if sp.issparse(graph.x) else graph.x
    data = Data(
        x=torch.from_numpy(np.ascontiguousarray(x)),
        edge_index=torch.from_numpy(np.stack([row, graph.indices]).astype(np.int64)),
        y=torch.from_numpy(graph.y),
    )
    data.num_nodes = graph.num_nodes
    for field in ("train", "val", "test") if graph.public is not None else ():
        mask = torch.zeros(graph.num_nodes, dtype=torch.bool)
        mask[torch.from_numpy(getattr(graph.public, field))] = True
        data[f"{field}_mask"] = mask
    return data


def from_pyg(data, *, name: str = "graph", provenance: str = "torch-geometric", class_names=None) -> Graph:
    """A graph of a `Data`; a single column of masks becomes the public split, many columns are left out."""
    x = None if data.x is None else data.x.numpy()
    if x is not None and np.count_nonzero(x) < 0.25 * x.size:
        x = sp.csr_array(x)
    public = None
    masks = [getattr(data, f"{field}_mask", None) for field in ("train", "val", "test")]
    if all(mask is not None and mask.dim() == 1 for mask in masks):
        public = Split(*(np.flatnonzero(mask.numpy()) for mask in masks))
    return Graph.from_edges(
        data.edge_index.numpy(),
        x=x,
        y=None if data.y is None else data.y.numpy(),
        num_nodes=data.num_nodes,
        class_names=class_names,
        name=name,
        provenance=provenance,
        public=public,
    )


def to_networkx(graph: Graph):
    """A `networkx.Graph` on the nodes 0..N−1 with the attributes `label` and `class_name`."""
    import networkx as nx

    out = nx.Graph(name=graph.name)
    for node, label in enumerate(graph.y.tolist()):
        name = graph.class_names[label] if label >= 0 else ""
        out.add_node(node, label=label, class_name=name)
    row = np.repeat(np.arange(graph.num_nodes), graph.degree)
    once = row < graph.indices
    out.add_edges_from(zip(row[once].tolist(), graph.indices[once].tolist(), strict=True))
    return out


def from_networkx(
    graph, *, label: str | None = "label", x=None, name: str = "graph", provenance: str = "networkx"
) -> Graph:
    """A graph of a `networkx` graph, its nodes in their own order.

    Args:
        label: node attribute with the class; whole numbers are kept as they are, anything else is numbered in
            sorted order and becomes the class names. None, or an attribute no node has: no labels.
        x: (N, D) features in the order of the nodes; None: no features.
    """
    number = {node: i for i, node in enumerate(graph)}
    edges = np.array([(number[a], number[b]) for a, b in graph.edges()], np.int64).reshape(-1, 2).T
    values = [graph.nodes[node].get(label) for node in graph] if label is not None else []
    y, class_names = _numbered(values)
    return Graph.from_edges(
        edges, x=x, y=y, num_nodes=len(number), class_names=class_names, name=name, provenance=provenance
    )


def _numbered(values: list[Hashable]) -> tuple[list[int] | None, list[str] | None]:
    known = {value for value in values if value is not None}
    if not known:
        return None, None
    if all(isinstance(value, int | np.integer) and not isinstance(value, bool) for value in known):
        return [-1 if value is None else int(value) for value in values], None
    names = sorted(map(str, known))
    place = {name: i for i, name in enumerate(names)}
    return [-1 if value is None else place[str(value)] for value in values], names

"""Arrays of a graph to and from torch-geometric and networkx.

The functions deal in plain arrays and never see a `Graph`: its own methods call them.
"""

from typing import Any

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix, compact
from n2n.graph.splits import Split, masks_of


def to_pyg(edge_index: np.ndarray, x: Matrix, y: np.ndarray, splits: tuple[Split, ...]):
    """A `torch_geometric.data.Data`: dense x, `edge_index` in both directions, y and the public masks."""
    import torch  # here for the start-up time
    from torch_geometric.data import Data

    data = Data(
        x=torch.from_numpy(np.require(x.toarray() if sp.issparse(x) else x, requirements=["C", "W"])),
        edge_index=torch.from_numpy(edge_index.astype(np.int64)),
        y=torch.from_numpy(y),
    )
    data.num_nodes = len(y)
    for name, mask in masks_of(splits, len(y)).items():
        data[name] = torch.from_numpy(mask)
    return data


def from_pyg(data) -> dict:
    """Arguments of `Graph.from_edges` for a `Data`.

    One-dimensional masks become the public split; masks with many columns, one per split, are left out.
    """
    masks = {name: mask.numpy() for name, mask in data.to_dict().items() if name.endswith("_mask")}
    return {
        "edges": data.edge_index.numpy(),
        "x": None if data.x is None else compact(data.x.numpy()),
        "y": None if data.y is None else data.y.numpy(),
        "num_nodes": data.num_nodes,
        "public": Split.from_masks(masks),
    }


def to_networkx(edges: np.ndarray, labels: list[int], class_names: list[str], name: str):
    """A `networkx.Graph` on the nodes 0..N−1 with the attributes `label` and `class_name`.

    Args:
        edges: (2, M) ends of the edges, each undirected edge once.
        labels, class_names: label and name of the class of every node.
    """
    import networkx as nx  # here for the start-up time

    out = nx.Graph(name=name)
    for node, (label, class_name) in enumerate(zip(labels, class_names, strict=True)):
        out.add_node(node, label=label, class_name=class_name)
    out.add_edges_from(edges.T.tolist())
    return out


def from_networkx(graph, label: str | None) -> dict:
    """Arguments of `Graph.from_edges` for a `networkx` graph; its nodes are numbered in their own order."""
    number = {node: i for i, node in enumerate(graph)}
    edges = np.array([(number[a], number[b]) for a, b in graph.edges()], np.int64).reshape(-1, 2).T
    values = [graph.nodes[node].get(label) for node in graph] if label is not None else []
    y, class_names = _numbered(values)
    return {"edges": edges, "y": y, "num_nodes": len(number), "class_names": class_names}


def _numbered(values: list[Any]) -> tuple[list[int] | None, list[str] | None]:
    known = {value for value in values if value is not None}
    if not known:
        return None, None
    if all(isinstance(value, int | np.integer) and not isinstance(value, bool) for value in known):
        return [-1 if value is None else int(value) for value in values], None
    names = sorted(map(str, known))
    place = {name: i for i, name in enumerate(names)}
    return [-1 if value is None else place[str(value)] for value in values], names

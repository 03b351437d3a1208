"""Graphs for other programs; `n2n.read_graph` reads every format again, with the same edges and labels.

Text from datasets never becomes a formula, a tag or code on its way out.
"""

import io
import json
import re
import zipfile
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix
from n2n.files.csv import Table, to_csv
from n2n.graph import Graph
from n2n.graph.splits import masks_of
from n2n.graph.storage import graph_bytes
from n2n.plots import theme
from n2n.taps.positives import Positives
from n2n.taps.subgraphs import Partition

FORMATS = {"npz": "npz", "CSV": "zip", "safetensors": "safetensors", "GraphML": "graphml", "GEXF": "gexf"}
"""The formats, with their file extensions."""
# Up to this many numbers, features are written as a dense matrix, which torch-geometric prefers.
_DENSE = 20_000_000


def export_graph(
    graph: Graph,
    format: str,
    parts: Partition | None = None,
    *,
    nodes: Mapping[str, Any] | None = None,
    edges: Mapping[str, Any] | None = None,
) -> bytes:
    """A graph as one file in one of the `FORMATS`.

    npz, CSV (a zip of an edge list and a table of nodes) and safetensors (the tensors of a torch-geometric
    `Data`) hold everything. GraphML and GEXF, for programs such as Gephi, hold edges, names, classes and
    colours.

    Args:
        parts: for GraphML and GEXF: the subgraphs. Every node then says in which one it is, every edge
            whether it connects a node with its positive.
        nodes: for CSV, GraphML and GEXF: more about the nodes, as columns of N values or (N, D) arrays, such
            as predictions, an embedding, or positions `x` and `y`, where GEXF then draws the nodes.
        edges: for the same formats: more about the edges, such as their dependency, as columns of |ℰ| values
            in the order of `graph.edges()` or of 2·|ℰ| in that of `graph.indices`.

    >>> from n2n import load, rank, read_graph
    >>> karate = load("karate")
    >>> data = export_graph(karate, "GEXF", edges={"dependency": rank(karate).dependency})
    >>> read_graph(("karate.gexf", data)).num_edges
    78
    """
    if format not in FORMATS:
        raise ValueError(f"The format is {format!r}: choose one of {', '.join(FORMATS)}.")
    if (nodes or edges) and format in ("npz", "safetensors"):
        raise ValueError(
            f"The format {format} has no room for more about nodes or edges: use CSV or GraphML."
        )
    about_nodes = _columns(nodes or {}, graph.num_nodes, "nodes")
    upper = graph.sources < graph.indices
    halves = {name: np.asarray(values) for name, values in (edges or {}).items()}
    halves = {name: one[upper] if len(one) == len(upper) else one for name, one in halves.items()}
    about_edges = _columns(halves, graph.num_edges, "edges")
    if format == "CSV":
        return _csv(graph, about_nodes, about_edges)
    if format in ("GraphML", "GEXF"):
        return _markup(graph, format, parts, about_nodes, about_edges)
    return graph_bytes(graph) if format == "npz" else _safetensors(graph)


def _columns(about: Mapping[str, Any], length: int, what: str) -> Table:
    """Columns of plain values; those of a two-dimensional array are numbered."""
    columns: Table = {}
    for name, values in about.items():
        array = np.asarray(values)
        if array.ndim not in (1, 2) or len(array) != length:
            raise ValueError(f"{what}[{name!r}] has shape {array.shape}: expected {length:,} rows.")
        single = {name: array} if array.ndim == 1 else {f"{name}{at}": one for at, one in enumerate(array.T)}
        columns |= {key: one.tolist() for key, one in single.items()}
    return columns


def edge_table(graph: Graph) -> Table:
    """Every undirected edge once: source, target."""
    ids = graph.ids()
    ends = zip(("source", "target"), graph.edges().tolist(), strict=True)
    return {name: [ids[node] for node in nodes] for name, nodes in ends}


def node_table(graph: Graph) -> Table:
    """One row per node: id, class (a number, -1 for none), class_name, and features as feature:value.

    Where nodes have names beside their ids, these are in a column of their own.
    """
    x: Matrix = sp.csr_array(graph.x)
    bounds, columns, values = x.indptr.tolist(), x.indices.tolist(), x.data.tolist()
    # A float32 needs nine digits at most; the shortest form of the double would have up to seventeen.
    entries = [f"{column}:{value:.9g}" for column, value in zip(columns, values, strict=True)]
    names = {} if graph.node_ids is None else {"name": graph.names()}
    table = {"id": graph.ids(), **names, "class": graph.y.tolist(), "class_name": graph.classes()}
    if graph.num_features:
        table["features"] = [" ".join(entries[begin:end]) for begin, end in pairwise(bounds)]
    return table


def positives_table(graph: Graph, positives: Positives) -> Table:
    """One row per pair, best first: node, positive, their ids if they have names as well, rank, classes.

    A node without neighbours is its own positive.

    >>> from n2n import load, rank
    >>> karate = load("karate")
    >>> positives_table(karate, rank(karate).top(1))["positive"][:2]
    ['31', '3']
    """
    ends = {"node": positives.sources.tolist(), "positive": positives.indices.tolist()}
    names, ids = graph.names(), graph.ids()
    called = {name: [names[node] for node in nodes] for name, nodes in ends.items()}
    if graph.node_ids is not None:
        called |= {f"{name}_id": [ids[node] for node in nodes] for name, nodes in ends.items()}
    classes = {f"{name}_class": graph.classes(np.array(nodes, np.int64)) for name, nodes in ends.items()}
    return {**called, "rank": (positives.places + 1).tolist(), **classes}


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


def _csv(graph: Graph, nodes: Table, edges: Table) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("edges.csv", to_csv(edge_table(graph) | edges))
        archive.writestr("nodes.csv", to_csv(node_table(graph) | nodes))
    return out.getvalue()


def _safetensors(graph: Graph) -> bytes:
    from safetensors.numpy import save  # here for the start-up time

    tensors = {"edge_index": np.stack([graph.sources, graph.indices]).astype(np.int64), "y": graph.y}
    if not sp.issparse(graph.x):
        tensors["x"] = graph.x
    elif graph.x.shape[0] * graph.x.shape[1] <= _DENSE:
        tensors["x"] = graph.x.toarray()
    else:
        tensors |= {"x_data": graph.x.data, "x_indices": graph.x.indices, "x_indptr": graph.x.indptr}
        tensors["x_shape"] = np.array(graph.x.shape)
    tensors |= masks_of(graph.public_splits, graph.num_nodes)
    facts = {"name": graph.name, "provenance": graph.provenance}
    facts["class_names"] = json.dumps(graph.class_names)
    for field in ("node_names", "node_ids"):
        if getattr(graph, field) is not None:
            facts[field] = json.dumps(list(getattr(graph, field)))
    return save({name: np.ascontiguousarray(array) for name, array in tensors.items()}, facts)


def _markup(graph: Graph, format: str, parts: Partition | None, nodes: Table, edges: Table) -> bytes:
    import networkx as nx  # here for the start-up time

    ids, names = graph.ids(), [_xml(name) for name in graph.names()]
    if any(_xml(id) != id or id != id.strip() for id in ids):
        ids = [str(node) for node in range(graph.num_nodes)]
    out = nx.Graph()
    for node, label in enumerate(graph.y.tolist()):
        red, green, blue = bytes.fromhex(theme.colour(label)[1:])
        facts = {name: _xml(values[node]) for name, values in nodes.items()}
        facts |= {"class": label, "class_name": _xml(graph.class_name(label))}
        if parts is not None:
            facts["subgraph"] = int(parts.membership[node])
        if format == "GEXF":
            viz: dict[str, Any] = {"color": {"r": red, "g": green, "b": blue, "a": 1.0}}
            if {"x", "y"} <= set(nodes):
                viz["position"] = {"x": nodes["x"][node], "y": nodes["y"][node], "z": 0.0}
            facts |= {"label": names[node], "viz": viz}
        else:
            facts |= {"r": red, "g": green, "b": blue}
            if ids != names:
                facts["label"] = names[node]
        out.add_node(ids[node], **facts)
    chosen = set()
    if parts is not None:
        chosen = set(zip(*(end.tolist() for end in parts.positives.pairs()), strict=True))
    for edge, (i, j) in enumerate(graph.edges().T.tolist()):
        facts = {name: _xml(values[edge]) for name, values in edges.items()}
        if parts is not None:
            facts["positive"] = (i, j) in chosen or (j, i) in chosen
        out.add_edge(ids[i], ids[j], **facts)
    stream = io.BytesIO()
    (nx.write_graphml_xml if format == "GraphML" else nx.write_gexf)(out, stream)
    return stream.getvalue()


def _xml(value: Any) -> Any:
    """Text without the characters that XML cannot hold; any other value as it is."""
    if not isinstance(value, str):
        return value
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", value)

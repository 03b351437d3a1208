"""A graph for other programs; `n2n.read_graph` reads every format again, with the same edges and labels."""

import io
import json
import re
import zipfile
from itertools import pairwise

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix
from n2n.files.csv import Table, to_csv
from n2n.graph import Graph
from n2n.graph.splits import masks_of
from n2n.graph.storage import graph_bytes
from n2n.plots import theme
from n2n.taps.subgraphs import Partition

FORMATS = {"npz": "npz", "CSV": "zip", "safetensors": "safetensors", "GraphML": "graphml", "GEXF": "gexf"}
"""The formats, with their file extensions."""
# Up to this many numbers, features are written as a dense matrix, which torch-geometric prefers.
_DENSE = 20_000_000


def export_graph(graph: Graph, format: str, parts: Partition | None = None) -> bytes:
    """A graph as one file in one of the `FORMATS`.

    npz, CSV (a zip of an edge list and a table of nodes) and safetensors (the tensors of a torch-geometric
    `Data`) hold everything. GraphML and GEXF, for programs such as Gephi, hold edges, names, classes and
    colours.

    Args:
        parts: for GraphML and GEXF: the subgraphs. Every node then says in which one it is, every edge
            whether it connects a node with its positive.

    >>> from n2n import load, read_graph
    >>> karate = load("karate")
    >>> read_graph(("karate.gexf", export_graph(karate, "GEXF"))).num_edges
    78
    """
    if format not in FORMATS:
        raise ValueError(f"The format is {format!r}: choose one of {', '.join(FORMATS)}.")
    write = {"npz": graph_bytes, "CSV": _csv, "safetensors": _safetensors}
    return write[format](graph) if format in write else _markup(graph, format, parts)


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


def _csv(graph: Graph) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("edges.csv", to_csv(edge_table(graph)))
        archive.writestr("nodes.csv", to_csv(node_table(graph)))
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
    if graph.node_names is not None:
        facts["node_names"] = json.dumps(list(graph.node_names))
    if graph.node_ids is not None:
        facts["node_ids"] = json.dumps(list(graph.node_ids))
    return save({name: np.ascontiguousarray(array) for name, array in tensors.items()}, facts)


def _markup(graph: Graph, format: str, parts: Partition | None) -> bytes:
    import networkx as nx  # here for the start-up time

    ids, names = graph.ids(), [_xml(name) for name in graph.names()]
    if any(_xml(id) != id or id != id.strip() for id in ids):
        ids = [str(node) for node in range(graph.num_nodes)]
    named = ids != names
    out = nx.Graph()
    for node, label in enumerate(graph.y.tolist()):
        red, green, blue = bytes.fromhex(theme.colour(label)[1:])
        facts = {"class": label, "class_name": _xml(graph.class_name(label))}
        if parts is not None:
            facts["subgraph"] = int(parts.membership[node])
        if format == "GEXF":
            facts |= {"label": names[node], "viz": {"color": {"r": red, "g": green, "b": blue, "a": 1.0}}}
        else:
            facts |= {"r": red, "g": green, "b": blue}
            if named:
                facts["label"] = names[node]
        out.add_node(ids[node], **facts)
    chosen = set()
    if parts is not None:
        chosen = set(zip(*(end.tolist() for end in parts.positives.pairs()), strict=True))
    for i, j in graph.edges().T.tolist():
        facts = {} if parts is None else {"positive": (i, j) in chosen or (j, i) in chosen}
        out.add_edge(ids[i], ids[j], **facts)
    stream = io.BytesIO()
    (nx.write_graphml_xml if format == "GraphML" else nx.write_gexf)(out, stream)
    return stream.getvalue()


def _xml(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)

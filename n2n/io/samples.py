"""A small example of every kind of file that `read_graph` understands, made from the karate club."""

import io
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import scipy.sparse as sp

from n2n.datasets import load
from n2n.files.csv import to_csv
from n2n.graph import Graph
from n2n.io.writers.graphs import edge_table, export_graph


@dataclass(frozen=True)
class Sample:
    """Files of one kind that belong together."""

    title: str
    about: str
    files: dict[str, bytes]


@cache
def samples() -> tuple[Sample, ...]:
    """One sample per kind; each of them gives the same 34 nodes and 78 edges.

    >>> from n2n import read_graph
    >>> {read_graph(sample.files).num_edges for sample in samples()}
    {78}
    """
    club = load("karate")
    ages = np.random.default_rng(0).integers(18, 60, club.num_nodes).astype(np.float32)
    graph = club.replace(x=np.stack([ages, club.degree.astype(np.float32)], axis=1))
    edges = to_csv(edge_table(graph))
    nodes = {"id": list(range(34)), "label": graph.classes()}
    dense = nodes | {"age": ages.tolist(), "friends": graph.degree.tolist()}
    pairs = zip(ages, graph.degree, strict=True)
    sparse = nodes | {"features": [f"age:{age:g} friends:{count}" for age, count in pairs]}
    return (
        Sample("Edge list", "two columns of node ids, one edge per line", {"edges.csv": edges.encode()}),
        Sample(
            "Edge list without a header",
            "the same, separated by tabs",
            {"edges.tsv": edges.partition("\r\n")[2].replace(",", "\t").encode()},
        ),
        Sample(
            "Edges and nodes",
            "with a table of nodes: id, label, one column per feature",
            {"edges.csv": edges.encode(), "nodes.csv": to_csv(dense).encode()},
        ),
        Sample(
            "Edges and sparse features",
            "features as feature:value, for long rows that are mostly zero",
            {"edges.csv": edges.encode(), "nodes.csv": to_csv(sparse).encode()},
        ),
        *(
            Sample(format, "edges and classes", {f"graph.{format.lower()}": export_graph(graph, format)})
            for format in ("GraphML", "GEXF")
        ),
        Sample("GML", "edges and classes", {"graph.gml": _gml(graph)}),
        Sample(
            "npz (gnn-benchmark)",
            "adjacency and features as CSR arrays, labels",
            {"benchmark.npz": _gnn_benchmark(graph)},
        ),
        Sample(
            "npz (this program)",
            "everything, in the smallest file",
            {"graph.npz": export_graph(graph, "npz")},
        ),
        Sample(
            "safetensors",
            "edge_index, x and y of a torch-geometric Data",
            {"graph.safetensors": export_graph(graph, "safetensors")},
        ),
        Sample("zip", "several files in one", {"graph.zip": export_graph(graph, "CSV")}),
    )


def _gml(graph: Graph) -> bytes:
    import networkx as nx  # here for the start-up time

    out = nx.Graph()
    for node, name in enumerate(graph.classes()):
        out.add_node(node, **{"class": name})
    out.add_edges_from(graph.edges().T.tolist())
    return "\n".join(nx.generate_gml(out)).encode()


def _gnn_benchmark(graph: Graph) -> bytes:
    arrays: dict[str, Any] = {"labels": graph.y, "class_names": np.array(graph.class_names)}
    for name, matrix in (("adj", graph.adjacency()), ("attr", sp.csr_array(graph.x))):
        arrays |= {f"{name}_{part}": getattr(matrix, part) for part in ("data", "indices", "indptr", "shape")}
    out = io.BytesIO()
    np.savez_compressed(out, allow_pickle=False, **arrays)
    return out.getvalue()

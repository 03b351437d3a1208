"""A small example of every kind of file that `read_graph` understands, generated from the karate club."""

import gzip
import io
import json
from dataclasses import dataclass
from functools import cache

import numpy as np
import scipy.sparse as sp

from n2n.files.csv import to_csv
from n2n.graph import Graph
from n2n.graph.catalogue import load
from n2n.io.write import edge_table, export_graph


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
    pairs, classes = graph.edges().T.tolist(), graph.classes()
    edges = to_csv(edge_table(graph)).encode()
    nodes = {"id": list(range(34)), "label": classes}
    dense = to_csv(nodes | {"age": ages.tolist(), "friends": graph.degree.tolist()}).encode()
    entries = [f"age:{age:g} friends:{count}" for age, count in zip(ages, graph.degree, strict=True)]
    sparse = to_csv(nodes | {"features": entries}).encode()
    node_link = {
        "nodes": [{"id": node, "club": name} for node, name in enumerate(classes)],
        "links": [{"source": a, "target": b} for a, b in pairs],
    }
    matrix = graph.adjacency(np.int8).toarray().tolist()
    geom_gcn = {
        "out1_graph_edges.txt": _lines("node_id\tnode_id", *(f"{a}\t{b}" for a, b in pairs)),
        "out1_node_feature_label.txt": _lines(
            "node_id\tfeature\tlabel",
            *(f"{node}\t{node % 2},{node % 3 % 2},1\t{label}" for node, label in enumerate(graph.y.tolist())),
        ),
    }
    pajek = [f"*Vertices {graph.num_nodes}", *(f'{node + 1} "{node}"' for node in range(graph.num_nodes))]
    pajek += ["*Edges", *(f"{a + 1} {b + 1}" for a, b in pairs)]
    return tuple(
        Sample(*one)
        for one in (
            ("Edge list", "two columns of node ids, one edge per line", {"edges.csv": edges}),
            (
                "Edge list without a header",
                "the same, separated by tabs",
                {"edges.tsv": _lines(*(f"{a}\t{b}" for a, b in pairs))},
            ),
            (
                "Edges and nodes",
                "with a table of nodes: id, label, one column per feature",
                {"edges.csv": edges, "nodes.csv": dense},
            ),
            (
                "Edges and sparse features",
                "features as feature:value, for long rows that are mostly zero",
                {"edges.csv": edges, "nodes.csv": sparse},
            ),
            ("GraphML", "edges and classes", {"graph.graphml": export_graph(graph, "GraphML")}),
            ("GEXF", "edges and classes", {"graph.gexf": export_graph(graph, "GEXF")}),
            ("GML", "edges and classes", {"graph.gml": _gml(graph)}),
            ("npz (gnn-benchmark)", "adjacency and features as CSR arrays, labels", _gnn_benchmark(graph)),
            (
                "npz (this program)",
                "everything, small",
                {"graph.npz": export_graph(graph, "npz")},
            ),
            (
                "safetensors",
                "edge_index, x and y of a torch-geometric Data",
                {"graph.safetensors": export_graph(graph, "safetensors")},
            ),
            ("zip", "several files in one", {"graph.zip": export_graph(graph, "CSV")}),
            (
                "gzip",
                "any text, compressed with gzip, bzip2, xz or zstd",
                {"edges.csv.gz": gzip.compress(edges, mtime=0)},
            ),
            ("Parquet", "a table of edges", {"edges.parquet": _parquet(edge_table(graph))}),
            (
                "JSON (node-link)",
                "of networkx and d3",
                {"graph.json": json.dumps(node_link).encode()},
            ),
            ("Pajek", "a network (.net)", {"club.net": _lines(*pajek)}),
            (
                "SIF",
                "of Cytoscape: a relation between nodes",
                {"graph.sif": _lines(*(f"{a} knows {b}" for a, b in pairs))},
            ),
            ("Matrix Market", "a sparse adjacency matrix", {"graph.mtx": _matrix_market(graph)}),
            (
                "Adjacency matrix",
                "a square table of 0 and 1, or of weights",
                {"matrix.csv": _lines(*(",".join(map(str, row)) for row in matrix))},
            ),
            ("geom-gcn", "its pair of text files", geom_gcn),
        )
    )


def _lines(*lines: str) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def _parquet(table: dict) -> bytes:
    import pyarrow as pa  # here for the start-up time
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(pa.table(table), out)
    return out.getvalue()


def _matrix_market(graph: Graph) -> bytes:
    import scipy.io  # here for the start-up time

    out = io.BytesIO()
    scipy.io.mmwrite(out, graph.adjacency(np.int64).tocoo(), field="pattern", symmetry="symmetric")
    return out.getvalue()


def _gml(graph: Graph) -> bytes:
    import networkx as nx  # here for the start-up time

    out = nx.Graph()
    for node, name in enumerate(graph.classes()):
        out.add_node(node, **{"class": name})
    out.add_edges_from(graph.edges().T.tolist())
    return "\n".join(nx.generate_gml(out)).encode()


def _gnn_benchmark(graph: Graph) -> dict[str, bytes]:
    arrays = {"labels": graph.y, "class_names": np.array(graph.class_names)}
    for name, matrix in (("adj", graph.adjacency()), ("attr", sp.csr_array(graph.x))):
        arrays |= {f"{name}_{part}": getattr(matrix, part) for part in ("data", "indices", "indptr", "shape")}
    out = io.BytesIO()
    np.savez_compressed(out, allow_pickle=False, **arrays)
    return {"benchmark.npz": out.getvalue()}

"""A small example of every kind of file that `read_graph` understands, made from the karate club."""

import gzip
import io
import json
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import scipy.sparse as sp

from n2n.files.csv import Table, to_csv
from n2n.graph import Graph
from n2n.graph.catalogue import load
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
    edges = to_csv(edge_table(graph)).encode()
    nodes = {"id": list(range(34)), "label": graph.classes()}
    dense = nodes | {"age": ages.tolist(), "friends": graph.degree.tolist()}
    pairs = zip(ages, graph.degree, strict=True)
    sparse = nodes | {"features": [f"age:{age:g} friends:{count}" for age, count in pairs]}

    def with_nodes(table: Table) -> dict[str, bytes]:
        return {"edges.csv": edges, "nodes.csv": to_csv(table).encode()}

    def exported(name: str, format: str) -> dict[str, bytes]:
        return {name: export_graph(graph, format)}

    tabs = edges.partition(b"\r\n")[2].replace(b",", b"\t")
    long_rows = "features as feature:value, for long rows that are mostly zero"
    found = (
        ("Edge list", "two columns of node ids, one edge per line", {"edges.csv": edges}),
        ("Edge list without a header", "the same, separated by tabs", {"edges.tsv": tabs}),
        ("Edges and nodes", "with a table of nodes: id, label, one column per feature", with_nodes(dense)),
        ("Edges and sparse features", long_rows, with_nodes(sparse)),
        ("GraphML", "edges and classes", exported("graph.graphml", "GraphML")),
        ("GEXF", "edges and classes", exported("graph.gexf", "GEXF")),
        ("GML", "edges and classes", {"graph.gml": _gml(graph)}),
        ("npz (gnn-benchmark)", "adjacency and features as CSR arrays, labels", _gnn_benchmark(graph)),
        ("npz (this program)", "everything, in the smallest file", exported("graph.npz", "npz")),
        (
            "safetensors",
            "edge_index, x and y of a torch-geometric Data",
            exported("graph.safetensors", "safetensors"),
        ),
        ("zip", "several files in one; a tar works too", exported("graph.zip", "CSV")),
    )
    return (*(Sample(*one) for one in found), *_other_formats(graph))


def _other_formats(graph: Graph) -> tuple[Sample, ...]:
    """Formats of other programs."""
    pairs, classes = graph.edges().T.tolist(), graph.classes()
    numbers = graph.y.tolist()
    json_nodes = [{"id": node, "club": name} for node, name in enumerate(classes)]
    node_link = {"nodes": json_nodes, "links": [{"source": a, "target": b} for a, b in pairs]}
    cytoscape = {
        "elements": {
            "nodes": [{"data": {"id": str(node["id"]), "club": node["club"]}} for node in json_nodes],
            "edges": [{"data": {"source": str(a), "target": str(b)}} for a, b in pairs],
        }
    }
    pajek = _lines(
        f"*Vertices {graph.num_nodes}",
        *(f'{node + 1} "{node}"' for node in range(graph.num_nodes)),
        "*Edges",
        *(f"{a + 1} {b + 1}" for a, b in pairs),
    )
    gdf = _lines(
        "nodedef>name VARCHAR,club VARCHAR",
        *(f"{node},'{name}'" for node, name in enumerate(classes)),
        "edgedef>node1 VARCHAR,node2 VARCHAR",
        *(f"{a},{b}" for a, b in pairs),
    )
    dot = _lines(
        "graph karate {",
        *(f'  {node} [club="{name}"];' for node, name in enumerate(classes)),
        *(f"  {a} -- {b};" for a, b in pairs),
        "}",
    )
    adjacency = graph.adjacency(np.int8).toarray()
    metis = _lines(
        f"{graph.num_nodes} {graph.num_edges}",
        *(" ".join(map(str, graph.neighbours(node) + 1)) for node in range(graph.num_nodes)),
    )
    return (
        Sample(
            "gzip",
            "any text, compressed with gzip, bzip2, xz or zstd",
            {"edges.csv.gz": gzip.compress(to_csv(edge_table(graph)).encode(), mtime=0)},
        ),
        Sample(
            "Parquet", "a table of edges; Feather works too", {"edges.parquet": _parquet(edge_table(graph))}
        ),
        Sample("JSON (node-link)", "of networkx, d3 and others", {"graph.json": _json(node_link)}),
        Sample("JSON (Cytoscape)", "elements with data", {"graph.cyjs": _json(cytoscape)}),
        Sample(
            "Pajek",
            "a network, with a partition as its classes",
            {"club.net": pajek, "club.clu": _lines(f"*Vertices {graph.num_nodes}", *map(str, numbers))},
        ),
        Sample("GDF", "of GUESS and Gephi", {"graph.gdf": gdf}),
        Sample("DOT", "of Graphviz", {"graph.dot": dot}),
        Sample(
            "SIF",
            "of Cytoscape: a relation between nodes",
            {"graph.sif": _lines(*(f"{a} knows {b}" for a, b in pairs))},
        ),
        Sample("Matrix Market", "a sparse adjacency matrix", {"graph.mtx": _matrix_market(graph)}),
        Sample("METIS", "neighbours of node 1, 2, …", {"club.graph": metis}),
        Sample(
            "Adjacency list",
            "a node and its neighbours per line",
            {
                "club.adjlist": _lines(
                    *(" ".join([str(a), *map(str, graph.neighbours(a))]) for a in range(34))
                )
            },
        ),
        Sample(
            "Adjacency matrix",
            "a square table of 0 and 1, or of weights",
            {"matrix.csv": _lines(*(",".join(map(str, row)) for row in adjacency.tolist()))},
        ),
        Sample(
            "geom-gcn",
            "its pair of text files",
            {
                "out1_graph_edges.txt": _lines("node_id\tnode_id", *(f"{a}\t{b}" for a, b in pairs)),
                "out1_node_feature_label.txt": _lines(
                    "node_id\tfeature\tlabel",
                    *(f"{node}\t{node % 2},{node % 3 % 2},1\t{label}" for node, label in enumerate(numbers)),
                ),
            },
        ),
    )


def _lines(*lines: str) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def _json(content: object) -> bytes:
    return json.dumps(content).encode()


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
    arrays: dict[str, Any] = {"labels": graph.y, "class_names": np.array(graph.class_names)}
    for name, matrix in (("adj", graph.adjacency()), ("attr", sp.csr_array(graph.x))):
        arrays |= {f"{name}_{part}": getattr(matrix, part) for part in ("data", "indices", "indptr", "shape")}
    out = io.BytesIO()
    np.savez_compressed(out, allow_pickle=False, **arrays)
    return {"benchmark.npz": out.getvalue()}

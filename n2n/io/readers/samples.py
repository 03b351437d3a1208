"""A small example of every kind of file that `read_graph` understands, made of the karate club."""

import io
from dataclasses import dataclass
from functools import cache

import numpy as np

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
    """One sample a kind; each of them gives the same 34 nodes and 78 edges.

    >>> from n2n import read_graph
    >>> {read_graph(sample.files).num_edges for sample in samples()}
    {78}
    """
    from n2n.datasets import load

    club = load("karate")
    ages = np.random.default_rng(0).integers(18, 60, club.num_nodes).astype(np.float32)
    graph = club.replace(x=np.stack([ages, club.degree.astype(np.float32)], axis=1))
    edges = to_csv(edge_table(graph))
    names = [graph.class_names[label] for label in graph.y]
    dense = {"id": list(range(34)), "label": names, "age": ages.tolist(), "friends": graph.degree.tolist()}
    sparse = {
        "id": list(range(34)),
        "label": names,
        "features": [f"age:{age:g} friends:{count}" for age, count in zip(ages, graph.degree, strict=True)],
    }
    return (
        Sample("Edge list", "two columns of node ids, one edge a line", {"edges.csv": edges.encode()}),
        Sample(
            "Edge list without a head line",
            "the same, separated by tabs",
            {"edges.tsv": edges.partition("\r\n")[2].replace(",", "\t").encode()},
        ),
        Sample(
            "Edges and nodes",
            "with a table of nodes: id, label, a column a feature",
            {"edges.csv": edges.encode(), "nodes.csv": to_csv(dense).encode()},
        ),
        Sample(
            "Edges and sparse features",
            "features as feature:value, for long and mostly empty rows",
            {"edges.csv": edges.encode(), "nodes.csv": to_csv(sparse).encode()},
        ),
        *(
            Sample(form, "edges and classes", {f"graph.{form.lower()}": export_graph(graph, form)})
            for form in ("GraphML", "GEXF")
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
    import networkx as nx

    out = nx.Graph()
    for node, label in enumerate(graph.y.tolist()):
        out.add_node(node, **{"class": graph.class_names[label]})
    table = edge_table(graph)
    out.add_edges_from(zip(map(int, table["source"]), map(int, table["target"]), strict=True))
    return "\n".join(nx.generate_gml(out)).encode()


def _gnn_benchmark(graph: Graph) -> bytes:
    from scipy.sparse import csr_array

    arrays = {"labels": graph.y, "class_names": np.array(graph.class_names)}
    for name, matrix in (("adj", graph.adjacency()), ("attr", csr_array(graph.x))):
        arrays |= {f"{name}_{part}": getattr(matrix, part) for part in ("data", "indices", "indptr")}
        arrays[f"{name}_shape"] = np.array(matrix.shape)
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()

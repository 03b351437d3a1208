import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

import n2n
from n2n.files.assets import data_folder
from n2n.graph.catalogue import BUNDLED

PLANETOID = {"cora": "Cora", "citeseer": "CiteSeer", "pubmed": "PubMed"}


def test_the_files_hold_what_their_checksums_say():
    lines = (BUNDLED / "SHA256SUMS").read_text().splitlines()
    stated = {name: digest for digest, name in (line.split() for line in lines)}
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in BUNDLED.glob("*.npz")}
    assert stated == found
    assert sorted(stated) == ["citeseer.npz", "cora.npz", "pubmed.npz"]
    readme = (BUNDLED / "README.md").read_text()
    assert all(digest in readme for digest in stated.values())


@pytest.mark.parametrize(
    ("key", "sizes", "public", "isolated"),
    [
        ("cora", {"Theory": 351, "Neural Networks": 818, "Rule Learning": 180}, (140, 500, 1000), 0),
        ("citeseer", {"AI": 249 + 15, "DB": 701, "Agents": 596}, (120, 500, 1000), 48),
        ("pubmed", {"Diabetes, type 1": 7875, "Diabetes, type 2": 7739}, (60, 500, 1000), 0),
    ],
)
def test_planetoid_graphs(key, sizes, public, isolated):
    graph = n2n.load(key)
    counts = dict(zip(graph.class_names, np.bincount(graph.y), strict=True))
    assert {name: counts[name] for name in sizes} == sizes
    assert graph.public.sizes == public
    assert graph.num_isolated == isolated
    # The public training set holds 20 nodes of every class.
    assert set(np.bincount(graph.y[graph.public.train])) == {20}


def test_karate_is_the_graph_of_networkx():
    networkx = pytest.importorskip("networkx")
    graph = n2n.load("karate")
    club = networkx.karate_club_graph()
    assert all(set(graph.neighbours(node)) == set(club[node]) for node in club)
    assert [graph.class_names[label] for label in graph.y] == [club.nodes[node]["club"] for node in club]
    np.testing.assert_array_equal(graph.x, np.eye(34))


@pytest.mark.parametrize("key", PLANETOID)
def test_equal_to_what_torch_geometric_loads(key, planetoid_raw):
    raw = planetoid_raw(PLANETOID[key])
    from torch_geometric.io import read_planetoid_data

    data = read_planetoid_data(str(raw), key)
    graph = n2n.load(key)
    theirs = data.edge_index.numpy()
    ours = graph.adjacency().nonzero()
    np.testing.assert_array_equal(np.stack(ours), theirs[:, np.lexsort((theirs[1], theirs[0]))])
    np.testing.assert_array_equal(graph.x.toarray(), data.x.numpy())
    np.testing.assert_array_equal(graph.y, data.y.numpy())
    for part in ("train", "val", "test"):
        np.testing.assert_array_equal(
            getattr(graph.public, part), np.flatnonzero(data[f"{part}_mask"].numpy())
        )


@pytest.fixture
def planetoid_raw():
    """The folder of Planetoid's raw files, or a skip; where `N2N_DATA` is set, they have to be there."""

    def folder(title):
        raw = data_folder() / title / "raw"
        if not raw.is_dir() and not os.environ.get("N2N_DATA"):
            pytest.skip(f"Planetoid's raw files of {title} are not in {raw}")
        return raw

    return folder


def test_a_bundled_graph_needs_neither_torch_nor_a_network():
    script = (
        "import sys, n2n; n2n.catalogue(); n2n.load('pubmed'); n2n.load('karate');"
        "sys.exit(any(name in sys.modules for name in ('torch', 'torch_geometric', 'numba', 'sklearn')))"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=BUNDLED.parents[1])

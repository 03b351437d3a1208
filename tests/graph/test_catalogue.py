"""The datasets: bundled with the program, from networkx, from raw files, and in folders of the user's own."""

import dataclasses
import hashlib
import os
import shutil
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest

import n2n
from n2n.files.assets import data_folder
from n2n.graph.catalogue import BUNDLED, catalogue, find, unlisted

KEYS = ["cora", "citeseer", "pubmed", "photo", "cs", "physics", "karate", "chameleon", "texas"]


def test_the_catalogue_lists_every_dataset_with_all_facts():
    assert list(n2n.catalogue()) == KEYS
    assert [key for key in KEYS if catalogue()[key].bundled] == ["cora", "citeseer", "pubmed", "karate"]
    names = [name for info in catalogue().values() for name in (info.key, *info.aliases)]
    assert len(names) == len(set(names))
    optional = {"aliases", "raw", "folder"}
    for info in catalogue().values():
        for field in dataclasses.fields(info):
            assert getattr(info, field.name) or field.name in optional, field.name
        assert info.edges <= info.published_edges <= 2 * info.edges


SPELLINGS = {
    "Cora": "cora",
    "CITESEER": "citeseer",
    "Amazon Photo": "photo",
    "coauthor_CS": "cs",
    " texas ": "texas",
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_names_in_any_spelling(name):
    assert find(name).key == SPELLINGS[name]


@pytest.mark.parametrize("name", ["", "coral", None, "../cora"])
def test_an_unknown_name_is_answered_with_the_known_ones(name):
    with pytest.raises(ValueError, match=r"^There is no dataset .*: use one of cora, citeseer, .*texas\.$"):
        n2n.load(name)


@pytest.mark.parametrize("key", KEYS)
def test_every_dataset_has_the_published_size(dataset, key):
    graph, info = dataset(key), catalogue()[key]
    info.check(graph)
    assert graph.name == info.title
    # The literature counts directed edges: of these two those in the files, of the others both directions.
    one_way = graph.dropped.one_way - graph.dropped.self_loops if key in ("chameleon", "texas") else 0
    assert 2 * graph.num_edges - one_way == info.published_edges
    assert set(np.unique(graph.y)) == set(range(graph.num_classes))
    assert graph.num_isolated == {"citeseer": 48, "photo": 115}.get(key, 0)


def test_a_graph_of_another_size_is_refused(karate):
    for changed, words in (
        (karate.replace(x=karate.x[:, 1:]), "33 features instead of the published 34"),
        (karate.replace(class_names=(*karate.class_names, "third")), "3 classes instead of the published 2"),
        (n2n.Graph.from_edges([[9], [10]], x=karate.x, y=karate.y), "1 edges instead of the published 78"),
    ):
        with pytest.raises(ValueError, match=f"Karate club has {words}"):
            catalogue()["karate"].check(changed)


def test_the_bundled_files_hold_what_their_checksums_say():
    stated = dict(line.split()[::-1] for line in (BUNDLED / "SHA256SUMS").read_text().splitlines())
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in BUNDLED.glob("*.npz")}
    assert stated == found
    readme = (BUNDLED / "README.md").read_text()
    assert all(digest in readme for digest in stated.values())


@pytest.mark.parametrize(
    ("key", "sizes", "public"),
    [
        ("cora", {"Theory": 351, "Neural Networks": 818, "Rule Learning": 180}, (140, 500, 1000)),
        ("citeseer", {"AI": 249 + 15, "DB": 701, "Agents": 596}, (120, 500, 1000)),
        ("pubmed", {"Diabetes, type 1": 7875, "Diabetes, type 2": 7739}, (60, 500, 1000)),
    ],
)
def test_planetoid_graphs_are_what_torch_geometric_loads(key, sizes, public):
    from torch_geometric.io import read_planetoid_data

    graph = n2n.load(key)
    assert sizes.items() <= dict(zip(graph.class_names, graph.class_sizes, strict=True)).items()
    assert graph.public.sizes == public
    assert set(np.bincount(graph.y[graph.public.train])) == {20}
    raw = data_folder() / {"cora": "Cora", "citeseer": "CiteSeer", "pubmed": "PubMed"}[key] / "raw"
    if not raw.is_dir() and not os.environ.get("N2N_DATA"):
        pytest.skip(f"Planetoid's raw files are not in {raw}")
    data = read_planetoid_data(str(raw), key)
    theirs = data.edge_index.numpy()
    ours = np.stack([graph.sources, graph.indices])
    np.testing.assert_array_equal(ours, theirs[:, np.lexsort((theirs[1], theirs[0]))])
    np.testing.assert_array_equal(graph.x.toarray(), data.x.numpy())
    np.testing.assert_array_equal(graph.y, data.y.numpy())
    for part in ("train", "val", "test"):
        np.testing.assert_array_equal(getattr(graph.public, part), np.flatnonzero(data[f"{part}_mask"]))


def test_karate_is_the_graph_of_networkx(karate):
    club = nx.karate_club_graph()
    assert all(set(karate.neighbours(node)) == set(club[node]) for node in club)
    assert karate.classes() == [club.nodes[node]["club"] for node in club]
    np.testing.assert_array_equal(karate.x, np.eye(34))


def test_a_bundled_graph_needs_neither_torch_nor_a_network():
    script = (
        "import sys, n2n; n2n.catalogue(); n2n.load('pubmed'); n2n.load('karate');"
        "sys.exit(any(name in sys.modules for name in ('torch', 'torch_geometric', 'numba', 'sklearn')))"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=BUNDLED.parents[1])


def test_the_data_folder_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("N2N_DATA", "~/data")
    assert data_folder() == BUNDLED.home() / "data"
    monkeypatch.delenv("N2N_DATA")
    assert data_folder() == BUNDLED.home() / ".cache/n2n"


@pytest.fixture
def folder(tmp_path, monkeypatch, karate):
    karate.replace(name="My club").save(tmp_path / "My_Club")
    monkeypatch.setenv("N2N_GRAPHS", str(tmp_path / "My_Club"))
    return tmp_path / "My_Club"


def test_a_listed_folder_is_in_the_catalogue_and_loads(folder, karate, tmp_path, monkeypatch):
    info = n2n.catalogue()["my-club"]
    assert (info.title, info.nodes, info.edges, info.classes) == ("My club", 34, 78, 2)
    graph = n2n.load("My Club")
    assert graph.folder == folder
    assert np.array_equal(graph.indices, karate.indices)
    assert n2n.Settings.for_dataset("my-club").note("my-club")
    assert unlisted() == []
    karate.save(tmp_path / "elsewhere" / "second")
    paths = f"{tmp_path}{os.pathsep}{tmp_path / 'elsewhere' / 'second'}{os.pathsep}"
    monkeypatch.setenv("N2N_GRAPHS", paths)
    assert list(n2n.catalogue())[-2:] == ["my-club", "second"]


def test_what_is_wrong_with_a_listed_folder_is_said_and_the_rest_is_there(folder, tmp_path, monkeypatch):
    shutil.copytree(folder, tmp_path / "cora")
    shutil.copytree(folder, tmp_path / "edited")
    facts = tmp_path / "edited" / "graph.json"
    facts.write_text(facts.read_text().replace("My club", "Your club"))
    paths = [folder, tmp_path / "cora", tmp_path / "edited", tmp_path / "nowhere"]
    monkeypatch.setenv("N2N_GRAPHS", os.pathsep.join(map(str, paths)))
    assert "my-club" in n2n.catalogue()
    assert find("cora").nodes == 2708
    clash, edited, nowhere = unlisted()
    assert "another dataset 'cora'" in clash
    assert "graph.json was edited" in edited
    assert "there is no graph folder" in nowhere

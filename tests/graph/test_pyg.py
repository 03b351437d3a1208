"""torch-geometric's own class reads a very small graph whose files are like those of WebKB's Texas."""

import socket
from dataclasses import replace

import numpy as np
import pytest

from n2n.graph import Graph
from n2n.graph.catalogue import BUNDLED, catalogue, load
from n2n.graph.info import DatasetInfo
from n2n.graph.pyg import DatasetUnavailable
from n2n.graph.storage import read_npz

TINY = DatasetInfo(
    key="tiny",
    title="Tiny",
    kind="heterophilous",
    nodes=4,
    edges=3,
    published_edges=6,
    features=5,
    classes=2,
    description="Four pages.",
    source="https://example.org/tiny",
    licence="none",
    route=catalogue()["texas"].route,
)
FEATURES = np.array([[1, 0, 0, 1, 0], [0, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 0, 0, 1]])


def silent(message, fraction):
    pass


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """An empty data folder and an empty cache."""
    monkeypatch.setenv("N2N_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("N2N_CACHE", str(tmp_path / "cache"))
    (tmp_path / "data").mkdir()
    return tmp_path


@pytest.fixture
def raw(folders):
    """The raw files of the tiny graph: a loop, a repeated and a two-way edge; ten splits."""
    raw = folders / "data" / TINY.route.raw
    raw.mkdir(parents=True)
    rows = [f"{i}\t{','.join(map(str, row))}\t{i % 2}" for i, row in enumerate(FEATURES)]
    (raw / "out1_node_feature_label.txt").write_text("\n".join(["node_id\tfeature\tlabel", *rows, ""]))
    edges = ["0\t1", "1\t0", "1\t2", "1\t2", "2\t3", "3\t3"]
    (raw / "out1_graph_edges.txt").write_text("\n".join(["node_id\tnode_id", *edges, ""]))
    for i, name in enumerate(TINY.route.files[2:]):
        order = np.roll(np.arange(4), i)
        parts = {"train": order[:2], "val": order[2:3], "test": order[3:]}
        masks = {f"{part}_mask": np.isin(np.arange(4), nodes) for part, nodes in parts.items()}
        np.savez(raw / name, **masks)
    return raw


@pytest.fixture
def no_network(monkeypatch):
    """Every connection goes to a port of this machine where nobody listens, and is refused at once."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, address)
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)


def content(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}


def test_raw_files_are_read_in_silence_and_never_written_to(folders, raw, capsys, monkeypatch):
    monkeypatch.delenv("PYTEST_CURRENT_TEST")  # torch-geometric is silent where it sees that
    before = content(folders / "data")
    graph = TINY.route.load(TINY, silent)
    assert content(folders / "data") == before
    assert capsys.readouterr().err == ""
    np.testing.assert_array_equal(graph.x.toarray(), FEATURES)
    np.testing.assert_array_equal(graph.adjacency().toarray()[1], [1, 0, 1, 0])
    assert graph.y.tolist() == [0, 1, 0, 1]
    assert graph.dropped.self_loops == 1
    assert graph.public is None


def test_the_second_load_needs_no_raw_file(folders, raw, no_network):
    first = TINY.route.load(TINY, silent)
    for path in raw.iterdir():
        path.unlink()
    second = TINY.route.load(TINY, silent)
    np.testing.assert_array_equal(second.indices, first.indices)
    assert second.provenance == first.provenance
    assert "example.org" in first.provenance


@pytest.mark.parametrize("damage", ["cut", "another graph"])
def test_a_damaged_cache_is_written_again(folders, raw, damage):
    TINY.route.load(TINY, silent)
    (kept,) = (folders / "cache").iterdir()
    if damage == "cut":
        kept.write_bytes(kept.read_bytes()[:100])
    else:
        kept.write_bytes((BUNDLED / "cora.npz").read_bytes())
    TINY.check(TINY.route.load(TINY, silent))
    TINY.check(Graph(**read_npz(kept)))


def test_a_cache_that_cannot_be_written_is_done_without(folders, raw, monkeypatch):
    (folders / "file").write_text("")
    monkeypatch.setenv("N2N_CACHE", str(folders / "file" / "cache"))
    assert TINY.route.load(TINY, silent).num_nodes == 4


def test_progress_is_reported_in_order(folders, raw):
    steps = []
    TINY.route.load(TINY, lambda message, fraction: steps.append((message, fraction)))
    assert [message.split()[0] for message, _ in steps] == ["Starting", "Reading", "Saving"]
    fractions = [fraction for _, fraction in steps]
    assert fractions == sorted(fractions)


@pytest.mark.parametrize(
    ("key", "file"),
    [
        ("photo", "amazon_electronics_photo.npz"),
        ("physics", "ms_academic_phy.npz"),
        (
            "chameleon",
            "out1_node_feature_label.txt, out1_graph_edges.txt, chameleon_split_0.6_0.2_0.npz, …, "
            "chameleon_split_0.6_0.2_9.npz",
        ),
    ],
)
def test_without_a_network_one_sentence_says_which_file_to_put_where(folders, no_network, key, file):
    info = catalogue()[key]
    steps = []
    expected = (
        rf"^{info.title} could not be downloaded \(Connection refused\): put {file} from {info.source} "
        rf"into {folders / 'data' / info.route.raw} and load it again\.$"
    )
    with pytest.raises(DatasetUnavailable, match=expected):
        load(key, progress=lambda message, fraction: steps.append((message, fraction)))
    assert (f"Downloading {info.title} from {info.source}", None) in steps
    assert content(folders / "data") == {}
    assert not (folders / "cache").exists()


def test_what_is_still_missing_is_said_too(folders, raw, no_network):
    (raw / "out1_graph_edges.txt").unlink()
    before = content(folders / "data")
    with pytest.raises(DatasetUnavailable, match="Tiny could not be downloaded"):
        TINY.route.load(TINY, silent)
    assert content(folders / "data") == before


def test_a_damaged_raw_file_is_named_with_its_folder(folders, raw):
    (raw / "out1_graph_edges.txt").write_text("this is\nno edge\nlist\n")
    with pytest.raises(
        ValueError, match=r"^Tiny could not be read \(.*\): put out1_node_.* into .*raw again and reload"
    ) as caught:
        TINY.route.load(TINY, silent)
    assert not isinstance(caught.value, DatasetUnavailable)
    assert not (folders / "cache").exists()


def test_raw_files_of_another_graph_are_refused(folders, raw):
    with pytest.raises(ValueError, match="Texas has 4 nodes instead of the published 183"):
        load("texas")
    assert not (folders / "cache").exists()


def test_one_npz_file_is_read_as_torch_geometric_reads_it(folders):
    from torch_geometric.io import read_npz

    info = replace(TINY, nodes=3, edges=2, published_edges=4, features=4, route=catalogue()["photo"].route)
    file = folders / "data" / info.route.raw / info.route.files[0]
    file.parent.mkdir(parents=True)
    # Of the features one is given twice, one is zero, one is negative; of the edges one is a loop.
    arrays = {
        "attr": ([2.5, 0.25, 0.5, 0.0, -1.5], [0, 3, 3, 1, 2], [0, 3, 4, 5], (3, 4)),
        "adj": ([1.0, 1, 1, 1], [1, 0, 2, 2], [0, 1, 3, 4], (3, 3)),
    }
    names = [f"{matrix}_{part}" for matrix in arrays for part in ("data", "indices", "indptr", "shape")]
    np.savez(file, labels=[0, 1, 0], **dict(zip(names, sum(arrays.values(), ()), strict=True)))
    graph, theirs = info.route.load(info, silent), read_npz(str(file))
    assert graph.x.nnz == 3
    assert graph.x.toarray().tolist() == theirs.x.tolist() == [[1, 0, 0, 1], [0, 0, 0, 0], [0, 0, -1.5, 0]]
    assert np.stack([graph.sources, graph.indices]).tolist() == theirs.edge_index.tolist()
    assert graph.y.tolist() == theirs.y.tolist()

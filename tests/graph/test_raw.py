"""Raw files give the graphs that torch-geometric makes of them; what is missing or damaged is named."""

import functools
import http.server
import socket
import threading
from dataclasses import replace

import numpy as np
import pytest

from n2n.graph.catalogue import catalogue, load
from n2n.graph.info import DatasetInfo, silent
from n2n.graph.raw import DatasetUnavailable, load_raw

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
    raw=catalogue()["texas"].raw,
)
FEATURES = np.array([[1, 0, 0, 1, 0], [0, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 0, 0, 1]])


@pytest.fixture
def data(tmp_path, monkeypatch):
    """An empty data folder."""
    monkeypatch.setenv("N2N_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def write_tiny(folder):
    """The tiny graph in the form of geom-gcn: a loop, a repeated and a two-way edge."""
    folder.mkdir(parents=True)
    rows = [f"{i}\t{','.join(map(str, row))}\t{i % 2}" for i, row in enumerate(FEATURES)]
    (folder / "out1_node_feature_label.txt").write_text("\n".join(["node_id\tfeature\tlabel", *rows, ""]))
    edges = ["0\t1", "1\t0", "1\t2", "1\t2", "2\t3", "3\t3"]
    (folder / "out1_graph_edges.txt").write_text("\n".join(["node_id\tnode_id", *edges, ""]))
    return folder


@pytest.fixture
def raw(data):
    return write_tiny(data / TINY.raw.folder)


@pytest.fixture
def no_network(monkeypatch):
    """Every connection goes to a port of this machine that is closed, and is refused at once."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, address)
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)


def test_text_files(raw):
    steps = []
    graph = load_raw(TINY, TINY.raw, lambda message, fraction: steps.append(message))
    TINY.check(graph)
    np.testing.assert_array_equal(graph.x.toarray(), FEATURES)
    np.testing.assert_array_equal(graph.adjacency().toarray()[1], [1, 0, 1, 0])
    assert graph.y.tolist() == [0, 1, 0, 1]
    assert (graph.dropped.self_loops, graph.dropped.repeats, graph.public) == (1, 1, None)
    assert graph.provenance == "https://example.org/tiny (none)"
    assert steps == [f"Reading Tiny from {raw}"]


def test_one_npz_file_is_read_as_torch_geometric_reads_it(data):
    from torch_geometric.io import read_npz

    info = replace(TINY, nodes=3, edges=2, published_edges=4, features=4, raw=catalogue()["photo"].raw)
    file = data / info.raw.folder / info.raw.files[0]
    file.parent.mkdir(parents=True)
    # Of the features one is given twice, one is zero, one is negative; of the edges one is a loop.
    arrays = {
        "attr": ([2.5, 0.25, 0.5, 0.0, -1.5], [0, 3, 3, 1, 2], [0, 3, 4, 5], (3, 4)),
        "adj": ([1.0, 1, 1, 1], [1, 0, 2, 2], [0, 1, 3, 4], (3, 3)),
    }
    names = [f"{matrix}_{part}" for matrix in arrays for part in ("data", "indices", "indptr", "shape")]
    np.savez(file, labels=[0, 1, 0], **dict(zip(names, sum(arrays.values(), ()), strict=True)))
    graph, theirs = load_raw(info, info.raw, silent), read_npz(str(file))
    assert graph.x.nnz == 3
    assert graph.x.toarray().tolist() == theirs.x.tolist() == [[1, 0, 0, 1], [0, 0, 0, 0], [0, 0, -1.5, 0]]
    assert np.stack([graph.sources, graph.indices]).tolist() == theirs.edge_index.tolist()
    assert graph.y.tolist() == theirs.y.tolist()


@pytest.mark.parametrize("key", ["texas", "chameleon"])
def test_the_text_files_are_read_as_torch_geometric_reads_them(dataset, key, tmp_path):
    from torch_geometric.datasets import WebKB, WikipediaNetwork

    from n2n.files.assets import data_folder

    graph, folder = dataset(key), data_folder() / catalogue()[key].raw.folder
    name, root = ("WebKB", WebKB) if key == "texas" else ("WikipediaNetwork", WikipediaNetwork)
    copy = tmp_path / name / folder.relative_to(data_folder() / name)
    copy.parent.mkdir(parents=True)
    copy.symlink_to(folder)
    data = root(str(tmp_path / name), key)[0]
    assert (data.x.numpy() != graph.x.toarray()).sum() == 0
    assert data.y.tolist() == graph.y.tolist()
    theirs = {tuple(sorted(edge)) for edge in data.edge_index.T.tolist() if edge[0] != edge[1]}
    assert theirs == set(map(tuple, graph.edges().T.tolist()))


def test_missing_files_are_downloaded_once(data, tmp_path, monkeypatch):
    write_tiny(tmp_path / "server")
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path / "server")
    monkeypatch.setattr(http.server.SimpleHTTPRequestHandler, "log_message", lambda *_: None)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        info = replace(TINY, raw=replace(TINY.raw, url=f"http://127.0.0.1:{server.server_port}/"))
        steps = []
        TINY.check(load_raw(info, info.raw, lambda message, fraction: steps.append((message, fraction))))
        assert steps[0] == ("Downloading Tiny from https://example.org/tiny", None)
        server.shutdown()
    assert sorted(file.name for file in (data / TINY.raw.folder).iterdir()) == sorted(TINY.raw.files)
    TINY.check(load_raw(info, info.raw, silent))


@pytest.mark.parametrize("key", ["photo", "physics", "chameleon"])
def test_without_a_network_one_sentence_says_which_file_to_put_where(data, no_network, key):
    info = catalogue()[key]
    files = ", ".join(info.raw.files)
    expected = (
        rf"^{info.title} could not be downloaded \(Connection refused\): put {files} from {info.source} "
        rf"into {data / info.raw.folder} and load it again\.$"
    )
    with pytest.raises(DatasetUnavailable, match=expected):
        load(key)
    assert not [file for file in data.rglob("*") if file.is_file()]


def test_a_damaged_raw_file_is_named_with_its_folder(raw):
    (raw / "out1_graph_edges.txt").write_text("this is\nno edge\nlist\n")
    words = r"^Tiny could not be read \(.*\): put out1_node_.* into .*raw again and reload"
    with pytest.raises(ValueError, match=words) as caught:
        load_raw(TINY, TINY.raw, silent)
    assert not isinstance(caught.value, DatasetUnavailable)


def test_raw_files_of_another_graph_are_refused(raw):
    with pytest.raises(ValueError, match="Texas has 4 nodes instead of the published 183"):
        load("texas")

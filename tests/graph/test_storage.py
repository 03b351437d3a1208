import os
import pickle
import tracemalloc
import zipfile

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from n2n.graph import Graph
from n2n.graph.splits import Split
from n2n.graph.storage import load_graph, save_graph


def random_graph(nodes: int, edges: int, features: int, seed: int, dense: bool = False) -> Graph:
    """Some isolated nodes, some empty columns, some unlabelled nodes, loops and repeats that get dropped."""
    rng = np.random.default_rng(seed)
    x = sp.random_array((nodes, features), density=0.3, rng=rng, dtype=np.float32, format="csr")
    order = rng.permutation(nodes)
    return Graph.from_edges(
        rng.integers(0, nodes, (2, edges)),
        x=x.toarray() if dense else x,
        y=rng.integers(-1, 3, nodes),
        class_names=["a", "b", "c of Δ"],
        name="Some graph",
        provenance="a test",
        public=Split(order[: nodes // 3], order[nodes // 3 : nodes // 2], order[nodes // 2 :]),
        further_splits=(Split(order[1:2], order[:1], order[2:]), Split(order[:0], order[:1], order[1:]))[
            : seed % 3
        ],
    )


def assert_same(one: Graph, other: Graph) -> None:
    for field in ("indptr", "indices", "y"):
        np.testing.assert_array_equal(getattr(one, field), getattr(other, field))
        assert getattr(one, field).dtype == getattr(other, field).dtype
    assert sp.issparse(one.x) == sp.issparse(other.x)
    if sp.issparse(one.x):
        for field in ("indptr", "indices", "data"):
            np.testing.assert_array_equal(getattr(one.x, field), getattr(other.x, field))
    else:
        np.testing.assert_array_equal(one.x, other.x)
    assert one.x.dtype == other.x.dtype == np.float32
    for field in ("class_names", "name", "provenance", "dropped", "node_names", "node_ids"):
        assert getattr(one, field) == getattr(other, field)
    assert (one.public is None) == (other.public is None)
    assert len(one.public_splits) == len(other.public_splits)
    for split, again in zip(one.public_splits, other.public_splits, strict=True):
        for part in ("train", "val", "test"):
            np.testing.assert_array_equal(getattr(split, part), getattr(again, part))


@settings(max_examples=40, deadline=None)
@given(
    nodes=st.integers(2, 300),
    edges=st.integers(0, 500),
    features=st.integers(1, 12),
    seed=st.integers(0, 2**32 - 1),
    dense=st.booleans(),
)
def test_a_graph_comes_back_as_it_was(tmp_path_factory, nodes, edges, features, seed, dense):
    graph = random_graph(nodes, edges, features, seed, dense)
    path = tmp_path_factory.mktemp("graph") / "g.npz"
    save_graph(graph, path)
    assert_same(load_graph(path), graph)


@pytest.mark.parametrize("x", [None, np.zeros((70000, 1)), sp.csr_array((70000, 4))])
def test_a_graph_without_labels_split_or_features_comes_back(tmp_path, x):
    graph = Graph.from_edges([[0, 69999], [3, 5]], x=x, num_nodes=70000)
    save_graph(graph, tmp_path / "g.npz")
    assert_same(load_graph(tmp_path / "g.npz"), graph)


def test_the_same_graph_gives_the_same_bytes(tmp_path):
    for name in ("one.npz", "two.npz"):
        save_graph(random_graph(50, 80, 6, seed=1), tmp_path / name)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.npz") as archive:
        assert {entry.date_time[0] for entry in archive.infolist()} == {1980}


def test_a_cut_off_file_is_named_in_the_error(tmp_path):
    path = tmp_path / "g.npz"
    save_graph(random_graph(50, 80, 6, seed=1), path)
    content = path.read_bytes()
    for share in (0, 0.3, 0.9, 0.999):
        path.write_bytes(content[: int(share * len(content))])
        with pytest.raises(ValueError, match=r"g\.npz is damaged or not a graph file"):
            load_graph(path)


def test_a_flipped_byte_of_the_content_is_noticed(tmp_path):
    path = tmp_path / "g.npz"
    save_graph(random_graph(300, 900, 12, seed=1), path)
    content = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        entry = archive.getinfo("x_values.npy")
    content[entry.header_offset + 200] ^= 255
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"g\.npz is damaged"):
        load_graph(path)


def rewritten(path, **changes):
    """The file with some of its arrays replaced, each in a valid archive."""
    with np.load(path) as arrays:
        np.savez(path, **{**arrays, **changes})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": np.array(99)}, "it has format 99, this program reads format 1"),
        ({"edges": np.array([[0], [50]])}, "node ids must lie in 0..49"),
        ({"y": np.full(50, 7)}, "labels must lie in 0..2"),
        ({"x_gaps": np.array([60])}, "damaged"),
        ({"x_lengths": np.full(6, 200)}, "damaged"),
        ({"train": np.array([50])}, "node ids must lie in 0..49"),
        ({"dropped": np.arange(9)}, "damaged"),
        ({"class_names_offsets": np.array([0, 9, 1, 6])}, "damaged"),
    ],
)
def test_a_tampered_file_is_refused(tmp_path, changes, reason):
    path = tmp_path / "g.npz"
    save_graph(random_graph(50, 80, 6, seed=1), path)
    rewritten(path, **changes)
    with pytest.raises(ValueError, match=reason):
        load_graph(path)


def test_a_row_outside_the_graph_is_refused(tmp_path):
    path = tmp_path / "g.npz"
    save_graph(random_graph(50, 80, 6, seed=1), path)
    with np.load(path) as arrays:
        gaps = arrays["x_gaps"].astype(np.int64)
    gaps[0] += 10**6
    rewritten(path, x_gaps=gaps)
    with pytest.raises(ValueError, match="damaged"):
        load_graph(path)


def test_another_npz_a_missing_file_and_a_folder_are_refused(tmp_path):
    np.savez(tmp_path / "other.npz", a=np.arange(3))
    for name in ("other.npz", "missing.npz", "."):
        with pytest.raises(ValueError, match=r"graph file"):
            load_graph(tmp_path / name)


class Trap:
    def __reduce__(self):
        return os.abort, ()


def test_a_pickle_is_never_opened(tmp_path):
    (tmp_path / "plain.npz").write_bytes(pickle.dumps(Trap()))
    np.savez(tmp_path / "object.npz", format=np.array(Trap(), dtype=object))
    for name in ("plain.npz", "object.npz"):
        with pytest.raises(ValueError, match="damaged or not a graph file"):
            load_graph(tmp_path / name)


def test_a_failed_write_leaves_nothing_behind(tmp_path):
    (tmp_path / "g.npz").mkdir()
    with pytest.raises(OSError, match=r"g\.npz"):
        save_graph(random_graph(50, 80, 6, seed=1), tmp_path / "g.npz")
    assert [path.name for path in tmp_path.iterdir()] == ["g.npz"]


def test_one_long_name_does_not_make_room_in_every_other(tmp_path):
    names = [f"node {i}" for i in range(20_000)]
    names[7] = "x" * 100_000
    graph = Graph.from_edges([[0], [1]], x=None, num_nodes=20_000, node_names=names, node_ids=names[::-1])
    tracemalloc.start()
    save_graph(graph, tmp_path / "g.npz")
    assert_same(load_graph(tmp_path / "g.npz"), graph)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50_000_000


def test_a_file_with_texts_of_fixed_width_is_read(tmp_path):
    graph = random_graph(50, 80, 6, seed=1).replace(node_names=tuple(map(str, range(50))))
    save_graph(graph, tmp_path / "g.npz")
    with np.load(tmp_path / "g.npz") as arrays:
        kept = {name: array for name, array in arrays.items() if not name.endswith(("_text", "_offsets"))}
    np.savez(
        tmp_path / "g.npz",
        **kept,
        class_names=np.array(graph.class_names),
        node_names=np.array(graph.node_names),
    )
    assert_same(load_graph(tmp_path / "g.npz"), graph)

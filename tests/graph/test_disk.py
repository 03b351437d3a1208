import numpy as np
import pytest
import scipy.sparse as sp

import n2n
from n2n.files.folder import new_folder, read_facts
from n2n.graph.splits import PARTS
from n2n.graph.storage import KIND, facts_of, fingerprint
from n2n.taps.positives import Positives

RNG = np.random.default_rng(0)


def graph(x, names=None, public=None):
    edges = RNG.integers(0, 40, (2, 200))
    y = RNG.integers(-1, 3, 40)
    return n2n.Graph.from_edges(edges, x=x, y=y, name="g", provenance="p", node_names=names, public=public)


def same(one, two):
    for field in ("indptr", "indices", "y"):
        np.testing.assert_array_equal(getattr(one, field), getattr(two, field))
    assert sp.issparse(one.x) == sp.issparse(two.x)
    difference = one.x != two.x
    assert (difference.nnz if sp.issparse(difference) else difference.sum()) == 0
    for field in ("class_names", "name", "provenance", "dropped", "num_nodes", "num_edges", "num_features"):
        assert getattr(one, field) == getattr(two, field), field
    assert (one.node_names is None) == (two.node_names is None)
    assert (one.names(), one.ids()) == (two.names(), two.ids())
    assert (one.node_ids is None) == (two.node_ids is None)
    if one.public is None or two.public is None:
        assert one.public is two.public is None
        return
    for part in PARTS:
        np.testing.assert_array_equal(getattr(one.public, part), getattr(two.public, part))


DENSE = RNG.standard_normal((40, 5), np.float32)


@pytest.mark.parametrize(
    "original",
    [
        graph(DENSE, names=[f"node {i}" for i in range(40)]),
        graph(
            sp.csr_array(DENSE * (DENSE > 1)), public=n2n.Split(np.arange(3), np.arange(3, 9), np.array([20]))
        ),
        graph(None).replace(node_names=tuple("ab" * 20), node_ids=tuple(map(str, range(40)))),
        n2n.Graph.from_edges(np.zeros((2, 0), int), x=None, num_nodes=0),
        n2n.Graph.from_edges(np.zeros((2, 0), int), x=None, num_nodes=3),
    ],
)
def test_a_graph_comes_back_as_it_was(original, tmp_path):
    original.save(tmp_path / "g")
    opened = n2n.open_graph(tmp_path / "g", verify=True)
    same(original, opened)
    assert opened.folder == tmp_path / "g"
    assert opened.indptr.dtype == np.int64
    assert opened.indices.dtype == np.int32
    opened.save(tmp_path / "g", replace=True)  # onto itself
    same(original, n2n.open_graph(tmp_path / "g"))


@pytest.mark.parametrize("key", ["cora", "karate"])
def test_nothing_is_copied_into_memory(key, tmp_path):
    n2n.load(key).save(tmp_path / "g")
    opened = n2n.open_graph(tmp_path / "g")
    same(n2n.load(key), opened)
    x = opened.x
    for array in (opened.indices, *((x.data, x.indices, x.indptr) if sp.issparse(x) else (x,))):
        owner = array
        while not isinstance(owner, np.memmap):
            assert owner.base is not None
            owner = owner.base


def test_a_folder_graph_is_like_one_in_memory(tmp_path):
    cora = n2n.load("cora")
    cora.save(tmp_path / "g")
    opened = n2n.open_graph(tmp_path / "g")
    np.testing.assert_array_equal(cora.edges(), opened.edges())
    assert opened.edges().dtype == np.int32
    assert cora.split().sizes == opened.split().sizes
    assert opened.to_pyg().num_nodes == 2708
    assert (opened.adjacency() != cora.adjacency()).nnz == 0


@pytest.mark.filterwarnings("error:The given NumPy array is not writable")
def test_dense_features_of_a_folder_train(tmp_path):
    original = graph(DENSE)
    original.save(tmp_path / "g")
    settings = n2n.Settings(epochs=2, width=8)
    runs = [n2n.fit(g, settings) for g in (original, n2n.open_graph(tmp_path / "g"))]
    assert runs[0].history[-1].loss == runs[1].history[-1].loss


def test_changes_leave_the_folder(tmp_path):
    graph(None).save(tmp_path / "g")
    opened = n2n.open_graph(tmp_path / "g")
    assert opened.replace(name="h").folder is None
    assert fingerprint(opened) == fingerprint(n2n.open_graph(tmp_path / "g"))
    assert fingerprint(opened) != fingerprint(opened.replace())


def broken(path, **changes):
    """A folder with correct checksums whose content does not fit together."""
    arrays = {
        "indptr": np.array([0, 1, 2]),
        "indices": np.array([1, 0], np.int32),
        "x": np.zeros((2, 1), np.float32),
        "y": np.array([0, 1]),
    } | changes
    facts = facts_of(
        num_nodes=len(arrays["y"]) if arrays["y"] is not None else 2,
        num_edges=1,
        num_features=1,
        class_names="ab",
        name="",
        provenance="",
        dropped={},
    )
    with new_folder(path, KIND) as folder:
        for name, array in arrays.items():
            if array is not None:
                folder.write(name, array)
        folder.finish(facts)
    return path


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"indptr": np.array([0, 3, 2])}, "indptr does not lead through 2 entries of 2 rows"),
        ({"indptr": np.array([0, 2])}, "indptr does not lead"),
        ({"indices": np.array([1], np.int32)}, "indices has 1 entries instead of 2"),
        ({"x": np.zeros((3, 1), np.float32)}, "x has shape"),
        ({"y": np.array([0, 2])}, "y does not hold 2 labels below 2"),
        ({"y": None}, "'y'"),
        (dict.fromkeys(PARTS, np.array([2])), "train does not hold nodes from 0 to 1"),
        (
            {"name_offsets": np.array([0, 1]), "name_text": np.zeros(1, np.uint8)},
            "do not lead through 1 bytes|not 2 names or ids",
        ),
    ],
)
def test_arrays_that_do_not_fit_together(changes, words, tmp_path):
    with pytest.raises(ValueError, match=words):
        n2n.open_graph(broken(tmp_path / "g", **changes))


def test_a_graph_folder_cut_at_every_file(tmp_path):
    path = tmp_path / "g"
    graph(sp.csr_array(DENSE), names=map(str, range(40))).save(path)
    whole = {file.name: file.read_bytes() for file in path.iterdir()}
    assert len(whole) == 9
    for name, content in whole.items():
        (path / name).write_bytes(content[: len(content) // 2])
        with pytest.raises(ValueError, match=name):
            n2n.open_graph(path)
        (path / name).write_bytes(content)
    assert read_facts(path, KIND)["num_nodes"] == 40


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"indices": np.array([1, 7], np.int32)}, "indices does not hold nodes from 0 to 1"),
        ({"indices": np.array([1, -1], np.int32)}, "indices does not hold nodes from 0 to 1"),
        ({"indices": np.array([0, 1], np.int32)}, "not ascending in every row, without the node itself"),
        ({"indptr": np.array([0, 2, 2]), "indices": np.array([1, 1], np.int32)}, "not ascending"),
        ({"indptr": np.array([0, 0, 2])}, "not ascending"),
        ({"indices": np.array([1, 0], np.float32)}, "types int64 and float32"),
        (
            {
                "indptr": np.array([0, 1, 1, 2]),
                "indices": np.array([1, 0], np.int32),
                "x": np.zeros((3, 1), np.float32),
                "y": np.zeros(3, int),
            },
            "an edge is there in one direction only",
        ),
        (
            {
                "x": None,
                "x_indptr": np.array([0, 1, 1], np.int32),
                "x_indices": np.array([5], np.int32),
                "x_data": np.ones(1, np.float32),
            },
            "indices",
        ),
        (
            {"name_offsets": np.array([0, 9, 1]), "name_text": np.zeros(1, np.uint8)},
            "do not lead through 1 bytes",
        ),
    ],
)
def test_verify_refuses_what_compiled_loops_could_not_survive(changes, words, tmp_path):
    with pytest.raises(ValueError, match=words):
        n2n.open_graph(broken(tmp_path / "g", **changes), verify=True)


@pytest.mark.parametrize("wrong", [{"indices": np.array([1, 9])}, {"indptr": np.array([0, 3, 2])}])
def test_positives_outside_the_graph_are_refused(wrong, tmp_path):
    arrays = {"indptr": np.array([0, 1, 2]), "indices": np.array([1, 0])} | wrong
    Positives(**arrays).save(tmp_path / "p")
    with pytest.raises(ValueError, match="does not hold the positives of 2 nodes"):
        Positives.open(tmp_path / "p", verify=True)


def test_a_replaced_folder_holds_the_same(tmp_path):
    graph(DENSE).save(tmp_path / "g")
    first = n2n.open_graph(tmp_path / "g")
    files = {file.name for file in (tmp_path / "g").iterdir()}
    assert files == {"graph.json", "indptr.npy", "indices.npy", "x.npy", "y.npy"}
    first.save(tmp_path / "g", replace=True)
    again = n2n.open_graph(tmp_path / "g", verify=True)
    same(first, again)
    assert fingerprint(first) == fingerprint(again)
    assert len(list((tmp_path / "g").iterdir())) == len(files)

"""A graph in a folder and in an .npz file: it comes back as it was, or one sentence says why not."""

import contextlib
import io
import os
import pickle
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.files.folder import new_folder
from n2n.graph import Graph, Split
from n2n.graph.splits import PARTS
from n2n.graph.storage import KIND, fingerprint, graph_bytes, read_npz


def random_graph(nodes: int, edges: int, features: int, seed: int, dense: bool = False) -> Graph:
    """Some isolated nodes, some empty columns, some unlabelled nodes, loops and repeats that get dropped."""
    rng = np.random.default_rng(seed)
    x = sp.random_array((nodes, features), density=0.3, rng=rng, dtype=np.float32, format="csr")
    order = rng.permutation(nodes)
    further = Split(order[1:2], order[:1], order[2:]), Split(order[:0], order[:1], order[1:])
    return Graph.from_edges(
        rng.integers(0, nodes, (2, edges)),
        x=x.toarray() if dense else x,
        y=rng.integers(-1, 3, nodes),
        class_names=["a", "b", "c of Δ"],
        name="Some graph",
        provenance="a test",
        public=Split(order[: nodes // 3], order[nodes // 3 : nodes // 2], order[nodes // 2 :]),
        further_splits=further[: seed % 3],
        node_names=[f"node {i} \ud800" for i in range(nodes)] if seed % 2 else None,
        node_ids=map(str, order) if seed % 5 else None,
    )


EXAMPLES = [
    *(random_graph(50, 80, 6, seed, dense=seed > 1) for seed in range(4)),
    *(
        Graph.from_edges([[0, 69_999], [3, 5]], x=x, num_nodes=70_000)
        for x in (None, sp.csr_array((70_000, 4)))
    ),
    *(Graph.from_edges(np.zeros((2, 0), int), x=None, num_nodes=n) for n in (0, 3)),
]


def assert_same(one: Graph, other: Graph) -> None:
    for field in ("indptr", "indices", "y"):
        np.testing.assert_array_equal(getattr(one, field), getattr(other, field))
    assert sp.issparse(one.x) == sp.issparse(other.x)
    for field in ("indptr", "indices", "data") if sp.issparse(one.x) else ("real",):
        np.testing.assert_array_equal(getattr(one.x, field), getattr(other.x, field))
    assert one.x.dtype == other.x.dtype == np.float32
    for field in ("class_names", "name", "provenance", "dropped", "node_names", "node_ids"):
        assert getattr(one, field) == getattr(other, field), field
    for split, again in zip(one.public_splits, other.public_splits, strict=True):
        for part in PARTS:
            np.testing.assert_array_equal(getattr(split, part), getattr(again, part))


@pytest.mark.parametrize("original", EXAMPLES)
def test_a_graph_comes_back_as_it_was(original, tmp_path):
    original.save(tmp_path / "g")
    opened = n2n.open_graph(tmp_path / "g", verify=True)
    assert_same(original, opened)
    assert opened.folder == tmp_path / "g"
    opened.save(tmp_path / "g", replace=True)  # onto itself
    again = n2n.open_graph(tmp_path / "g")
    assert_same(original, again)
    assert fingerprint(opened) == fingerprint(again)
    (tmp_path / "g.npz").write_bytes(graph_bytes(original))
    packed = Graph(**read_npz(tmp_path / "g.npz"))
    assert_same(original, packed)
    assert packed.indptr.dtype == packed.indices.dtype == original.indptr.dtype
    assert graph_bytes(packed) == graph_bytes(original) == graph_bytes(opened)


def test_nothing_is_copied_into_memory(cora, tmp_path):
    cora.save(tmp_path / "g")
    opened = n2n.open_graph(tmp_path / "g")
    for array in (opened.indices, opened.x.data, opened.x.indices, opened.x.indptr):
        owner = array
        while not isinstance(owner, np.memmap):
            assert owner.base is not None
            owner = owner.base
    np.testing.assert_array_equal(cora.edges(), opened.edges())
    assert opened.edges().dtype == np.int32
    assert (opened.adjacency() != cora.adjacency()).nnz == 0


def test_one_long_name_does_not_widen_every_other():
    names = [f"node {i}" for i in range(20_000)]
    names[7] = "x" * 100_000
    graph = Graph.from_edges([[0], [1]], x=None, num_nodes=20_000, node_names=names, node_ids=names[::-1])
    tracemalloc.start()
    assert_same(Graph(**read_npz(io.BytesIO(graph_bytes(graph)))), graph)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 60_000_000


# The arrays of a graph that is one edge, and what is wrong after a change.
ARRAYS = {
    "indptr": np.array([0, 1, 2]),
    "indices": np.array([1, 0], np.int32),
    "x": np.zeros((2, 1), np.float32),
    "y": np.array([0, 1]),
}
SPARSE = {
    "x": None,
    "x_indptr": np.array([0, 2, 2], np.int32),
    "x_indices": np.array([0, 0], np.int32),
    "x_data": np.ones(2, np.float32),
}
NAMES = {"name_offsets": np.array([0, 1, 2]), "name_text": np.zeros(2, np.uint8)}
ALWAYS = [  # noticed whenever a folder is opened
    ({"indptr": np.array([0, 3, 2])}, "indptr does not lead through 2 entries of 2 rows"),
    ({"indptr": np.array([0, 2])}, "indptr does not lead"),
    ({"indptr": np.array([0.0, 1, 2])}, "types float64"),
    ({"indices": np.array([1], np.int32)}, "indices has 1 entries instead of 2"),
    ({"indices": np.array([1, 0], np.int8)}, "types int64 and int8|types int64, int8"),
    ({"x": np.zeros((3, 1), np.float32)}, "x has shape"),
    ({"x": np.zeros((2, 1))}, "float64"),
    ({"y": np.array([0, 2])}, "y does not hold 2 labels below 2"),
    ({"y": None}, "'y'"),
    (dict.fromkeys(PARTS, np.array([2])), "train does not hold nodes from 0 to 1"),
    (dict.fromkeys(PARTS, np.array([0.5])), "train does not hold nodes"),
    ({"further_splits": np.zeros((3, 1), np.uint8)}, "further_splits has shape"),
    (NAMES | {"name_offsets": np.array([0, 1])}, "do not lead through|not 2 names or ids"),
    (NAMES | {"name_offsets": np.array([0, 9, 2])}, "do not lead through 2 bytes"),
]
VERIFIED = [  # noticed with verify, and in an .npz file
    ({"indices": np.array([1, 7], np.int32)}, "indices does not hold nodes from 0 to 1"),
    ({"indices": np.array([1, -1], np.int32)}, "indices does not hold nodes from 0 to 1"),
    ({"indices": np.array([0, 1], np.int32)}, "not ascending in every row, without the node itself"),
    ({"indptr": np.array([0, 2, 2]), "indices": np.array([1, 1], np.int32)}, "not ascending"),
    ({"indptr": np.array([0, 0, 2])}, "not ascending"),
    ({"indptr": np.array([0, 1, 1, 2]), "x": np.zeros((3, 1), np.float32), "y": np.zeros(3, int)}, "one dir"),
    ({"x": np.full((2, 1), np.nan, np.float32)}, "NaN or infinity"),
    (SPARSE, "x_indices is not ascending|ascending"),
    (SPARSE | {"x_indices": np.array([0, 5], np.int32)}, "ind"),
    (dict.fromkeys(PARTS, np.array([1])), "uses node 1 twice"),
]


def broken(path, changes):
    """A folder with correct checksums whose content does not fit together."""
    arrays = {name: array for name, array in (ARRAYS | changes).items() if array is not None}
    with new_folder(path, KIND) as folder:
        for name, array in arrays.items():
            folder.write(name, array)
        nodes = len(arrays.get("y", "ab"))
        counts = {"num_nodes": nodes, "num_edges": 1, "num_features": 1}
        folder.facts = counts | {"class_names": "ab", "name": "", "provenance": "", "dropped": {}}
    return path


@pytest.mark.parametrize(("changes", "words"), [*ALWAYS, *VERIFIED])
def test_arrays_that_compiled_loops_could_not_survive_are_refused(changes, words, tmp_path):
    always = any(changes is one for one, _ in ALWAYS)
    with pytest.raises(ValueError, match=words):
        n2n.open_graph(broken(tmp_path / "g", changes), verify=not always)
    original = Graph.from_edges([[0], [1]], x=np.zeros((2, 1)), y=[0, 1])
    with np.load(io.BytesIO(graph_bytes(original))) as file:
        arrays = {name: array for name, array in {**file, **changes}.items() if array is not None}
    np.savez(tmp_path / "g.npz", **arrays)
    with pytest.raises(
        ValueError, match=rf"g\.npz is damaged or not a graph file.*({words}|indptr does not)"
    ):
        read_npz(tmp_path / "g.npz")


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_verified_folder_can_be_ranked(tmp_path_factory, data):
    entries = data.draw(st.lists(st.integers(-2, 6), max_size=12))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(entries)), min_size=3, max_size=3)))
    changes = {
        "indptr": np.array([0, *cuts, len(entries)]),
        "indices": np.array(entries, np.int32),
        "x": np.zeros((4, 1), np.float32),
        "y": np.zeros(4, int),
    }
    path = broken(tmp_path_factory.mktemp("g") / "g", changes)
    try:
        graph = n2n.open_graph(path, verify=True)
    except ValueError:
        return
    assert n2n.rank(graph).top(2).num_nodes == 4


@pytest.mark.parametrize("wrong", [{"indices": np.array([1, 9])}, {"indptr": np.array([0, 3, 2])}])
def test_positives_outside_the_graph_are_refused(wrong, tmp_path):
    n2n.Positives(**{"indptr": np.array([0, 1, 2]), "indices": np.array([1, 0])} | wrong).save(tmp_path / "p")
    with pytest.raises(ValueError, match="does not hold the positives of 2 nodes"):
        n2n.Positives.open(tmp_path / "p", verify=True)


class Trap:
    def __reduce__(self):
        return os.abort, ()


def test_cut_files_other_files_and_pickles_are_refused(tmp_path):
    content = graph_bytes(EXAMPLES[0])
    files = {f"cut-{share}.npz": content[: int(share * len(content))] for share in (0, 0.3, 0.9, 0.999)}
    files["pickle.npz"] = pickle.dumps(Trap())
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    np.savez(tmp_path / "other.npz", a=np.arange(3))
    np.savez(tmp_path / "object.npz", graph=np.array(Trap(), dtype=object))
    np.savez(tmp_path / "facts.npz", **{**np.load(io.BytesIO(content)), "graph": np.array("{}")})
    for name in (*files, "other.npz", "object.npz", "facts.npz", "missing.npz", "."):
        with pytest.raises(ValueError, match="damaged or not a graph file"):
            read_npz(tmp_path / name)
    for at in range(0, len(content), 61):  # a changed byte is noticed, or does not matter
        changed = bytearray(content)
        changed[at] ^= 255
        (tmp_path / "g.npz").write_bytes(changed)
        with contextlib.suppress(ValueError):
            assert_same(Graph(**read_npz(tmp_path / "g.npz")), EXAMPLES[0])


GRAPH = Graph.from_edges([[0, 1], [1, 2]], x=np.eye(3), y=[0, 0, 1], node_names=("a", "b", "c"))
SPLIT = Split(np.array([0]), np.array([1]), np.array([2]))
CHANGES = {
    "edges": {"indices": GRAPH.indices[::-1]},
    "features": {"x": 2 * GRAPH.x},
    "labels": {"y": np.array([0, 1, 1])},
    "name": {"name": "other"},
    "class names": {"class_names": ("x", "y")},
    "public split": {"public": SPLIT},
    "further split": {"public": SPLIT, "further_splits": (Split(SPLIT.val, SPLIT.train, SPLIT.test),)},
    "node names": {"node_names": ("a", "b", "\ud800")},
}


def test_any_difference_shows_in_the_fingerprint():
    twin = Graph.from_edges([[2, 1], [1, 0]], x=np.eye(3), y=[0, 0, 1], node_names=("a", "b", "c"))
    assert fingerprint(twin) == fingerprint(GRAPH)
    others = {what: fingerprint(GRAPH.replace(**change)) for what, change in CHANGES.items()}
    assert len({fingerprint(GRAPH), *others.values()}) == len(CHANGES) + 1


# Saves a graph, or positives, and kills itself before the n-th operation on the file system. One interpreter,
# many children: to import everything again for each would take a second.
ALL_STEPS = """
import os, shutil, signal, sys
import numpy as np, psutil, scipy.sparse, n2n
n2n.open_graph, n2n.all_neighbours
old, folder, what = sys.argv[1:4]
new = n2n.Graph.from_edges(np.array([[0, 1, 2], [1, 2, 3]]), x=np.eye(5), num_nodes=5, name="new")
thing = new if what == "graph" else n2n.all_neighbours(new)

def child(path, left):
    def count(event, arguments):
        nonlocal left
        if event.startswith(("os.", "shutil.")) and event not in ("os.listdir", "os.scandir", "os.walk"):
            left -= 1
        elif event == "open" and str(arguments[0]).startswith(os.path.dirname(path)):
            left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)
    thing.save(path, replace=True)
    os._exit(0)

for step in range(1, 10_000):
    here = os.path.join(folder, str(step), "it")
    shutil.copytree(old, here)
    process = os.fork()
    if process == 0:
        child(here, step)
    if os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0:
        break
print(step)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are killed by a signal")
@pytest.mark.parametrize("what", ["graph", "positives"])
def test_one_complete_content_survives_a_kill_at_every_step(tmp_path, what):
    old = Graph.from_edges([[0, 1], [1, 2]], x=np.eye(4), num_nodes=4, name="old")
    thing = old if what == "graph" else n2n.all_neighbours(old)
    open_it = n2n.open_graph if what == "graph" else n2n.Positives.open
    thing.save(tmp_path / "old")
    command = [sys.executable, "-c", ALL_STEPS, str(tmp_path / "old"), str(tmp_path / "steps"), what]
    steps = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert steps > 12
    seen, files = set(), len(list((tmp_path / "old").iterdir()))
    for step in range(1, steps + 1):
        path = tmp_path / "steps" / str(step) / "it"
        seen.add(open_it(path, verify=True).num_nodes)
        thing.save(path, replace=True)  # the next write
        assert open_it(path, verify=True).num_nodes == 4
        assert [item.name for item in path.parent.iterdir()] == ["it"], step
        assert len(list(path.iterdir())) == files
    assert seen == {4, 5}

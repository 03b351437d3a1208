"""Plain arrays under the names that people give them."""

import io

import numpy as np
import pytest
import scipy.sparse as sp

from n2n.io.readers import Limits, ReadError, read_graph, read_with_report
from n2n.io.writers.graphs import export_graph
from tests.io.readers.corpus_formats import npz

EDGES = np.array([[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]])
X = np.arange(8.0).reshape(4, 2)
Y = np.array([0, 1, 0, 1])
DENSE = np.zeros((4, 4), int)
DENSE[EDGES[:, 0], EDGES[:, 1]] = 1


def saved(matrix) -> dict:
    out = io.BytesIO()
    sp.save_npz(out, matrix)
    with np.load(io.BytesIO(out.getvalue())) as arrays:
        return dict(arrays)


@pytest.mark.parametrize(
    "edges",
    [
        {"edge_index": EDGES.T}, {"edges": EDGES}, {"edges": EDGES.T}, {"edge_list": EDGES}, {"adj": DENSE},
        {"adjacency": DENSE.astype(float)}, saved(sp.csr_array(DENSE)), saved(sp.csc_matrix(DENSE)),
        saved(sp.coo_array(DENSE)),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("x", "y"), [("x", "y"), ("node_features", "node_labels"), ("attr", "label"), ("feat", "labels")]
)
def test_the_usual_names(edges, x, y):
    graph = read_graph(("g.npz", npz(**edges, **{x: X, y: Y})))
    assert {frozenset(pair) for pair in graph.edges().T.tolist()} == {
        frozenset(pair) for pair in EDGES.tolist()
    }
    assert (graph.x == X).all()
    assert (graph.y == Y).all()


@pytest.mark.parametrize(
    ("y", "expected", "names"),
    [
        (np.array([1, 2, 1, 2]), [0, 1, 0, 1], ("1", "2")),
        (np.array([5, -1, 9, 5]), [0, -1, 1, 0], ("5", "9")),
        (np.array(["red", "blue", "red", "red"]), [1, 0, 1, 1], ("blue", "red")),
        (np.array([[1, 0], [0, 1], [0, 0], [1, 0]]), [0, 1, -1, 0], ("Class 0", "Class 1")),
        (np.array([[0.0], [1.0], [0.0], [1.0]]), [0, 1, 0, 1], ("Class 0", "Class 1")),
    ],
)
def test_no_class_is_empty_and_names_are_kept(y, expected, names):
    graph = read_graph(("g.npz", npz(edges=EDGES, labels=y)))
    assert (graph.y.tolist(), graph.class_names) == (expected, names)


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("end", ["mask", "masks"])
def test_masks_of_several_splits_become_splits_to_choose(transposed, end):
    one = np.eye(4, dtype=bool)
    masks = {"train": one[[0, 1, 2]], "val": one[[1, 2, 3]], "test": one[[2, 3, 0]]}
    arrays = {f"{part}_{end}": found.T if transposed else found for part, found in masks.items()}
    reading = read_with_report(("g.npz", npz(edges=EDGES, x=X, y=Y, **arrays)))
    graph = reading.graph
    assert [graph.split("public", seed).train.tolist() for seed in range(4)] == [[0], [1], [2], [0]]
    assert graph.split("paper", 1).train.tolist() == [0, 1]
    assert len(graph.public_splits) == 3
    assert "There are 3 splits: the seed of the split chooses one, from 0 to 2." in reading.report.notes
    for form in ("npz", "safetensors"):
        again = read_graph((f"g.{form}", export_graph(graph, form)))
        assert [split.test.tolist() for split in again.public_splits] == [[2], [3], [0]]


def test_masks_that_do_not_fit_are_left_out():
    arrays = {f"{part}_masks": np.zeros((2, 9), bool) for part in ("train", "val", "test")}
    assert read_graph(("g.npz", npz(edges=EDGES, x=X, **arrays))).public is None


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"adj": np.array([None])}, '"adj" in it is pickled, which could run code: .* np.savez'),
        ({"edges": EDGES, "features": np.array([None])}, '"features" in it is pickled'),
        ({"graph": np.array([None])}, '"graph" in it is pickled'),
        ({"thing": X}, "it has no edges: expected an array edge_index"),
        ({"adj": np.ones((3, 2))}, r'"adj" has shape \(3, 2\): expected numbers, \(nodes, nodes\)'),
        ({"edges": np.zeros((3, 3))}, r'"edges" has shape \(3, 3\)'),
        ({"adj": np.ones((30, 30))}, "it has 30 nodes, at most 20"),
        ({"edges": EDGES, "labels": np.ones((4, 3))}, "one label per node"),
        ({"edges": EDGES, "labels": np.array(list("abcd"))}, "it has 4 classes, at most 3"),
        (saved(sp.csr_array(np.ones((2, 3)))), "an adjacency matrix is square"),
    ],
)
def test_what_is_wrong_is_told(arrays, words):
    with pytest.raises(ReadError, match=words):
        read_graph(("g.npz", npz(**arrays)), limits=Limits(nodes=20, classes=3))


def test_the_number_of_nodes_and_names_of_ogb_are_understood_and_the_rest_is_told():
    graph = read_graph(("g.npz", npz(edge_index=EDGES.T, num_nodes=np.array(9))))
    assert (graph.num_nodes, graph.num_isolated) == (9, 5)
    reading = read_with_report(("g.npz", npz(edge_index=EDGES.T, node_feat=X, node_label=Y[:, None], year=Y)))
    assert (reading.graph.num_features, reading.graph.y.tolist()) == (2, Y.tolist())
    assert "Arrays that were not used: year." in reading.report.notes

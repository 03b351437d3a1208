"""The splits of geom-gcn beside the pair of text files."""

import io

import numpy as np
import pytest

from n2n.files.assets import data_folder
from n2n.io.readers import ReadError, read_graph, read_with_report
from tests.io.readers.corpus_formats import zipped

PAIR = {
    "out1_graph_edges.txt": b"node_id\tnode_id\n0\t1\n1\t2\n2\t3\n",
    "out1_node_feature_label.txt": (
        b"node_id\tfeature\tlabel\n1\t0,1,0\t1\n0\t1,1,0\t2\n2\t0,0,1\t1\n3\t0,0,0\t2\n"
    ),
}


def masks(*parts: list[int], size: int = 4) -> bytes:
    out = io.BytesIO()
    names = ("train_mask", "val_mask", "test_mask")[: len(parts)]
    np.savez(out, **{name: np.isin(np.arange(size), part) for name, part in zip(names, parts, strict=True)})
    return out.getvalue()


def parts(split) -> list[list[int]]:
    return [split.train.tolist(), split.val.tolist(), split.test.tolist()]


def test_masks_are_by_node_id_and_several_files_are_several_splits():
    files = PAIR | {
        "x_split_0.6_0.2_10.npz": masks([3], [2], [0]),
        "x_split_0.6_0.2_2.npz": masks([0, 3], [1], [2]),
    }
    for source in (files, ("x.zip", zipped(files))):
        reading = read_with_report(source)
        graph = reading.graph
        assert graph.names() == ["1", "0", "2", "3"]
        assert list(map(parts, graph.public_splits)) == [[[1, 3], [0], [2]], [[3], [2], [1]]]
        assert (
            "Splits that come with the graph: 2, from x_split_0.6_0.2_2.npz, x_split_0.6_0.2_10.npz. "
            "The seed of the split chooses one, from 0 to 1."
        ) in reading.report.notes


def test_the_masks_of_real_splits_are_by_node_id(dataset):
    assert dataset("texas").num_nodes == 183  # skips the test where the files are not here
    raw = data_folder() / "WebKB" / "texas" / "raw"
    graph = read_graph(sorted([*raw.glob("out1_*.txt"), *raw.glob("*_split_*.npz")]))
    number = np.array([int(name) for name in graph.names()])
    for place, split in zip(range(10), graph.public_splits, strict=True):
        known = np.load(raw / f"texas_split_0.6_0.2_{place}.npz")
        for part in ("train", "val", "test"):
            assert sorted(number[getattr(split, part)]) == np.flatnonzero(known[f"{part}_mask"]).tolist()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (masks([0], [1], [2], size=5), "x_split_0.npz: it needs .* each of the 4 nodes in out1_node"),
        (masks([0], [1]), "x_split_0.npz: it needs train_mask, val_mask and test_mask"),
        (masks([0, 1], [1], [2]), "x_split_0.npz: its masks overlap"),
        (b"garbage", "x_split_0.npz: "),
    ],
)
def test_a_split_that_does_not_fit_is_told(data, words):
    with pytest.raises(ReadError, match=words):
        read_graph(PAIR | {"x_split_0.npz": data})


def test_masks_need_nodes_that_are_counted_from_0():
    nodes = PAIR["out1_node_feature_label.txt"].replace(b"\n3\t", b"\n7\t")
    files = {
        "e_edges.txt": b"node_id\tnode_id\n0\t1\n",
        "n.txt": nodes,
        "x_split_0.npz": masks([0], [1], [2]),
    }
    with pytest.raises(ReadError, match=r'masks count nodes from 0, but n.txt has no node "3"'):
        read_graph(files)

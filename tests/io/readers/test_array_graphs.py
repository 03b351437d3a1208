import io

import numpy as np

from n2n.files.assets import data_folder
from n2n.graph import Dropped
from n2n.io.readers import Limits, read_graph
from n2n.io.writers.graphs import export_graph


def test_the_files_of_the_benchmark_are_read_as_torch_geometric_reads_them(dataset):
    photo = dataset("photo")
    graph = read_graph(data_folder() / "Photo" / "raw" / "amazon_electronics_photo.npz")
    assert (graph.indices == photo.indices).all()
    assert (graph.y == photo.y).all()
    assert (graph.x != photo.x).nnz == 0


def test_node_names_and_what_was_dropped_survive_our_own_file():
    graph = read_graph(("e.csv", b"a,b\nb,a\nb,b\nb,c\n"))
    again = read_graph(("g.npz", export_graph(graph, "npz")), limits=Limits(nodes=3))
    assert again.node_names == ("a", "b", "c")
    assert again.dropped == graph.dropped == Dropped(1, 0, 1)


def test_masks_become_the_public_split_if_all_three_are_there():
    masks = {f"{part}_mask": np.arange(3) == place for place, part in enumerate(("train", "val", "test"))}
    for given, split in ((masks, True), ({"train_mask": masks["train_mask"]}, False)):
        out = io.BytesIO()
        np.savez(out, edge_index=np.array([[0], [1]]), x=np.eye(3), y=np.array([[0], [1], [0]]), **given)
        graph = read_graph(("g.npz", out.getvalue()))
        assert (graph.public is not None) is split
        assert graph.y.tolist() == [0, 1, 0]

import io
import tracemalloc

import numpy as np
import pytest

from n2n import Graph
from n2n.io.readers.embeddings import read_embeddings
from n2n.io.writers.embeddings import FORMATS, export_embeddings


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("ids", [None, tuple(f"=n{i}" for i in range(30))], ids=["names", "ids"])
def test_an_embedding_is_the_same_again_to_the_last_bit(format, ids, hostile):
    hostile = hostile.replace(node_ids=ids)
    rng = np.random.default_rng(1)
    h = rng.standard_normal((30, 7)).astype(np.float32)
    h[0] = [0, -0.0, 1e-38, 3.4e38, 1 / 3, 1e-45, -1]
    data = export_embeddings(hostile, h, format)
    again = read_embeddings((f"h.{FORMATS[format]}", data))
    assert again.h.dtype == np.float32
    assert np.array_equal(again.h, h)
    assert again.nodes == hostile.node_names
    assert again.ids == (ids or ())
    assert again.classes == tuple(hostile.classes())


def test_a_long_name_does_not_make_all_names_long():
    """One name of 1,000 characters among 100,000: 1.6 MB of text, and not 400 MB."""
    names = ["x" * 1000, *(f"n{i}" for i in range(99_999))]
    graph = Graph.from_edges([[0], [1]], x=None, num_nodes=100_000, node_names=names)
    tracemalloc.start()
    data = export_embeddings(graph, np.zeros((100_000, 1), np.float32), "npz")
    again = read_embeddings(("h.npz", data))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert again.nodes == tuple(names)
    assert peak < 60 << 20


def test_files_of_earlier_versions_are_read():
    out = io.BytesIO()
    np.savez(out, nodes=np.array(["é", "b"]), classes=np.array(["", "x"]), embeddings=np.eye(2, dtype="f4"))
    again = read_embeddings(("h.npz", out.getvalue()))
    assert (again.nodes, again.classes, again.ids) == (("é", "b"), ("", "x"), ())


def test_what_cannot_be_exported_is_told(karate):
    with pytest.raises(ValueError, match="The format is 'xlsx'"):
        export_embeddings(karate, np.eye(34), "xlsx")
    with pytest.raises(ValueError, match="expected 34 rows"):
        export_embeddings(karate, np.eye(3), "CSV")

import numpy as np
import pytest

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


def test_what_cannot_be_exported_is_told(karate):
    with pytest.raises(ValueError, match="The format is 'xlsx'"):
        export_embeddings(karate, np.eye(34), "xlsx")
    with pytest.raises(ValueError, match="expected 34 rows"):
        export_embeddings(karate, np.eye(3), "CSV")

import numpy as np
import pytest

from n2n.io.readers import Limits, ReadError
from n2n.io.readers.embeddings import read_embeddings
from n2n.io.writers.embeddings import FORMATS, export_embeddings


@pytest.mark.parametrize("format", FORMATS)
def test_a_damaged_embedding_is_told(format, karate):
    data = export_embeddings(karate, np.eye(34), format)
    with pytest.raises(ReadError):
        read_embeddings((f"h.{FORMATS[format]}", data[: len(data) // 2]))


def test_a_parquet_file_keeps_to_the_limits(karate):
    data = export_embeddings(karate, np.eye(34), "Parquet")
    for limits in (Limits(nodes=33), Limits(values=100)):
        with pytest.raises(ReadError):
            read_embeddings(("h.parquet", data), limits)

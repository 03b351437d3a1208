"""Embeddings from the files that `n2n.io.writers.embeddings` writes, exact to the last bit."""

import io
from dataclasses import dataclass
from typing import Any

import numpy as np

from n2n.graph.names import Names
from n2n.io.readers.arrays import Arrays, read_npz
from n2n.io.readers.errors import ReadError
from n2n.io.readers.limits import Limits
from n2n.io.readers.parts import unescaped
from n2n.io.readers.sources import Given, collect

_TEXTS = ("node", "id", "class")
"""Columns that are text."""


@dataclass(frozen=True, eq=False)
class Embeddings:
    """Rows of an embedding with the nodes they belong to."""

    nodes: tuple[str, ...]
    classes: tuple[str, ...]
    """The name of the class of each node; empty where it has none."""
    h: np.ndarray
    """(N, D) one row per node, float32."""
    ids: tuple[str, ...] = ()
    """The ids of the nodes in their source, where they are not their names."""

    @property
    def texts(self) -> dict[str, tuple[str, ...]]:
        """What is known about the nodes, by the name of its column."""
        found = {"node": self.nodes, "id": self.ids, "class": self.classes}
        return {name: values for name, values in found.items() if values or name != "id"}


def read_embeddings(source: Any, limits: Limits | None = None) -> Embeddings:
    """Read what `export_embeddings` wrote; a source is the same as in `n2n.read_graph`."""
    limits = limits or Limits()
    files = {file.name: file for file in collect(source, limits)}
    first = next(iter(files.values()))
    try:
        if {"vectors.tsv", "metadata.tsv"} <= set(files):
            return _from_projector(files)
        if first.name.endswith(".npz"):
            arrays = read_npz(first, limits)
            nodes, classes, ids = (_texts(arrays, part) for part in ("nodes", "classes", "ids"))
            return Embeddings(nodes, classes, arrays["embeddings"], ids)
        table = _table(first, limits)
        names = [name for name in _TEXTS if name in table.column_names]
        vectors = table.drop_columns(names)
        return _embeddings(table.select(names), vectors, escaped=not _is_parquet(first))
    except ReadError:
        raise
    # pyarrow raises errors of many classes, all of which mean that the file is not what it should be.
    except Exception:
        raise ReadError(first.name, "it is damaged, or not an embedding that this program wrote.") from None


def _texts(arrays: Arrays, name: str) -> tuple[str, ...]:
    """The texts under a name: one array of bytes, or as older files have them, with room for the longest."""
    if f"{name}_text" not in arrays:
        return tuple(arrays[name].tolist()) if name in arrays or name != "ids" else ()
    offsets, text = arrays[f"{name}_offsets"], arrays[f"{name}_text"]
    if offsets[0] != 0 or offsets[-1] != len(text) or (np.diff(offsets) < 0).any():
        raise ReadError(arrays.file, f'the array "{name}_offsets" does not lead through the texts.')
    return tuple(Names(offsets, text))


def _is_parquet(file: Given) -> bool:
    return file.data.startswith(b"PAR1")


def _table(file: Given, limits: Limits):
    import pyarrow as pa  # here for the start-up time
    import pyarrow.csv as pacsv
    import pyarrow.parquet as pq

    if _is_parquet(file):
        parquet = pq.ParquetFile(io.BytesIO(file.data))
        facts = parquet.metadata
        limits.check("nodes", facts.num_rows, file.name)
        limits.check("values", facts.num_rows * facts.num_columns, file.name)
        return parquet.read()
    header = file.data.partition(b"\n")[0].decode().replace('"', "").strip().split(",")
    types = {name: pa.string() if name in _TEXTS else pa.float32() for name in header}
    options = pacsv.ConvertOptions(column_types=types, strings_can_be_null=False)
    return pacsv.read_csv(pa.BufferReader(file.data), convert_options=options)


def _from_projector(files: dict[str, Given]) -> Embeddings:
    import pyarrow as pa  # here for the start-up time
    import pyarrow.csv as pacsv

    def read(name: str, **options):
        tabs = pacsv.ParseOptions(delimiter="\t", quote_char=False)
        return pacsv.read_csv(pa.BufferReader(files[name].data), parse_options=tabs, **options)

    texts = dict.fromkeys(_TEXTS, pa.string())
    options = pacsv.ConvertOptions(column_types=texts, strings_can_be_null=False)
    vectors = read("vectors.tsv", read_options=pacsv.ReadOptions(autogenerate_column_names=True))
    return _embeddings(read("metadata.tsv", convert_options=options), vectors, escaped=True)


def _embeddings(names, vectors, escaped: bool) -> Embeddings:
    import pyarrow as pa  # here for the start-up time

    h = np.column_stack([column.cast(pa.float32()).to_numpy() for column in vectors.columns])

    def texts(name: str) -> tuple[str, ...]:
        column = names.column(name)
        return tuple((unescaped(column) if escaped else column).to_pylist())

    ids = texts("id") if "id" in names.column_names else ()
    return Embeddings(texts("node"), texts("class"), h, ids)

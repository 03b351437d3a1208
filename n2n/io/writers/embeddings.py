"""Embeddings for other programs: npz, Parquet, CSV, and the pair of TSV files of TensorBoard's projector.

Every form also says which node a row belongs to and of which class the node is; `read_embeddings` reads each
of them again, to the last bit.
"""

import io
import zipfile
from dataclasses import dataclass
from typing import Any

import numpy as np

from n2n.files.csv import escape_formula
from n2n.graph import Graph
from n2n.io.readers.arrays import read_npz
from n2n.io.readers.errors import ReadError
from n2n.io.readers.limits import Limits
from n2n.io.readers.parts import unguarded
from n2n.io.readers.sources import Given, collect

FORMS = {"npz": "npz", "Parquet": "parquet", "CSV": "csv", "TSV for the projector": "zip"}
"""The forms, with the ending of their files."""
_NO_CLASS = ""


@dataclass(frozen=True, eq=False)
class Embeddings:
    """Rows of an embedding with the nodes they belong to."""

    nodes: tuple[str, ...]
    classes: tuple[str, ...]
    """The names of the classes; empty where a node has none."""
    h: np.ndarray
    """(N, D) one row a node, float32."""


def export_embeddings(graph: Graph, h: np.ndarray, form: str) -> bytes:
    """An embedding of a graph as one file in one of the `FORMS`.

    >>> from n2n import load
    >>> karate = load("karate")
    >>> data = export_embeddings(karate, np.eye(34), "CSV")
    >>> read_embeddings(("karate.csv", data)).h.shape
    (34, 34)
    """
    if form not in FORMS:
        raise ValueError(f"the form is {form!r}: choose one of {', '.join(FORMS)}.")
    h = np.ascontiguousarray(h, np.float32)
    if h.ndim != 2 or len(h) != graph.num_nodes:
        raise ValueError(f"the embedding has the form {h.shape}: expected {graph.num_nodes} rows.")
    nodes = [graph.name_of(node) for node in range(graph.num_nodes)]
    classes = [graph.class_names[label] if label >= 0 else _NO_CLASS for label in graph.y]
    make = {"npz": _npz, "Parquet": _parquet, "CSV": _csv, "TSV for the projector": _projector}
    return make[form](Embeddings(tuple(nodes), tuple(classes), h))


def read_embeddings(source: Any, limits: Limits | None = None) -> Embeddings:
    """Read what `export_embeddings` wrote; a source is what it is in `n2n.read_graph`."""
    limits = limits or Limits()
    files = {file.name: file for file in collect(source, limits)}
    first = next(iter(files.values()))
    try:
        if {"vectors.tsv", "metadata.tsv"} <= set(files):
            return _from_projector(files)
        if first.name.endswith(".npz"):
            arrays = read_npz(first, limits)
            names = (tuple(arrays[part].tolist()) for part in ("nodes", "classes"))
            return Embeddings(*names, arrays["embeddings"])
        return _of_table(_table(first, limits))
    except ReadError:
        raise
    # pyarrow's errors are of many classes, all of which mean that the file is not what it should be.
    except Exception:
        raise ReadError(first.name, "it is damaged, or not an embedding that this program wrote.") from None


def _npz(what: Embeddings) -> bytes:
    out = io.BytesIO()
    names = {"nodes": np.array(what.nodes, np.str_), "classes": np.array(what.classes, np.str_)}
    np.savez_compressed(out, allow_pickle=False, embeddings=what.h, **names)
    return out.getvalue()


def _arrow(what: Embeddings, guard: bool):
    import pyarrow as pa

    def text(words):
        return pa.array([escape_formula(word) for word in words] if guard else words, pa.string())

    columns = {"node": text(what.nodes), "class": text(what.classes)}
    return pa.table(columns | {f"h{place}": pa.array(column) for place, column in enumerate(what.h.T)})


def _parquet(what: Embeddings) -> bytes:
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(_arrow(what, guard=False), out)
    return out.getvalue()


def _csv(what: Embeddings) -> bytes:
    import pyarrow.csv as pacsv

    out = io.BytesIO()
    pacsv.write_csv(_arrow(what, guard=True), out)
    return out.getvalue()


def _projector(what: Embeddings) -> bytes:
    """A zip of vectors.tsv, numbers without a head line, and metadata.tsv, with one."""
    import pyarrow.csv as pacsv

    vectors, metadata = io.BytesIO(), ["node\tclass"]
    table = _arrow(what, guard=False)
    options = pacsv.WriteOptions(include_header=False, delimiter="\t")
    pacsv.write_csv(table.drop_columns(["node", "class"]), vectors, options)
    for pair in zip(what.nodes, what.classes, strict=True):
        metadata.append("\t".join(str(escape_formula(" ".join(words.split()))) for words in pair))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("vectors.tsv", vectors.getvalue())
        archive.writestr("metadata.tsv", "\n".join(metadata) + "\n")
    return out.getvalue()


def _table(file: Given, limits: Limits):
    import pyarrow as pa
    import pyarrow.csv as pacsv
    import pyarrow.parquet as pq

    if file.data.startswith(b"PAR1"):
        parquet = pq.ParquetFile(io.BytesIO(file.data))
        facts = parquet.metadata
        limits.check("nodes", facts.num_rows, file.name)
        if facts.num_rows * facts.num_columns > limits.values:
            raise ReadError(file.name, f"it holds more than the {limits.values:,} numbers allowed.")
        return parquet.read()
    head = file.data.partition(b"\n")[0].decode().replace('"', "").strip().split(",")
    types = {name: pa.string() if name in ("node", "class") else pa.float32() for name in head}
    options = pacsv.ConvertOptions(column_types=types, strings_can_be_null=False)
    table = pacsv.read_csv(pa.BufferReader(file.data), convert_options=options)
    for place, name in enumerate(("node", "class")):
        table = table.set_column(place, name, unguarded(table.column(name)))
    return table


def _of_table(table) -> Embeddings:
    h = np.column_stack([table.column(place).to_numpy() for place in range(2, table.num_columns)])
    nodes, classes = (tuple(table.column(name).to_pylist()) for name in ("node", "class"))
    return Embeddings(nodes, classes, h.astype(np.float32, copy=False))


def _from_projector(files) -> Embeddings:
    import pyarrow as pa
    import pyarrow.csv as pacsv

    tabs = pacsv.ParseOptions(delimiter="\t", quote_char=False)
    texts = pacsv.ConvertOptions(
        column_types={"node": pa.string(), "class": pa.string()}, strings_can_be_null=False
    )
    metadata = pacsv.read_csv(
        pa.BufferReader(files["metadata.tsv"].data), parse_options=tabs, convert_options=texts
    )
    numbers = pacsv.read_csv(
        pa.BufferReader(files["vectors.tsv"].data),
        read_options=pacsv.ReadOptions(autogenerate_column_names=True),
        parse_options=tabs,
    )
    h = np.column_stack([column.cast(pa.float32()).to_numpy() for column in numbers.columns])
    nodes, classes = (tuple(unguarded(metadata.column(name)).to_pylist()) for name in ("node", "class"))
    return Embeddings(nodes, classes, h)

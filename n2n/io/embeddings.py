"""Embeddings for other programs, and back: npz, Parquet and CSV, exact to the last bit.

Every format also says which node a row belongs to, with its id if that is not its name, and its class. The
pair of TSV files is for TensorBoard's projector.
"""

import io
import zipfile
from dataclasses import dataclass
from typing import Any

import numpy as np

from n2n.files.csv import escape_formula
from n2n.graph import Graph
from n2n.graph.names import Names
from n2n.io.arrays import read_npz
from n2n.io.files import collect
from n2n.io.limits import Limits, ReadError
from n2n.io.parsed import unescaped

FORMATS = {"npz": "npz", "Parquet": "parquet", "CSV": "csv", "TSV for the projector": "zip"}
"""The formats, with their file extensions."""
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

    def texts(self) -> dict[str, tuple[str, ...]]:
        """What is known about the nodes, by the name of its column."""
        found = dict(zip(_TEXTS, (self.nodes, self.ids, self.classes), strict=True))
        return {name: values for name, values in found.items() if values or name != "id"}


def export_embeddings(graph: Graph, h: np.ndarray, format: str) -> bytes:
    """An embedding of a graph as one file in one of the `FORMATS`.

    >>> from n2n import load
    >>> from n2n.exporting import read_embeddings
    >>> data = export_embeddings(load("karate"), np.eye(34), "CSV")
    >>> read_embeddings(("karate.csv", data)).h.shape
    (34, 34)
    """
    if format not in FORMATS:
        raise ValueError(f"The format is {format!r}: choose one of {', '.join(FORMATS)}.")
    h = np.ascontiguousarray(h, np.float32)
    if h.ndim != 2 or len(h) != graph.num_nodes:
        raise ValueError(f"The embedding has shape {h.shape}: expected {graph.num_nodes} rows.")
    write = {"npz": _npz, "Parquet": _parquet, "CSV": _csv, "TSV for the projector": _projector}
    ids = () if graph.node_ids is None else tuple(graph.node_ids)
    return write[format](Embeddings(tuple(graph.names()), tuple(graph.classes()), h, ids))


def _npz(what: Embeddings) -> bytes:
    out = io.BytesIO()
    texts = {}
    # An array of texts has room for the longest in every row; their bytes in one array do not.
    for name, words in what.texts().items():
        names = Names.from_texts(words)
        texts |= {f"{name}_offsets": names.offsets, f"{name}_text": names.text}
    np.savez_compressed(out, allow_pickle=False, embeddings=what.h, **texts)
    return out.getvalue()


def _table(what: Embeddings, escape: bool) -> Any:
    import pyarrow as pa  # here for the start-up time

    columns = {
        name: pa.array([escape_formula(word) for word in words] if escape else words, pa.string())
        for name, words in what.texts().items()
    }
    return pa.table(columns | {f"h{at}": pa.array(column) for at, column in enumerate(what.h.T)})


def _parquet(what: Embeddings) -> bytes:
    import pyarrow.parquet as pq  # here for the start-up time

    out = io.BytesIO()
    pq.write_table(_table(what, escape=False), out)
    return out.getvalue()


def _csv(what: Embeddings) -> bytes:
    import pyarrow.csv as pacsv  # here for the start-up time

    out = io.BytesIO()
    pacsv.write_csv(_table(what, escape=True), out)
    return out.getvalue()


def _projector(what: Embeddings) -> bytes:
    """A zip of vectors.tsv, numbers without a header, and metadata.tsv, with one."""
    import pyarrow.csv as pacsv  # here for the start-up time

    vectors, texts = io.BytesIO(), what.texts()
    options = pacsv.WriteOptions(include_header=False, delimiter="\t")
    pacsv.write_csv(_table(what, escape=False).drop_columns(list(texts)), vectors, options)
    plain = [[str(escape_formula(" ".join(word.split()))) for word in words] for words in texts.values()]
    rows = map("\t".join, zip(*plain, strict=True))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("vectors.tsv", vectors.getvalue())
        archive.writestr("metadata.tsv", "\n".join(["\t".join(texts), *rows]) + "\n")
    return out.getvalue()


def read_embeddings(source: Any, limits: Limits | None = None) -> Embeddings:
    """Read an npz, Parquet or CSV file of `export_embeddings`; a source is that of `n2n.read_graph`."""
    limits = limits or Limits()
    [file, *_] = collect(source, limits)
    try:
        if file.name.endswith(".npz"):
            arrays = read_npz(file, limits)
            found = {
                name: tuple(Names.checked(arrays[f"{name}_offsets"], arrays[f"{name}_text"]))
                for name in _TEXTS
                if f"{name}_text" in arrays or name != "id"
            }
            return Embeddings(found["node"], found["class"], arrays["embeddings"], found.get("id", ()))
        import pyarrow as pa  # here for the start-up time
        import pyarrow.csv as pacsv
        import pyarrow.parquet as pq

        is_parquet = file.data.startswith(b"PAR1")
        if is_parquet:
            facts = pq.ParquetFile(io.BytesIO(file.data)).metadata
            limits.check("nodes", facts.num_rows, file.name)
            limits.check("values", facts.num_rows * facts.num_columns, file.name)
            table = pq.read_table(io.BytesIO(file.data))
        else:
            header = file.data.partition(b"\n")[0].decode().replace('"', "").strip().split(",")
            types = {name: pa.string() if name in _TEXTS else pa.float32() for name in header}
            options = pacsv.ConvertOptions(column_types=types, strings_can_be_null=False)
            table = pacsv.read_csv(pa.BufferReader(file.data), convert_options=options)
        names = [name for name in _TEXTS if name in table.column_names]
        columns = [table.column(name) for name in names]
        columns = columns if is_parquet else [unescaped(column)[0] for column in columns]
        found = {name: tuple(column.to_pylist()) for name, column in zip(names, columns, strict=True)}
        vectors = [column.to_numpy() for column in table.drop_columns(names).columns]
        h = np.column_stack(vectors).astype(np.float32)
        return Embeddings(found["node"], found["class"], h, found.get("id", ()))
    except ReadError:
        raise
    # pyarrow raises errors of many classes, all of which mean that the file is not what it should be.
    except Exception:
        raise ReadError(file.name, "it is damaged, or not an embedding that this program wrote.") from None

"""Embeddings for other programs: npz, Parquet and CSV, exact to the last bit.

Every format also says which node a row belongs to, with its id if that is not its name, and its class. The
pair of TSV files is for TensorBoard's projector.
"""

import io
import zipfile
from typing import Any

import numpy as np

from n2n.files.csv import Table, escape_formula
from n2n.graph import Graph
from n2n.graph.names import Names

FORMATS = {"npz": "npz", "Parquet": "parquet", "CSV": "csv", "TSV for the projector": "zip"}
"""The formats, with their file extensions."""


def export_embeddings(graph: Graph, h: np.ndarray, format: str) -> bytes:
    """An embedding of a graph as one file in one of the `FORMATS`.

    >>> import pandas as pd
    >>> from n2n import load
    >>> data = export_embeddings(load("karate"), np.eye(34), "CSV")
    >>> pd.read_csv(io.BytesIO(data)).shape
    (34, 36)
    """
    if format not in FORMATS:
        raise ValueError(f"The format is {format!r}: choose one of {', '.join(FORMATS)}.")
    h = np.ascontiguousarray(h, np.float32)
    if h.ndim != 2 or len(h) != graph.num_nodes:
        raise ValueError(f"The embedding has shape {h.shape}: expected {graph.num_nodes} rows.")
    write = {"npz": _npz, "Parquet": _parquet, "CSV": _csv, "TSV for the projector": _projector}
    ids = {} if graph.node_ids is None else {"id": list(graph.node_ids)}
    return write[format](h, {"node": graph.names(), **ids, "class": graph.classes()})


def _npz(h: np.ndarray, texts: Table) -> bytes:
    out = io.BytesIO()
    arrays = {"embeddings": h}
    # An array of texts has room for the longest in every row; their UTF-8 bytes in one array do not.
    for name, words in texts.items():
        names = Names.from_texts(words)
        arrays |= {f"{name}_offsets": names.offsets, f"{name}_text": names.text}
    np.savez_compressed(out, allow_pickle=False, **arrays)
    return out.getvalue()


def _table(h: np.ndarray, texts: Table, escape: bool) -> Any:
    import pyarrow as pa  # here for the start-up time

    columns = {
        name: pa.array([escape_formula(word) for word in words] if escape else words, pa.string())
        for name, words in texts.items()
    }
    return pa.table(columns | {f"h{at}": pa.array(column) for at, column in enumerate(h.T)})


def _parquet(h: np.ndarray, texts: Table) -> bytes:
    import pyarrow.parquet as pq  # here for the start-up time

    out = io.BytesIO()
    pq.write_table(_table(h, texts, escape=False), out)
    return out.getvalue()


def _csv(h: np.ndarray, texts: Table) -> bytes:
    import pyarrow.csv as pacsv  # here for the start-up time

    out = io.BytesIO()
    pacsv.write_csv(_table(h, texts, escape=True), out)
    return out.getvalue()


def _projector(h: np.ndarray, texts: Table) -> bytes:
    """A zip of vectors.tsv, numbers without a header, and metadata.tsv, with one."""
    import pyarrow.csv as pacsv  # here for the start-up time

    vectors = io.BytesIO()
    options = pacsv.WriteOptions(include_header=False, delimiter="\t")
    pacsv.write_csv(_table(h, texts, escape=False).drop_columns(list(texts)), vectors, options)
    plain = [[str(escape_formula(" ".join(word.split()))) for word in words] for words in texts.values()]
    rows = map("\t".join, zip(*plain, strict=True))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("vectors.tsv", vectors.getvalue())
        archive.writestr("metadata.tsv", "\n".join(["\t".join(texts), *rows]) + "\n")
    return out.getvalue()

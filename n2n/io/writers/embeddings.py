"""Embeddings for other programs: npz, Parquet, CSV, and the pair of TSV files of TensorBoard's projector.

Every format also says which node a row belongs to, with its id if that is not its name, and its class;
`n2n.io.readers.embeddings` reads each of them again, exact to the last bit.
"""

import io
import zipfile

import numpy as np

from n2n.files.csv import escape_formula
from n2n.graph import Graph
from n2n.graph.names import Names
from n2n.io.readers.embeddings import Embeddings

FORMATS = {"npz": "npz", "Parquet": "parquet", "CSV": "csv", "TSV for the projector": "zip"}
"""The formats, with their file extensions."""


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
    for name, words in (("nodes", what.nodes), ("classes", what.classes), ("ids", what.ids)):
        names = Names.from_texts(words)
        texts |= {f"{name}_offsets": names.offsets, f"{name}_text": names.text}
    np.savez_compressed(out, allow_pickle=False, embeddings=what.h, **texts)
    return out.getvalue()


def _arrow(what: Embeddings, escape: bool):
    import pyarrow as pa  # here for the start-up time

    def text(words):
        return pa.array([escape_formula(word) for word in words] if escape else words, pa.string())

    columns = {name: text(words) for name, words in what.texts.items()}
    return pa.table(columns | {f"h{place}": pa.array(column) for place, column in enumerate(what.h.T)})


def _parquet(what: Embeddings) -> bytes:
    import pyarrow.parquet as pq  # here for the start-up time

    out = io.BytesIO()
    pq.write_table(_arrow(what, escape=False), out)
    return out.getvalue()


def _csv(what: Embeddings) -> bytes:
    import pyarrow.csv as pacsv  # here for the start-up time

    out = io.BytesIO()
    pacsv.write_csv(_arrow(what, escape=True), out)
    return out.getvalue()


def _projector(what: Embeddings) -> bytes:
    """A zip of vectors.tsv, numbers without a header, and metadata.tsv, with one."""
    import pyarrow.csv as pacsv  # here for the start-up time

    vectors, metadata = io.BytesIO(), ["\t".join(what.texts)]
    table = _arrow(what, escape=False)
    options = pacsv.WriteOptions(include_header=False, delimiter="\t")
    pacsv.write_csv(table.drop_columns([*what.texts]), vectors, options)
    for row in zip(*what.texts.values(), strict=True):
        metadata.append("\t".join(str(escape_formula(" ".join(words.split()))) for words in row))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("vectors.tsv", vectors.getvalue())
        archive.writestr("metadata.tsv", "\n".join(metadata) + "\n")
    return out.getvalue()

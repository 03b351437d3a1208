"""Embeddings for other programs: npz, Parquet and CSV, exact to the last bit.

Every format also says which node a row belongs to, with its id if that is not its name, and its class.
"""

import io

import numpy as np

from n2n.files.csv import escape_formula
from n2n.graph import Graph
from n2n.graph.names import Names

FORMATS = {"npz": "npz", "Parquet": "parquet", "CSV": "csv"}
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
    ids = {} if graph.node_ids is None else {"id": list(graph.node_ids)}
    texts = {"node": graph.names(), **ids, "class": graph.classes()}
    out = io.BytesIO()
    if format == "npz":
        arrays = {"embeddings": h}
        # An array of texts has room for the longest in every row; their UTF-8 bytes in one array do not.
        for name, words in texts.items():
            stored = Names.from_texts(words)
            arrays |= {f"{name}_offsets": stored.offsets, f"{name}_text": stored.text}
        np.savez_compressed(out, allow_pickle=False, **arrays)
        return out.getvalue()
    import pyarrow as pa  # here for the start-up time
    import pyarrow.csv as pacsv
    import pyarrow.parquet as pq

    if format == "CSV":
        texts = {name: [str(escape_formula(word)) for word in words] for name, words in texts.items()}
    columns = {name: pa.array(words, pa.string()) for name, words in texts.items()}
    table = pa.table(columns | {f"h{at}": pa.array(column) for at, column in enumerate(h.T)})
    (pacsv.write_csv if format == "CSV" else pq.write_table)(table, out)
    return out.getvalue()

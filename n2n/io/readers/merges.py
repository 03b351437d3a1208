"""Several tables of nodes as one: labels from one file, features from another."""

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix
from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.parts import EdgePart, NodePart, check_once, compute


def merged(parts: list[NodePart], edges: EdgePart, notes: list[str]) -> NodePart | None:
    """One table of nodes; every node of it has the labels and features that any of the tables gives.

    Raises:
        ReadError: two tables have labels, or a node lacks features that others have.
    """
    if not parts or (len(parts) == 1 and not parts[0].partial):
        return parts[0] if parts else None
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    for part in parts:
        check_once(part)
    full = [part for part in parts if part.x is not None and not part.partial]
    if full:
        ids = full[0].ids.combine_chunks()
        _note_unknown(parts, full[0], ids, notes)
    else:
        known = [part.ids for part in sorted(parts, key=lambda part: part.partial)]
        if any(part.partial for part in parts):
            known += [edges.source, edges.target]
        chunks = [chunk for column in known for chunk in column.chunks]
        ids = pc.unique(pa.chunked_array(chunks, pa.string()))
    labelled = [part for part in parts if part.labels is not None]
    if len(labelled) > 1:
        raise ReadError(
            labelled[1].file, f"{labelled[0].file} and this table both have labels: ignore one of them."
        )
    named = next((part for part in parts if part.names is not None), None)
    matrices = [_rows(part, ids) for part in parts if part.x is not None]
    x = matrices[0] if len(matrices) == 1 else None
    if len(matrices) > 1:
        x = sp.csr_array(sp.hstack([sp.csr_array(matrix) for matrix in matrices]))
    first = full[0] if full else (labelled or parts)[0]
    return NodePart(
        first.file,
        pa.chunked_array([ids]),
        _texts(named, "names", ids),
        _texts(labelled[0] if labelled else None, "labels", ids),
        _texts(labelled[0] if labelled else None, "class_names", ids),
        x,
        first.line,
    )


def _texts(part: NodePart | None, what: str, ids):
    """A column of a part in the order of `ids`, empty where the part lacks a node."""
    import pyarrow as pa  # here for the start-up time

    column = None if part is None else getattr(part, what)
    if part is None or column is None:
        return None
    row = compute().index_in(ids, value_set=part.ids.combine_chunks())
    return pa.chunked_array([compute().fill_null(column.combine_chunks().take(row), "")])


def _note_unknown(parts: list[NodePart], full: NodePart, ids, notes: list[str]) -> None:
    """Note the rows that are left out since their node has no features."""
    pc = compute()
    for part in parts:
        unknown = pc.index_in(part.ids, value_set=ids).null_count
        if unknown:
            notes.append(
                f"Rows of {part.file} left out, since their nodes are not in {full.file}: {unknown:,}."
            )


def _rows(part: NodePart, ids):
    """The features of a part in the order of `ids`."""
    x: Matrix = part.x
    row = compute().index_in(ids, value_set=part.ids.combine_chunks())
    missing = np.flatnonzero(row.is_null().to_numpy(zero_copy_only=False))
    if not part.partial and len(missing):
        raise ReadError(part.file, f"node {quoted(ids[int(missing[0])].as_py())} has no features here.")
    if not len(missing):
        return x[row.to_numpy(zero_copy_only=False)]
    matrix: Matrix = sp.csr_array(x)
    empty = sp.csr_array((1, matrix.shape[1]), dtype=matrix.dtype)
    padded = sp.csr_array(sp.vstack([matrix, empty]))
    return padded[compute().fill_null(row, matrix.shape[0]).to_numpy(zero_copy_only=False)]

"""A graph as a folder of plain .npy arrays, for graphs larger than memory.

    graph.json                      name, provenance, counts, classes, what was dropped, checksums
    indptr.npy, indices.npy         the adjacency in CSR: int64, and int32 below 2³¹ nodes
    x.npy                           dense features, float32; or x_indptr, x_indices, x_data in CSR
    y.npy                           labels, int64, −1 for none
    name_offsets.npy, name_text.npy names of the nodes as UTF-8, where they have names
    id_offsets.npy, id_text.npy     their ids in the source, where these are not the names
    train.npy, val.npy, test.npy    the public split, where there is one
    further_splits.npy              the part of every node in more splits, where there are some

The functions deal in plain arrays and never see a `Graph`: its own methods call them.
"""

import os
from typing import Any

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix, row_blocks
from n2n.files.folder import Kind, open_folder
from n2n.files.new_folder import NewFolder, new_folder
from n2n.graph.names import Names
from n2n.graph.splits import PARTS, Split, parts_of, splits_of

KIND = Kind("graph", 1)

# One number per node: mapped so that they may be written to in memory, as torch asks for.
_PER_NODE = ("indptr", "y", *PARTS)
_TEXTS = {"node_names": "name", "node_ids": "id"}


def index_type(num_nodes: int) -> type[np.signedinteger]:
    """The type of node ids in files."""
    return np.int32 if num_nodes <= np.iinfo(np.int32).max else np.int64


def facts_of(
    *,
    num_nodes: int,
    num_edges: int,
    num_features: int,
    class_names,
    name: str,
    provenance: str,
    dropped: dict[str, int],
    about: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """What graph.json says, apart from the arrays; `about` is anything else worth knowing."""
    counts = {"num_nodes": num_nodes, "num_edges": num_edges, "num_features": num_features}
    return {
        "name": name,
        "provenance": provenance,
        **counts,
        "class_names": list(class_names),
        "dropped": dropped,
        "about": about or {},
    }


def save_fields(path: str | os.PathLike, fields: dict[str, Any], replace: bool = False) -> None:
    """Write the fields of a graph to a folder, completely or not at all."""
    indptr, indices, x = fields["indptr"], fields["indices"], fields["x"]
    n = len(indptr) - 1
    with new_folder(path, KIND, replace) as folder:
        folder.write("indptr", indptr.astype(np.int64, copy=False))
        folder.write("indices", indices.astype(index_type(n), copy=False))
        folder.write("y", fields["y"].astype(np.int64, copy=False))
        _write_features(folder, x)
        for field, prefix in _TEXTS.items():
            if fields[field] is not None:
                _write_texts(folder, prefix, fields[field])
        if fields["public"] is not None:
            for part in PARTS:
                folder.write(part, getattr(fields["public"], part))
        if fields["further_splits"]:
            folder.write("further_splits", parts_of(fields["further_splits"], n))
        folder.finish(
            facts_of(
                num_nodes=n,
                num_edges=len(indices) // 2,
                num_features=x.shape[1],
                class_names=fields["class_names"],
                name=fields["name"],
                provenance=fields["provenance"],
                dropped=fields["dropped"],
            )
        )


def _write_features(folder: NewFolder, x: Matrix) -> None:
    if not sp.issparse(x):
        folder.write("x", x)
        return
    # scipy shares both index arrays only if they have the same type, the smallest that holds them.
    small = max(x.nnz, *x.shape) <= np.iinfo(np.int32).max
    index = np.int32 if small else np.int64
    folder.write("x_indptr", x.indptr.astype(index, copy=False))
    folder.write("x_indices", x.indices.astype(index, copy=False))
    folder.write("x_data", x.data)


def _write_texts(folder: NewFolder, prefix: str, texts) -> None:
    texts = texts if isinstance(texts, Names) else Names.from_texts(texts)
    folder.write(f"{prefix}_offsets", texts.offsets)
    folder.write(f"{prefix}_text", texts.text)


def open_fields(path: str | os.PathLike, verify: bool = False) -> dict[str, Any]:
    """The fields of the graph in a folder, with memory-mapped arrays; edges and features are not read.

    Args:
        verify: read everything, compare it with the checksums, and check that it is a graph.

    Raises:
        ValueError: says in one sentence what is wrong with the folder.
    """
    arrays, facts = open_folder(path, KIND, verify, _PER_NODE)
    try:
        fields = _fields(arrays, facts)
        wrong = _contradiction(fields, facts) or (_wrong_content(fields) if verify else "")
    except (KeyError, TypeError, ValueError, IndexError) as error:
        wrong = str(error)
    if wrong:
        raise ValueError(f"{path} is not a graph that this program wrote: {wrong}.")
    return fields


def _fields(arrays: dict[str, np.ndarray], facts: dict[str, Any]) -> dict[str, Any]:
    n, width = facts["num_nodes"], facts["num_features"]
    x: Matrix = arrays.get("x")
    if x is None:
        x = sp.csr_array((arrays["x_data"], arrays["x_indices"], arrays["x_indptr"]), shape=(n, width))
        x.has_canonical_format = True  # as it was when it was saved; to look would read all of it
    return {
        "indptr": arrays["indptr"],
        "indices": arrays["indices"],
        "x": x,
        "y": arrays["y"],
        "class_names": tuple(facts["class_names"]),
        "name": facts["name"],
        "provenance": facts["provenance"],
        "dropped": facts["dropped"],
        "public": Split(*(arrays[part] for part in PARTS)) if "train" in arrays else None,
        "further_splits": splits_of(arrays["further_splits"]) if "further_splits" in arrays else (),
        **{
            field: Names.checked(arrays[f"{prefix}_offsets"], arrays[f"{prefix}_text"])
            for field, prefix in _TEXTS.items()
            if f"{prefix}_text" in arrays
        },
    }


def _contradiction(fields: dict[str, Any], facts: dict[str, Any]) -> str:
    """What does not fit together, in words; only what is quick to check at any size."""
    n, m = facts["num_nodes"], 2 * facts["num_edges"]
    indptr, y = fields["indptr"], fields["y"]
    if indptr.shape != (n + 1,) or indptr[0] != 0 or indptr[-1] != m or (np.diff(indptr) < 0).any():
        return f"indptr does not lead through {m:,} entries of {n:,} rows"
    if fields["indices"].shape != (m,):
        return f"indices has {len(fields['indices']):,} entries instead of {m:,}"
    if fields["x"].shape != (n, facts["num_features"]):
        return f"x has shape {fields['x'].shape} instead of ({n}, {facts['num_features']})"
    if y.shape != (n,) or y.min(initial=-1) < -1 or y.max(initial=-1) >= len(fields["class_names"]):
        return f"y does not hold {n:,} labels below {len(fields['class_names'])}"
    for part in PARTS if fields["public"] is not None else ():
        nodes = getattr(fields["public"], part)
        if nodes.ndim != 1 or nodes.min(initial=0) < 0 or nodes.max(initial=-1) >= n:
            return f"{part} does not hold nodes from 0 to {n - 1:,}"
    for texts in (fields[field] for field in _TEXTS if field in fields):
        if len(texts) != n:
            return f"there are not {n:,} names or ids"
    return ""


def _wrong_content(fields: dict[str, Any]) -> str:
    """What makes the arrays no graph, in words: all that compiled loops rely on, read once and by blocks."""
    indptr, indices, x = fields["indptr"], fields["indices"], fields["x"]
    n = len(indptr) - 1
    if indices.dtype.kind != "i" or indptr.dtype.kind != "i":
        return f"indptr and indices have types {indptr.dtype} and {indices.dtype}"
    if x.dtype != np.float32 or x.ndim != 2:
        return f"x has type {x.dtype}"
    keys = np.random.default_rng().integers(0, 2**64, 2, np.uint64)
    unpaired = np.uint64(0)
    for start, stop in row_blocks(indptr, 0, n):
        part = np.asarray(indices[indptr[start] : indptr[stop]]).astype(np.int64)
        rows = np.repeat(np.arange(start, stop), np.diff(indptr[start : stop + 1]))
        if part.min(initial=0) < 0 or part.max(initial=-1) >= n:
            return f"indices does not hold nodes from 0 to {n - 1:,}"
        if ((np.diff(part) <= 0) & (np.diff(rows) == 0)).any() or (part == rows).any():
            return "indices is not ascending in every row, without the node itself"
        # An edge and its reverse cancel each other; what is left over is, but for chance, not symmetric.
        unpaired ^= np.bitwise_xor.reduce(_mixed(np.minimum(rows, part), np.maximum(rows, part), keys))
    if unpaired:
        return "an edge is there in one direction only"
    if sp.issparse(x):
        x.check_format(full_check=True)
    return ""


def _mixed(low: np.ndarray, high: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """64 bits for each pair that nobody can foresee without the keys."""
    out = low.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) ^ keys[0]
    for number in (high.astype(np.uint64), keys[1]):
        out = (out ^ (out >> np.uint64(29)) ^ number) * np.uint64(0xBF58476D1CE4E5B9)
    return out ^ (out >> np.uint64(32))

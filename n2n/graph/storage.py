"""A graph as plain .npy arrays: in a folder, for graphs of any size, or zipped into one .npz file.

    graph.json                      name, provenance, counts, classes, what was dropped, checksums
    indptr.npy, indices.npy         the adjacency in CSR: int64, and int32 below 2³¹ nodes
    x.npy                           dense features, float32; or x_indptr, x_indices, x_data in CSR
    y.npy                           labels, int64, −1 for none
    name_offsets.npy, name_text.npy names of the nodes as UTF-8, where they have names
    id_offsets.npy, id_text.npy     their ids in the source, where these are not the names
    train.npy, val.npy, test.npy    the public split, where there is one
    further_splits.npy              the part of every node in more splits, where there are some

An .npz file has the same arrays, and as "graph" the content of the JSON file without checksums. The same
graph always gives the same bytes.

`Graph` itself calls these functions, so they take any object with its fields and return the fields as a dict.
"""

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix, row_blocks
from n2n.files.folder import Kind, checksum, new_folder, open_folder
from n2n.graph.checks import Dropped, as_node_names, as_split
from n2n.graph.names import Names
from n2n.graph.splits import PARTS, Split, parts_of, splits_of

KIND = Kind("graph", 1)

# One number per node: mapped so that they may be written to in memory, as torch asks for.
_PER_NODE = ("indptr", "y", *PARTS)
_TEXTS = {"node_names": "name", "node_ids": "id"}


def _index_type(largest: int) -> type[np.signedinteger]:
    """The type of numbers below `largest` in files."""
    return np.int32 if largest < 1 << 31 else np.int64


def _facts(graph) -> dict[str, Any]:
    return {
        "name": graph.name,
        "provenance": graph.provenance,
        "class_names": list(graph.class_names),
        "num_nodes": graph.num_nodes,
        "num_edges": graph.num_edges,
        "num_features": graph.num_features,
        "dropped": asdict(graph.dropped),
        "about": {},  # room for more
    }


def _arrays(graph) -> dict[str, np.ndarray]:
    n, x = graph.num_nodes, graph.x
    arrays = {
        "indptr": graph.indptr.astype(np.int64, copy=False),
        "indices": graph.indices.astype(_index_type(n), copy=False),
        "y": graph.y.astype(np.int64, copy=False),
    }
    if sp.issparse(x):
        if not x.has_canonical_format:
            x = x.copy()
            x.sum_duplicates()
        # scipy shares both index arrays only if they have the same type, the smallest that holds them.
        index = _index_type(max(x.nnz, *x.shape))
        arrays |= {f"x_{part}": getattr(x, part).astype(index, copy=False) for part in ("indptr", "indices")}
        arrays["x_data"] = x.data
    else:
        arrays["x"] = x
    for field, prefix in _TEXTS.items():
        if (texts := getattr(graph, field)) is not None:
            texts = texts if isinstance(texts, Names) else Names.from_texts(texts)
            arrays |= {f"{prefix}_offsets": texts.offsets, f"{prefix}_text": texts.text}
    if graph.public is not None:
        arrays |= {part: getattr(graph.public, part) for part in PARTS}
    if graph.further_splits:
        arrays["further_splits"] = parts_of(graph.further_splits, n)
    return arrays


def save(graph, path: str | os.PathLike, replace: bool = False) -> None:
    """Write a graph to a folder, completely or not at all."""
    with new_folder(path, KIND, replace) as folder:
        for name, array in _arrays(graph).items():
            folder.write(name, array)
        folder.facts = _facts(graph)


def graph_bytes(graph) -> bytes:
    """A graph as the content of an .npz file.

    >>> from n2n import Graph, load
    >>> Graph(**unpack(np.load(io.BytesIO(graph_bytes(load("karate")))))).num_edges
    78
    """
    text = json.dumps({"kind": KIND.name, "format": KIND.version, "facts": _facts(graph)})
    out = io.BytesIO()
    # np.savez writes the current time into the file.
    with zipfile.ZipFile(out, "w") as archive:
        for name, array in {"graph": np.array(text), **_arrays(graph)}.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, np.asarray(array, order="C"), allow_pickle=False)
            entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            archive.writestr(entry, content.getvalue(), zipfile.ZIP_DEFLATED, compresslevel=9)
    return out.getvalue()


def unpack(arrays: Mapping[str, np.ndarray]) -> dict[str, Any]:
    """The fields of the graph in the arrays of an .npz file, all of them checked.

    Raises:
        ValueError: says in a part of a sentence what is wrong.
    """
    try:
        content = json.loads(str(arrays["graph"]))
        if (content["kind"], content["format"]) != (KIND.name, KIND.version):
            raise ValueError(f"it does not have format {KIND.version}, which this program reads")
        fields = _checked({name: arrays[name] for name in arrays if name != "graph"}, content["facts"], True)
        for field in _TEXTS.keys() & fields.keys():
            as_node_names(fields[field], len(fields["y"]), field)
    except (KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise ValueError(f"its arrays are not those of a graph ({error})") from error
    # As of a graph in memory: scipy shares two index arrays only if they have the same type.
    index = _index_type(max(len(fields["indices"]), len(fields["y"])))
    fields |= {name: fields[name].astype(index) for name in ("indptr", "indices")}
    return fields


def read_npz(path: str | os.PathLike) -> dict[str, Any]:
    """The fields of the graph in an .npz file; ValueError if it is missing, damaged or of another program."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return unpack(arrays)
    # numpy and zipfile raise errors of many classes on a file that is truncated or altered.
    except Exception as error:
        raise ValueError(f"{path} is damaged or not a graph file of this program: {error}.") from error


def open_fields(path: str | os.PathLike, verify: bool = False) -> dict[str, Any]:
    """The fields of the graph in a folder, with memory-mapped arrays; edges and features are not read.

    Args:
        verify: read everything, compare it with the checksums, and check that it is a graph.

    Raises:
        ValueError: says in one sentence what is wrong with the folder.
    """
    arrays, facts = open_folder(path, KIND, verify, _PER_NODE)
    try:
        return _checked(arrays, facts, verify)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ValueError(f"{path} is not a graph that this program wrote: {error}.") from None


def _checked(arrays: dict[str, np.ndarray], facts: dict[str, Any], everything: bool) -> dict[str, Any]:
    """The fields of the graph; ValueError where the arrays do not fit together."""
    n, width = facts["num_nodes"], facts["num_features"]
    x: Matrix = arrays.get("x")
    if x is None:
        x = sp.csr_array((arrays["x_data"], arrays["x_indices"], arrays["x_indptr"]), shape=(n, width))
        x.has_canonical_format = True  # as it was when it was saved; a check would read all of it
    fields = {
        "indptr": arrays["indptr"],
        "indices": arrays["indices"],
        "x": x,
        "y": arrays["y"],
        "class_names": tuple(map(str, facts["class_names"])),
        "name": str(facts["name"]),
        "provenance": str(facts["provenance"]),
        "dropped": Dropped(**facts["dropped"]),
        "public": Split(*(arrays[part] for part in PARTS)) if "train" in arrays else None,
        "further_splits": splits_of(arrays["further_splits"], n) if "further_splits" in arrays else (),
    }
    for field, prefix in _TEXTS.items():
        if f"{prefix}_text" in arrays:
            fields[field] = Names(arrays[f"{prefix}_offsets"], arrays[f"{prefix}_text"])
    if wrong := _contradiction(fields, facts) or (_wrong_content(fields) if everything else ""):
        raise ValueError(wrong)
    return fields


def _contradiction(fields: dict[str, Any], facts: dict[str, Any]) -> str:
    """What does not fit together, in words; only what is quick to check at any size."""
    n, m = facts["num_nodes"], 2 * facts["num_edges"]
    indptr, indices, x, y = (fields[name] for name in ("indptr", "indices", "x", "y"))
    if {indptr.dtype, y.dtype} != {np.dtype(np.int64)} or indices.dtype not in (np.int32, np.int64):
        return f"indptr, indices and y have types {indptr.dtype}, {indices.dtype} and {y.dtype}"
    if indptr.shape != (n + 1,) or indptr[0] != 0 or indptr[-1] != m or (np.diff(indptr) < 0).any():
        return f"indptr does not lead through {m:,} entries of {n:,} rows"
    if indices.shape != (m,):
        return f"indices has {len(indices):,} entries instead of {m:,}"
    if x.shape != (n, facts["num_features"]) or x.dtype != np.float32:
        return f"x has shape {x.shape} and type {x.dtype} instead of ({n}, {facts['num_features']}) float32"
    if y.shape != (n,) or y.min(initial=-1) < -1 or y.max(initial=-1) >= len(fields["class_names"]):
        return f"y does not hold {n:,} labels below {len(fields['class_names'])}"
    for part in PARTS if fields["public"] is not None else ():
        nodes = getattr(fields["public"], part)
        whole = nodes.ndim == 1 and nodes.dtype.kind == "i"
        if not whole or nodes.min(initial=0) < 0 or nodes.max(initial=-1) >= n:
            return f"{part} does not hold nodes from 0 to {n - 1:,}"
    if any(len(fields[field]) != n for field in _TEXTS if field in fields):
        return f"there are not {n:,} names or ids"
    return ""


def _wrong_content(fields: dict[str, Any]) -> str:
    """What makes the arrays no graph, in words: all that compiled loops rely on, read once and by blocks."""
    indptr, indices, x = fields["indptr"], fields["indices"], fields["x"]
    n = len(indptr) - 1
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
        if len(x.indices) and not sp.csr_array((x.data, x.indices, x.indptr), x.shape).has_canonical_format:
            return "x_indices is not ascending in every row"
    values = x.data if sp.issparse(x) else x
    blocks = range(0, len(values), 1 << 20)
    if not all(np.isfinite(values[start : start + (1 << 20)]).all() for start in blocks):
        return "x holds NaN or infinity"
    if fields["public"] is not None:
        as_split(fields["public"], n)
    return ""


def _mixed(low: np.ndarray, high: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """64 bits for each pair that cannot be predicted without the keys."""
    out = low.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) ^ keys[0]
    for number in (high.astype(np.uint64), keys[1]):
        out = (out ^ (out >> np.uint64(29)) ^ number) * np.uint64(0xBF58476D1CE4E5B9)
    return out ^ (out >> np.uint64(32))


def fingerprint(graph) -> str:
    """A hash of edges, features, labels, names and splits, 32 hexadecimal digits.

    That of a graph in a folder comes from the checksums there: nothing is read, and it is not that of the
    same graph in memory.

    >>> from n2n import Graph
    >>> one = Graph.from_edges([[0], [1]], x=None, num_nodes=2)
    >>> fingerprint(one) == fingerprint(one.replace()), fingerprint(one) == fingerprint(one.replace(name="b"))
    (True, False)
    """
    if graph.folder is not None:
        return checksum(graph.folder, KIND)[:32]
    facts = _facts(graph) | {"provenance": "", "dropped": {}}
    digest = hashlib.sha256(json.dumps(facts).encode())
    for name, array in _arrays(graph).items():
        digest.update(f"{name} {array.dtype} {array.shape};".encode())
        digest.update(np.ascontiguousarray(array).data if array.size else b"")
    return digest.hexdigest()[:32]

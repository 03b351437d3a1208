"""Graphs in arrays, named as in the gnn-benchmark files, in this program's own or in torch-geometric."""

import json

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix, compact, entry_rows
from n2n.graph import Graph
from n2n.graph.checks import as_class_names
from n2n.graph.storage import unpack
from n2n.io.readers.array_names import (
    DENSE,
    EDGES,
    FEATURES,
    LABELS,
    NODES,
    edges_of,
    has_edges,
    labels_of,
    named_classes,
    pick,
    splits_of,
)
from n2n.io.readers.arrays import Arrays
from n2n.io.readers.errors import ReadError, quoted, shown
from n2n.io.readers.limits import Limits


def graph_of_arrays(
    arrays: Arrays, facts: dict[str, str], name: str, limits: Limits
) -> tuple[Graph, list[str]]:
    """The graph that the arrays of a file describe, and notes on it."""
    try:
        if "graph" in arrays and "indptr" in arrays:
            return _own(arrays, limits)
        known = {*arrays, *arrays.pickled}
        if "adj_indptr" in known or "adj_matrix.indptr" in known:
            return _gnn_benchmark(arrays, name, limits)
        if has_edges(arrays):
            return _plain(arrays, facts, name, limits)
    except ReadError:
        raise
    except (ValueError, TypeError, LookupError, OverflowError, MemoryError) as error:
        words = shown(str(error).partition("\n")[0], 150).rstrip(".")
        raise ReadError(arrays.file, f"its arrays do not form a graph ({words}).") from None
    if arrays.pickled:
        arrays[arrays.pickled[0]]  # says how to save it
    raise ReadError(
        arrays.file, "it has no edges: expected an array edge_index, edges or adj, or adj_indptr and so on."
    )


def _own(arrays: Arrays, limits: Limits) -> tuple[Graph, list[str]]:
    limits.check("edges", arrays["indices"].size // 2, arrays.file)
    features = arrays["x"] if "x" in arrays else arrays["x_data"]
    limits.check("values", features.size, arrays.file)
    graph = Graph(**unpack(arrays))
    _check_size(graph.num_nodes, graph.num_features, arrays, limits)
    limits.check("classes", graph.num_classes, arrays.file)
    return graph.replace(name=graph.name[: limits.text]), ["This program wrote the file."]


def _gnn_benchmark(arrays: Arrays, name: str, limits: Limits) -> tuple[Graph, list[str]]:
    dot = "adj_matrix.indptr" in arrays
    adjacency = _csr(arrays, "adj_matrix." if dot else "adj_", limits, "edges")
    n = adjacency.shape[0]
    if adjacency.shape[1] != n:
        raise ReadError(
            arrays.file, f"its adjacency has shape {adjacency.shape}: expected as many columns as rows."
        )
    limits.check("nodes", n, arrays.file)
    x: Matrix = None
    attribute = "attr_matrix." if dot else "attr_"
    if f"{attribute}indptr" in arrays:
        x = _csr(arrays, attribute, limits, "values")
        _check_size(n, x.shape[1], arrays, limits)
    elif found := next(((name, arrays[name]) for name in FEATURES if name in arrays), None):
        x = _check_matrix(found[1], found[0], None, arrays.file)
        _check_size(n, x.shape[1], arrays, limits)
    y = next((arrays[name] for name in LABELS if name in arrays), None)
    notes = ["The arrays are those of the gnn-benchmark files."]
    public, *further = splits_of(arrays, n) or (None,)
    if "class_names" in arrays.pickled or "labels" in arrays.pickled:
        notes.append("Names or labels in it are pickled and were left out.")
    names = _texts(arrays, "class_names", y, limits)
    if y is not None and names is None and y.ndim == 1:
        y, names = named_classes(y, arrays.file, limits)
    nodes = _texts(arrays, "node_names", None, limits)
    graph = Graph.from_edges(
        np.stack([entry_rows(adjacency.indptr), adjacency.indices]),
        x=x,
        y=y,
        num_nodes=n,
        class_names=names,
        name=name,
        provenance=arrays.file,
        node_names=nodes if nodes and len(nodes) == n else None,
        public=public,
        further_splits=tuple(further),
    )
    return graph, notes


def _plain(arrays: Arrays, facts: dict[str, str], name: str, limits: Limits) -> tuple[Graph, list[str]]:
    """Plain arrays under the usual names, those of a torch-geometric `Data` among them."""
    edges, n = edges_of(arrays, limits)
    x: Matrix = None
    found = pick(arrays, FEATURES)
    if found is not None:
        x = _check_matrix(found[1], found[0], None, arrays.file)
    elif "x_indptr" in arrays:
        x = _csr(arrays, "x_", limits, "values")
    y = labels_of(arrays)
    names = _listed(facts, "class_names", limits.classes, arrays.file)
    if y is not None and names is None:
        y, names = named_classes(y, arrays.file, limits)
    n = x.shape[0] if x is not None else len(y) if y is not None else n
    if n is None:
        n = int(edges.max(initial=-1)) + 1
    _check_size(n, 0 if x is None else x.shape[1], arrays, limits)
    if isinstance(x, np.ndarray):
        x = compact(x.astype(np.float32))
    public, *further = splits_of(arrays, n) or (None,)
    graph = Graph.from_edges(
        edges,
        x=x,
        y=y,
        num_nodes=n,
        class_names=names,
        name=str(facts.get("name", name))[: limits.text],
        provenance=str(facts.get("provenance", arrays.file))[: limits.text],
        public=public,
        node_names=_listed(facts, "node_names", n, arrays.file),
        node_ids=_listed(facts, "node_ids", n, arrays.file),
        further_splits=tuple(further),
    )
    return graph, _notes(arrays, found, bool(facts), 1 + len(further))


def _notes(arrays: Arrays, features: tuple | None, tensors: bool, splits: int) -> list[str]:
    known = [found[0] for names in (EDGES, DENSE, LABELS, NODES) if (found := pick(arrays, names))]
    if features:
        known.insert(1, features[0])
    notes = [f"Arrays that were used: {', '.join(known)}."] if known else []
    if splits > 1:
        notes.append(f"There are {splits} splits: the seed of the split chooses one, from 0 to {splits - 1}.")
    left = [name for name in arrays.pickled if name not in known]
    if left:
        notes.append(f"Arrays that are pickled and were left out: {shown(', '.join(left), 150)}.")
    unused = [name for name in arrays if name not in known and "_mask" not in name] if known else []
    if unused and not tensors:
        notes.append(f"Arrays that were not used: {shown(', '.join(unused), 150)}.")
    return notes


def _csr(arrays: Arrays, prefix: str, limits: Limits, what: str) -> Matrix:
    """The matrix in four arrays; scipy checks that its indices are within its shape."""
    shape = tuple(int(size) for size in arrays[f"{prefix}shape"])
    if len(shape) != 2 or min(shape) < 0:
        raise ReadError(arrays.file, f"{quoted(prefix + 'shape')} is {shape}: expected two sizes.")
    limits.check("nodes", shape[0], arrays.file)
    parts = [arrays[prefix + part] for part in ("data", "indices", "indptr")]
    if len(parts[2]) != shape[0] + 1:
        raise ReadError(arrays.file, f"{quoted(prefix + 'indptr')} does not match the number of nodes.")
    limits.check(what, len(parts[1]), arrays.file)
    if any(part.dtype.kind not in "iu" for part in parts[1:]) or parts[0].dtype.kind not in "biuf":
        raise ReadError(arrays.file, f"the arrays {quoted(prefix + '…')} do not hold numbers.")
    matrix = sp.csr_array(tuple(parts), shape=shape)
    matrix.check_format(full_check=True)
    return matrix


def _check_matrix(array: np.ndarray, name: str, rows: int | None, file: str) -> np.ndarray:
    if array.ndim != 2 or (rows is not None and len(array) != rows) or array.dtype.kind not in "biuf":
        shape = "(2, number of edges)" if rows else "(nodes, features)"
        raise ReadError(file, f"{quoted(name)} has shape {array.shape}: expected numbers, {shape}.")
    return array


def _check_size(nodes: int, features: int, arrays: Arrays, limits: Limits) -> None:
    if min(nodes, features) < 0:
        raise ReadError(arrays.file, "a size in it is negative.")
    limits.check("nodes", nodes, arrays.file)
    limits.check("features", features, arrays.file)
    for name in FEATURES:
        limits.check("values", arrays[name].size if name in arrays else 0, arrays.file)


def _texts(arrays: Arrays, name: str, y: np.ndarray | None, limits: Limits) -> tuple[str, ...] | None:
    """An array of names, if it is plain text and long enough for the labels."""
    found = arrays.get(name)
    if found is None or found.ndim != 1 or found.dtype.kind not in "SU":
        return None
    if y is not None and (
        len(found) > limits.classes or y.dtype.kind not in "iu" or y.max(initial=-1) >= len(found)
    ):
        return None
    return as_class_names(found.astype(str).tolist(), np.zeros(0))


def _listed(facts: dict[str, str], name: str, most: int, file: str) -> tuple[str, ...] | None:
    if name not in facts:
        return None
    found = json.loads(facts[name])
    if not isinstance(found, list) or len(found) > most:
        raise ReadError(file, f"{quoted(name)} in its header is not a list of at most {most:,} names.")
    return tuple(map(str, found))

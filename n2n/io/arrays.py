"""Graphs in arrays: .npz and .safetensors, by the names that people give them; never a pickle.

edges      edge_index, edges, edge_list as (2, E) or (E, 2); adj as a square matrix; a matrix of scipy, whose
           parts may begin with adj_ or adj_matrix. as in the files of the gnn-benchmark
features   x, features, node_features, attr, attr_matrix, feat; parts of a matrix that begin with x_ or attr_
labels     y, labels, node_labels, label, target
splits     train_mask, val_mask, test_mask, or train_masks … with one row or column per split
"""

import io
import json
from typing import Any

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix, compact, entry_rows
from n2n.graph import Graph
from n2n.graph.splits import Split
from n2n.graph.storage import unpack
from n2n.io.ids import chained
from n2n.io.limits import InputFile, Limits, ReadError, quoted, shown
from n2n.io.nodes import NodeTable, classes_of
from n2n.io.unpack import zip_members

_EDGES = ("edge_index", "edges", "edge_list")
_DENSE = ("adj", "adjacency", "adj_matrix", "A")
_FEATURES = ("x", "features", "node_features", "node_feat", "attr", "attr_matrix", "feat", "feats", "X")
_LABELS = ("y", "labels", "node_labels", "node_label", "label", "target", "targets", "Y")
_NODES = ("num_nodes", "n_nodes", "number_of_nodes")
_SPARSE_EDGES = ("adj_", "adj_matrix.", "")
_SPARSE_FEATURES = ("x_", "attr_", "attr_matrix.")
_SPLITS = (("train",), ("val", "valid", "validation"), ("test",))


class Arrays(dict):
    """Arrays by name; those that are pickled are not read but listed in `pickled`."""

    def __init__(self, file: str):
        super().__init__()
        self.file = file
        self.pickled: list[str] = []

    def __missing__(self, name: str) -> np.ndarray:
        if name in self.pickled:
            raise ReadError(
                self.file,
                f"{quoted(name)} in it is pickled, which could run code: if you trust it, load it and save "
                'plain arrays with np.savez("graph.npz", edge_index=edges, x=features, y=labels).',
            )
        raise ReadError(self.file, f"the array {quoted(name)} is missing.")

    def first(self, names: tuple[str, ...]) -> tuple[str, Any]:
        """The name and the array of the first name that is there; one that is pickled is an error."""
        name = next((name for name in names if name in self or name in self.pickled), "")
        return name, self[name] if name else None

    def matrix(self, prefixes: tuple[str, ...], limits: Limits, what: str) -> tuple[str, Matrix]:
        """The sparse matrix whose parts begin with the first of the prefixes that is there, in CSR."""
        prefix = next((one for one in prefixes if f"{one}indptr" in {*self, *self.pickled}), None)
        if prefix is None:
            return "", None
        parts = ("indptr", "indices", "data", "shape")
        indptr, indices, data, shape = (self[f"{prefix}{part}"] for part in parts)
        rows, columns = (int(size) for size in shape.reshape(-1).tolist())
        is_csc = "format" in self and b"csc" in self["format"].tobytes()
        if min(rows, columns) < 0 or len(indptr) != (columns if is_csc else rows) + 1:
            raise ReadError(self.file, f"{quoted(prefix + 'indptr')} does not match the shape of its matrix.")
        limits.check("nodes", rows, self.file)
        limits.check(what, len(indices), self.file)
        if indptr.dtype.kind not in "iu" or indices.dtype.kind not in "iu" or data.dtype.kind not in "biuf":
            raise ReadError(self.file, f"the arrays {quoted(prefix + '…')} do not hold numbers.")
        kind = sp.csc_array if is_csc else sp.csr_array
        matrix: Matrix = kind((data, indices, indptr), shape=(rows, columns))
        matrix.check_format(full_check=True)
        return prefix or "indptr", sp.csr_array(matrix)


def read_npz(file: InputFile, limits: Limits) -> Arrays:
    """The arrays of an .npz file."""
    out = Arrays(file.name)
    for name, data in zip_members(file.name, file.data, limits, arrays=True).items():
        if not name.endswith(".npy"):
            raise ReadError(file.name, f"{quoted(name)} in it is not an array.")
        array = _array(name, data, file.name)
        if array is None:
            out.pickled.append(name[:-4])
        else:
            out[name[:-4]] = array
    return out


def _array(name: str, data: bytes, file: str) -> np.ndarray | None:
    """The array in the bytes of an .npy, which must be as large as its header says; None if it is pickled."""
    stream, form = io.BytesIO(data), np.lib.format
    try:
        first = form.read_magic(stream) == (1, 0)
        read = form.read_array_header_1_0 if first else form.read_array_header_2_0
        shape, by_column, dtype = read(stream)
    # numpy raises many errors on a header that is truncated or altered, those of tokenize and ast among them.
    except Exception:
        raise ReadError(file, f"{quoted(name)} in it has a damaged header.") from None
    if dtype.hasobject:
        return None
    if dtype.kind not in "biufSU":
        raise ReadError(file, f"{quoted(name)} in it does not hold plain numbers or text.")
    size = dtype.itemsize
    for length in shape:
        size *= int(length)
    if size != len(data) - stream.tell() or any(not 0 <= length < 2**40 for length in shape):
        raise ReadError(file, f"{quoted(name)} in it is not as large as its header says: it is damaged.")
    if size == 0:
        return np.zeros(shape, dtype)
    return np.frombuffer(data, dtype, offset=stream.tell()).reshape(shape, order="F" if by_column else "C")


def _read_safetensors(file: InputFile, limits: Limits) -> tuple[Arrays, dict[str, str]]:
    """The tensors of a .safetensors file, and the texts in its header."""
    import safetensors.numpy as safe  # here for the start-up time
    from safetensors import SafetensorError

    out, length = Arrays(file.name), int.from_bytes(file.data[:8], "little")
    try:
        if length > min(len(file.data) - 8, 10 << 20):
            raise ReadError(file.name, "it is damaged, cut short, or not a safetensors file.")
        header = json.loads(file.data[8 : 8 + length])
        facts = header.get("__metadata__") or {}
        if not isinstance(facts, dict) or len(header) > limits.members:
            raise ReadError(file.name, f"it has more than {limits.members:,} tensors.")
        out.update(safe.load(file.data))
    except ReadError:
        raise
    except (SafetensorError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reason = shown(str(error).partition("\n")[0], 80).rstrip(".")
        raise ReadError(file.name, f"it is damaged, or not a safetensors file ({reason}).") from None
    return out, facts


def read_arrays(file: InputFile, kind: str, name: str, limits: Limits) -> tuple[Graph, list[str]]:
    """The graph in a file of the kind "npz" or "safetensors", and notes on it."""
    arrays, facts = (read_npz(file, limits), {}) if kind == "npz" else _read_safetensors(file, limits)
    try:
        if "graph" in arrays and "indptr" in arrays:
            return _own(arrays, limits), ["This program wrote the file."]
        return _plain(arrays, facts, name, limits)
    except ReadError:
        raise
    except (ValueError, TypeError, LookupError, OverflowError, MemoryError) as error:
        words = shown(str(error).partition("\n")[0], 150).rstrip(".")
        raise ReadError(arrays.file, f"its arrays do not form a graph ({words}).") from None


def _own(arrays: Arrays, limits: Limits) -> Graph:
    limits.check("edges", arrays["indices"].size // 2, arrays.file)
    limits.check("values", arrays["x" if "x" in arrays else "x_data"].size, arrays.file)
    graph = Graph(**unpack(arrays))
    for what in ("nodes", "features", "classes"):
        limits.check(what, getattr(graph, f"num_{what}"), arrays.file)
    return graph.replace(name=graph.name[: limits.text])


def _plain(arrays: Arrays, facts: dict[str, str], name: str, limits: Limits) -> tuple[Graph, list[str]]:
    """Arrays under the usual names, those of a torch-geometric `Data` among them."""
    edges, n, used = _edges(arrays, limits)
    feature, x = arrays.first(_FEATURES)
    if x is None:
        feature, x = arrays.matrix(_SPARSE_FEATURES, limits, "values")
    else:
        x = compact(_numbers(arrays, feature, "(nodes, features)").astype(np.float32))
        limits.check("values", x.size, arrays.file)
    label, y = _labels(arrays)
    names = _listed(facts, arrays, "class_names", limits.classes)
    if y is not None and (names is None or y.dtype.kind not in "iu" or y.max(initial=-1) >= len(names)):
        y, names = _classes(y, arrays.file, limits)
    sizes = (None if one is None else one.shape[0] for one in (x, y))
    n = next((size for size in (*sizes, n) if size is not None), int(edges.max(initial=-1)) + 1)
    limits.check("nodes", n, arrays.file)
    limits.check("features", 0 if x is None else x.shape[1], arrays.file)
    splits = splits_of_masks(arrays, n)
    graph = Graph.from_edges(
        edges,
        x=x,
        y=y,
        num_nodes=n,
        class_names=names,
        name=str(facts.get("name", name))[: limits.text],
        provenance=str(facts.get("provenance", arrays.file))[: limits.text],
        public=splits[0] if splits else None,
        node_names=_listed(facts, arrays, "node_names", n),
        node_ids=_listed(facts, arrays, "node_ids", n),
        further_splits=splits[1:],
    )
    used += [one for one in (feature, label) if one]
    notes = [f"Arrays that were used: {', '.join(used)}."]
    if len(splits) > 1:
        notes.append(f"There are {len(splits)} splits: the seed of the split chooses one, from 0.")
    if arrays.pickled:
        notes.append(f"Arrays that are pickled and were left out: {shown(', '.join(arrays.pickled), 150)}.")
    unused = [name for name in arrays if not name.startswith(tuple(used)) and "_mask" not in name]
    if unused and not facts:
        notes.append(f"Arrays that were not used: {shown(', '.join(unused), 150)}.")
    return graph, notes


def _numbers(arrays: Arrays, name: str, expected: str) -> np.ndarray:
    array = arrays[name]
    if array.ndim != 2 or array.dtype.kind not in "biuf":
        reason = f"{quoted(name)} has shape {array.shape}: expected numbers, {expected}."
        raise ReadError(arrays.file, reason)
    return array


def _edges(arrays: Arrays, limits: Limits) -> tuple[np.ndarray, int | None, list[str]]:
    """(2, E) edges, the number of nodes if it follows from them, and the names of the arrays."""
    name, _ = arrays.first(_EDGES)
    if name:
        edges = _numbers(arrays, name, "(2, number of edges)")
        if edges.shape[1] == 2 and (name != "edge_index" or len(edges) != 2):
            edges = edges.T
        if len(edges) != 2:
            reason = f"{quoted(name)} has shape {edges.shape}: expected numbers, (2, number of edges)."
            raise ReadError(arrays.file, reason)
        limits.check("edges", edges.shape[1], arrays.file)
        counted, count = arrays.first(_NODES)
        size = int(count.item()) if counted and count.size == 1 else None
        return edges, size, [name, counted] if counted else [name]
    name, _ = arrays.first(_DENSE)
    if name:
        matrix: Matrix = _numbers(arrays, name, "(nodes, nodes)")
        shape, edges = matrix.shape, np.stack(np.nonzero(matrix))
    elif {"row", "col", "shape"} <= set(arrays):  # scipy's COO
        name, edges = "row", np.stack([arrays["row"], arrays["col"]])
        shape = tuple(int(size) for size in arrays["shape"].reshape(-1).tolist())
    else:
        name, matrix = arrays.matrix(_SPARSE_EDGES, limits, "edges")
        if matrix is None:
            if arrays.pickled:
                arrays[arrays.pickled[0]]  # says how to save it
            reason = "it has no edges: expected an array edge_index, edges or adj, or adj_indptr and so on."
            raise ReadError(arrays.file, reason)
        shape, edges = matrix.shape, np.stack([entry_rows(matrix.indptr), matrix.indices])
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ReadError(arrays.file, f"its matrix has shape {shape}: an adjacency matrix is square.")
    limits.check("nodes", shape[0], arrays.file)
    limits.check("edges", edges.shape[1], arrays.file)
    return edges, shape[0], [name]


def _labels(arrays: Arrays) -> tuple[str, np.ndarray | None]:
    """(N,) labels; of a table with one column per class, the column of the one."""
    name = next((name for name in _LABELS if name in arrays), "")
    if not name:
        return "", None
    y = arrays[name]
    if y.ndim == 2 and 1 in y.shape:
        y = y.reshape(-1)
    if y.ndim == 2 and y.dtype.kind in "biuf" and np.isin(y, (0, 1)).all() and (y.sum(axis=1) <= 1).all():
        y = np.where(y.sum(axis=1) == 1, y.argmax(axis=1), -1)
    if y.ndim != 1:
        raise ReadError(arrays.file, f"{quoted(name)} has shape {y.shape}: expected one label per node.")
    return name, y


def _classes(y: np.ndarray, file: str, limits: Limits) -> tuple[np.ndarray | None, tuple[str, ...] | None]:
    """Labels from 0 without gaps, and names of the classes where that changed them.

    >>> _classes(np.array([1, 2, -1, 2]), "g.npz", Limits())
    (array([ 0,  1, -1,  1]), ('1', '2'))
    """
    if y.dtype.kind == "f" and (np.isnan(y) | (y == np.floor(y))).all():
        y = np.where(np.isfinite(y), y, -1).astype(np.int64)
    if y.dtype.kind not in "iuSU" or (y.dtype.kind == "i" and y.min(initial=0) < -1):
        return y, None  # the graph says what is wrong with them
    import pyarrow as pa  # here for the start-up time

    words = chained(pa.array(y.astype(str)))
    return classes_of(NodeTable(file, words, labels=words), len(y), limits)


def splits_of_masks(arrays: Arrays, num_nodes: int) -> tuple[Split, ...]:
    """The splits that masks describe; none unless training, validation and test all have masks."""
    stacks = []
    for names in _SPLITS:
        masks = (f"{name}{end}" for name in names for end in ("_mask", "_masks"))
        found = next((arrays[name] for name in masks if name in arrays), None)
        if found is None or found.dtype.kind not in "bui" or found.ndim > 2:
            return ()
        found = found.T if found.ndim == 2 and found.shape[1] != num_nodes else np.atleast_2d(found)
        if found.shape[1] != num_nodes or (stacks and len(found) != len(stacks[0])):
            return ()
        stacks.append(found)
    return tuple(Split(*map(np.flatnonzero, masks)) for masks in zip(*stacks, strict=True))


def _listed(facts: dict[str, str], arrays: Arrays, name: str, most: int) -> tuple[str, ...] | None:
    """Names in the header of a file of tensors, or as an array of text."""
    if name in facts:
        found = json.loads(facts[name])
        if not isinstance(found, list) or len(found) > most:
            reason = f"{quoted(name)} in its header is not a list of at most {most:,} names."
            raise ReadError(arrays.file, reason)
        return tuple(map(str, found))
    array = arrays.get(name)
    if array is None or array.ndim != 1 or array.dtype.kind not in "SU" or len(array) > most:
        return None
    return tuple(array.astype(str).tolist()) if name == "class_names" or len(array) == most else None

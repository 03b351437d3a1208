"""Arrays by the names that people give them: edges, features, labels and masks in an .npz or .safetensors.

edges      edge_index, edges, edge_list as (2, E) or (E, 2); adj as a square matrix; a matrix of scipy
features   x, features, node_features, attr, attr_matrix, feat
labels     y, labels, node_labels, label, target
splits     train_mask, val_mask, test_mask, or train_masks … with one row or column per split
"""

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix
from n2n.graph.splits import Split
from n2n.io.readers.arrays import Arrays
from n2n.io.readers.assemble import MISSING
from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.limits import Limits

EDGES = ("edge_index", "edges", "edge_list")
DENSE = ("adj", "adjacency", "adj_matrix", "A")
FEATURES = ("x", "features", "node_features", "node_feat", "attr", "attr_matrix", "feat", "feats", "X")
LABELS = ("y", "labels", "node_labels", "node_label", "label", "target", "targets", "Y")
NODES = ("num_nodes", "n_nodes", "number_of_nodes")
_PARTS = (("train",), ("val", "valid", "validation"), ("test",))
_SCIPY = ({"indices", "indptr", "data", "shape", "format"}, {"row", "col", "data", "shape", "format"})


def pick(arrays: Arrays, names: tuple[str, ...]) -> tuple[str, np.ndarray] | None:
    """The first array that has one of the names; one that is pickled is an error."""
    for name in names:
        if name in arrays or name in arrays.pickled:
            return name, arrays[name]
    return None


def has_edges(arrays: Arrays) -> bool:
    """Whether there are edges under one of the known names."""
    named = {*EDGES, *DENSE} & {*arrays, *arrays.pickled}
    return bool(named) or any(set(arrays) >= names for names in _SCIPY)


def edges_of(arrays: Arrays, limits: Limits) -> tuple[np.ndarray, int | None]:
    """(2, E) edges, and the number of nodes if it follows from them."""
    if found := pick(arrays, EDGES):
        name, edges = found
        if edges.ndim == 2 and edges.shape[1] == 2 and (name != "edge_index" or len(edges) != 2):
            edges = edges.T
        if edges.ndim != 2 or len(edges) != 2 or edges.dtype.kind not in "biuf":
            reason = f"{quoted(name)} has shape {found[1].shape}: expected numbers, (2, number of edges)."
            raise ReadError(arrays.file, reason)
        limits.check("edges", edges.shape[1], arrays.file)
        count = pick(arrays, NODES)
        return edges, int(count[1].item()) if count and count[1].size == 1 else None
    if found := pick(arrays, DENSE):
        name, matrix = found
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or matrix.dtype.kind not in "biuf":
            reason = f"{quoted(name)} has shape {matrix.shape}: expected numbers, (nodes, nodes)."
            raise ReadError(arrays.file, reason)
        edges = np.stack(np.nonzero(matrix))
    else:  # as scipy.sparse.save_npz writes it
        matrix: Matrix = _sparse(arrays)
        matrix.check_format(full_check=True)
        edges = np.stack(matrix.tocoo().coords)
    limits.check("nodes", matrix.shape[0], arrays.file)
    limits.check("edges", edges.shape[1], arrays.file)
    return edges, matrix.shape[0]


def _shape(arrays: Arrays) -> tuple[int, ...]:
    shape = tuple(int(size) for size in arrays["shape"].reshape(-1))
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ReadError(arrays.file, f"its matrix has shape {shape}: an adjacency matrix is square.")
    return shape


def _sparse(arrays: Arrays) -> Matrix:
    shape, format = _shape(arrays), arrays["format"].tobytes().replace(b"\0", b"")
    if format == b"coo":
        return sp.csr_array(sp.coo_array((arrays["data"], (arrays["row"], arrays["col"])), shape=shape))
    if format not in (b"csr", b"csc") or len(arrays["indptr"]) != shape[0] + 1:
        raise ReadError(arrays.file, "its sparse matrix is damaged or in an unusual format: save it as CSR.")
    return sp.csr_array((arrays["data"], arrays["indices"], arrays["indptr"]), shape=shape)


def labels_of(arrays: Arrays) -> np.ndarray | None:
    """(N,) labels; of a table with one column per class, the column of the one."""
    found = pick(arrays, LABELS)
    if found is None:
        return None
    name, y = found
    if y.ndim == 2 and 1 in y.shape:
        y = y.reshape(-1)
    if y.ndim == 2 and y.dtype.kind in "biuf" and np.isin(y, (0, 1)).all() and (y.sum(axis=1) <= 1).all():
        y = np.where(y.sum(axis=1) == 1, y.argmax(axis=1), -1)
    if y.ndim != 1:
        raise ReadError(arrays.file, f"{quoted(name)} has shape {y.shape}: expected one label per node.")
    return y


def named_classes(y: np.ndarray, file: str, limits: Limits) -> tuple[np.ndarray, tuple[str, ...] | None]:
    """Labels from 0 without gaps, and names of the classes where that changed them.

    >>> named_classes(np.array([1, 2, -1, 2]), "g.npz", Limits())
    (array([ 0,  1, -1,  1]), ('1', '2'))
    """
    if y.dtype.kind in "SU":
        words, place = np.unique(y.astype(str), return_inverse=True)
        missing = np.isin(words, ("", *MISSING))
        limits.check("classes", int((~missing).sum()), file)
        number = np.where(missing, -1, np.cumsum(~missing) - 1)
        return number[place], tuple(words[~missing].tolist())
    if y.dtype.kind == "f" and np.isnan(y).any():
        y = np.where(np.isnan(y), -1, y)
        if (y == np.floor(y)).all() and y.min() >= -1:
            y = y.astype(np.int64)
    if y.dtype.kind not in "iu" or y.min(initial=0) < -1:
        return y, None
    used = np.unique(y[y >= 0])
    limits.check("classes", len(used), file)
    if len(used) == used.max(initial=-1) + 1:
        return y, None
    place = np.where(y >= 0, np.searchsorted(used, y), -1)
    return place, tuple(map(str, used.tolist()))


def splits_of(arrays: Arrays, num_nodes: int) -> tuple[Split, ...]:
    """The splits that masks describe; none unless training, validation and test all have masks."""
    stacks = []
    for names in _PARTS:
        found = next(
            (arrays[name + end] for name in names for end in ("_mask", "_masks") if name + end in arrays),
            None,
        )
        if found is None or found.dtype.kind not in "bui":
            return ()
        if found.shape == (num_nodes,):
            found = found.reshape(1, -1)
        elif found.ndim == 2 and found.shape[1] != num_nodes and found.shape[0] == num_nodes:
            found = found.T
        if found.ndim != 2 or found.shape[1] != num_nodes:
            return ()
        stacks.append(found)
    if len({len(stack) for stack in stacks}) > 1:
        return ()
    return tuple(Split(*map(np.flatnonzero, masks)) for masks in zip(*stacks, strict=True))

"""Checks of what goes into a `Graph`; an error names the field, the first offending row and the right form."""

import numpy as np
import scipy.sparse as sp

from n2n.splits import Split


def as_edges(edges, n: int) -> np.ndarray:
    """(2, M) integer node ids within 0..n−1."""
    edges = np.asarray(edges)
    if edges.size == 0:
        return np.zeros((2, 0), np.int64)
    if edges.ndim != 2 or edges.shape[0] != 2:
        raise ValueError(f"edges has shape {edges.shape}: expected (2, number of edges).")
    if edges.dtype.kind not in "iu":
        if edges.dtype.kind != "f" or not (edges == np.floor(edges)).all():
            raise ValueError(f"edges has type {edges.dtype}: expected whole numbers, the node ids.")
        edges = edges.astype(np.int64)
    outside = (edges < 0) | (edges >= n)
    if outside.any():
        row = int(np.flatnonzero(outside.any(axis=0))[0])
        raise ValueError(
            f"edges[:, {row}] is ({edges[0, row]}, {edges[1, row]}): node ids must lie in 0..{n - 1}, "
            f"since the graph has {n} nodes."
        )
    return edges


def as_features(x, n: int) -> sp.csr_array | np.ndarray:
    """(n, D) finite float32, CSR where sparse; None gives D = 0."""
    if x is None:
        return np.zeros((n, 0), np.float32)
    if sp.issparse(x):
        if x.shape[0] != n:
            raise ValueError(f"x has {x.shape[0]} rows: expected {n}, one a node.")
        x = sp.csr_array(x, dtype=np.float32)
        x.sum_duplicates()
        bad = np.flatnonzero(~np.isfinite(x.data))
        row = int(np.searchsorted(x.indptr, bad[0], side="right") - 1) if len(bad) else None
    else:
        try:
            x = np.ascontiguousarray(x, dtype=np.float32)
        except (TypeError, ValueError):
            raise ValueError("x holds something that is not a number: expected a table of numbers.") from None
        if x.ndim != 2 or len(x) != n:
            raise ValueError(f"x has shape {x.shape}: expected ({n}, number of features), one row a node.")
        bad = np.flatnonzero(~np.isfinite(x).all(axis=1))
        row = int(bad[0]) if len(bad) else None
    if row is not None:
        raise ValueError(f"x[{row}] holds NaN or infinity: features must be finite numbers.")
    return x


def as_labels(y, n: int, num_classes: int | None) -> np.ndarray:
    """(n,) int64 labels in −1..C−1; None means that no node has a label."""
    if y is None:
        return np.full(n, -1, np.int64)
    y = np.asarray(y)
    if y.shape != (n,):
        raise ValueError(f"y has shape {y.shape}: expected ({n},), one label a node.")
    if y.dtype.kind not in "iu" and not (y.dtype.kind == "f" and (y == np.floor(y)).all()):
        raise ValueError(f"y has type {y.dtype}: expected whole numbers, the class of each node (-1: none).")
    y = y.astype(np.int64)
    top = n if num_classes is None else num_classes
    outside = np.flatnonzero((y < -1) | (y >= top))
    if len(outside):
        row = int(outside[0])
        raise ValueError(f"y[{row}] is {y[row]}: labels must lie in 0..{top - 1}, or be -1 for no label.")
    return y


def as_class_names(names, y: np.ndarray) -> tuple[str, ...]:
    """Names of classes 0..C−1; made up where none are given."""
    if names is not None:
        return tuple(str(name) for name in names)
    return tuple(f"Class {label}" for label in range(int(y.max(initial=-1)) + 1))


def as_split(split: Split | None, n: int) -> Split | None:
    """A split whose three sets are disjoint and lie in 0..n−1."""
    if split is None:
        return None
    seen = np.zeros(n, np.int8)
    for field in ("train", "val", "test"):
        nodes = np.asarray(getattr(split, field))
        if len(nodes) and (nodes.min() < 0 or nodes.max() >= n):
            row = int(np.flatnonzero((nodes < 0) | (nodes >= n))[0])
            raise ValueError(f"public.{field}[{row}] is {nodes[row]}: node ids must lie in 0..{n - 1}.")
        np.add.at(seen, nodes, 1)
    if seen.max(initial=0) > 1:
        raise ValueError(
            f"public split uses node {int(seen.argmax())} twice: its three sets must not overlap."
        )
    return Split(
        *(np.sort(np.asarray(getattr(split, field), np.int64)) for field in ("train", "val", "test"))
    )

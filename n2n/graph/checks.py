"""Checks of the input of a `Graph`; an error names the field, the first wrong row and what is expected."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix
from n2n.graph.splits import PARTS, Split


@dataclass(frozen=True)
class Dropped:
    """What was left out of the input edges.

    `self_loops` and `repeats` count input edges; `one_way` counts undirected edges that came in one direction
    only, so it shows how directed the input was.
    """

    self_loops: int = 0
    repeats: int = 0
    one_way: int = 0


def as_num_nodes(x, y, num_nodes: int | None) -> int:
    """N: the rows of x, else the labels, else `num_nodes`, which must agree with them if it is given too."""
    for field, given in (("x", x), ("y", y)):
        if given is None:
            continue
        try:
            n = given.shape[0] if hasattr(given, "shape") else len(given)
        except (IndexError, TypeError):
            raise ValueError(f"{field} is a single value: expected one row per node.") from None
        if num_nodes is not None and num_nodes != n:
            raise ValueError(f"num_nodes is {num_nodes}, but {field} has {n} rows: they must be equal.")
        return n
    if num_nodes is None:
        raise ValueError("num_nodes is missing: without x and y, give the number of nodes.")
    if not isinstance(num_nodes, int | np.integer) or num_nodes < 0:
        raise ValueError(f"num_nodes is {num_nodes!r}: expected a whole number, 0 or more.")
    return int(num_nodes)


def as_edges(edges, n: int) -> np.ndarray:
    """(2, M) integer node ids within 0..n−1."""
    try:
        edges = np.asarray(edges)
    except ValueError:
        raise ValueError("edges has rows of unequal length: expected (2, number of edges).") from None
    if edges.size == 0:
        return np.zeros((2, 0), np.int64)
    if edges.ndim != 2 or edges.shape[0] != 2:
        raise ValueError(f"edges has shape {edges.shape}: expected (2, number of edges).")
    _check_whole(edges, "edges", "whole numbers, the node ids")
    words = f"node ids must lie in 0..{n - 1}, since the graph has {n} nodes."
    _check_all((edges >= 0) & (edges < n), edges, "edges", words)
    return edges if edges.dtype.kind in "iu" else edges.astype(np.int64)


def simple_adjacency(edges: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray, Dropped]:
    """CSR of the undirected simple graph under `edges`, and what had to be dropped for it."""
    source, target = edges
    proper = source != target
    directed = sp.coo_array((np.ones(proper.sum(), np.int8), (source[proper], target[proper])), shape=(n, n))
    directed = directed.tocsr()
    directed.sum_duplicates()
    directed.data[:] = 1
    both = directed + directed.T
    both.sort_indices()
    one_way = int(np.count_nonzero(both.data == 1)) // 2
    dropped = Dropped(int((~proper).sum()), int(proper.sum()) - directed.nnz, one_way)
    index = np.int32 if len(both.indices) <= np.iinfo(np.int32).max else np.int64
    return both.indptr.astype(index), both.indices.astype(index), dropped


def as_features(x, n: int) -> Matrix:
    """(n, D) finite float32, CSR where sparse; None gives D = 0."""
    if x is None:
        return np.zeros((n, 0), np.float32)
    if sp.issparse(x):
        if x.shape[0] != n:
            raise ValueError(f"x has {x.shape[0]} rows: expected {n}, one per node.")
        x = sp.csr_array(x, dtype=np.float32)
        if not x.has_canonical_format:
            x = x.copy()  # the matrix of the caller stays as it is
            x.sum_duplicates()
        bad = np.searchsorted(x.indptr, np.flatnonzero(~np.isfinite(x.data)), side="right") - 1
    else:
        try:
            x = np.ascontiguousarray(x, dtype=np.float32)
        except (TypeError, ValueError):
            raise ValueError(f"x is not a table of numbers: expected ({n}, number of features).") from None
        if x.ndim != 2 or len(x) != n:
            raise ValueError(f"x has shape {x.shape}: expected ({n}, number of features), one row per node.")
        bad = np.flatnonzero(~np.isfinite(x).all(axis=1))
    if len(bad):
        raise ValueError(f"x[{bad[0]}] holds NaN or infinity: features must be finite numbers.")
    return x


def as_labels(y, n: int, num_classes: int | None) -> np.ndarray:
    """(n,) int64 labels in −1..C−1; None means that no node has a label."""
    if y is None:
        return np.full(n, -1, np.int64)
    y = np.asarray(y)
    if y.shape != (n,):
        raise ValueError(f"y has shape {y.shape}: expected ({n},), one label per node.")
    _check_whole(y, "y", "whole numbers, the class of each node (-1: none)")
    top = n if num_classes is None else num_classes
    words = f"labels must lie in 0..{top - 1}, or be -1 for no label."
    _check_all((y >= -1) & (y < top), y, "y", words)
    return y.astype(np.int64)


def as_class_names(names, y: np.ndarray) -> tuple[str, ...]:
    """Names of the classes 0..C−1; made up if none are given."""
    if names is not None:
        return tuple(str(name) for name in names)
    return tuple(f"Class {label}" for label in range(int(y.max(initial=-1)) + 1))


def as_node_names(names, n: int, field: str = "node_names") -> tuple[str, ...]:
    """n different names of nodes."""
    names = tuple(str(name) for name in names)
    if len(names) != n:
        raise ValueError(f"{field} has {len(names)} entries: expected {n}, one per node.")
    if len(set(names)) < n:
        seen: set[str] = set()
        twice = next(name for name in names if name in seen or seen.add(name))
        raise ValueError(f"{field} holds {twice[:40]!r} twice: every node needs a name of its own.")
    return names


def as_split(split: Split, n: int) -> Split:
    """A split whose three sets are disjoint and lie in 0..n−1."""
    parts, seen = [], np.zeros(n, np.int64)
    for field in PARTS:
        nodes = np.asarray(getattr(split, field))
        nodes = nodes if nodes.size else np.zeros(0, np.int64)
        _check_whole(nodes, f"public.{field}", "whole numbers, the node ids")
        _check_all((nodes >= 0) & (nodes < n), nodes, f"public.{field}", f"node ids must lie in 0..{n - 1}.")
        parts.append(np.sort(nodes.astype(np.int64)))
        seen += np.bincount(parts[-1], minlength=n)
    if seen.max(initial=0) > 1:
        raise ValueError(
            f"The public split uses node {int(seen.argmax())} twice: its three sets must not overlap."
        )
    return Split(*parts)


def _check_whole(numbers: np.ndarray, field: str, words: str) -> None:
    """Raise unless all numbers are whole; in a table from a file they are often floats."""
    if numbers.dtype.kind not in "iuf":
        raise ValueError(f"{field} has type {numbers.dtype}: expected {words}.")
    if numbers.dtype.kind == "f":
        right = np.isfinite(numbers) & (numbers == np.floor(numbers))
        _check_all(right, numbers, field, f"expected {words}.")


def _check_all(right: np.ndarray, numbers: np.ndarray, field: str, words: str) -> None:
    """Raise for the first entry that is not right, such as y[3]; an edge is a column of two."""
    if right.all():
        return
    row = int(np.flatnonzero(~right if right.ndim == 1 else ~right.all(axis=0))[0])
    if numbers.ndim == 1:
        raise ValueError(f"{field}[{row}] is {numbers[row]}: {words}")
    raise ValueError(f"{field}[:, {row}] is ({numbers[0, row]}, {numbers[1, row]}): {words}")

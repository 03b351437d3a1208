"""Small helpers for compressed rows that need neither torch nor numba."""

from itertools import pairwise
from typing import Any

import numpy as np
import scipy.sparse as sp

Matrix = Any
"""A numpy array or a scipy sparse matrix: scipy brings no types that would tell them apart."""

ENTRIES = 1 << 22
"""Entries of the adjacency in a block of rows, where a graph is worked on by blocks."""
# Share of non-zeros below which features are kept sparse.
MAX_STORED_DENSITY = 0.25


def entry_rows(indptr: np.ndarray, dtype: np.dtype | None = None) -> np.ndarray:
    """The row of every stored entry, in CSR order, by default in the type of `indptr`.

    >>> entry_rows(np.array([0, 2, 2, 3])).tolist()
    [0, 0, 2]
    """
    return np.repeat(np.arange(len(indptr) - 1, dtype=dtype or indptr.dtype), np.diff(indptr))


def for_kernels(indptr: np.ndarray, indices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same rows as kernels read them, whether `indptr` has 32 or 64 bits, in memory or mapped read-only.

    Numba compiles a kernel for every combination of types, which takes a second for some.

    >>> indptr, indices = for_kernels(np.array([0, 1], np.int32), np.array([0], np.int32))
    >>> indptr.dtype.name, indices.dtype.name, indices.flags.writeable
    ('int64', 'int32', False)
    """
    indptr, indices = indptr.astype(np.int64, copy=False).view(), indices.view()
    indptr.flags.writeable = indices.flags.writeable = False
    return indptr, indices


def row_blocks(indptr: np.ndarray, start: int, stop: int, entries: int = ENTRIES) -> list[tuple[int, int]]:
    """Consecutive blocks of rows start..stop with about this many entries each; a row is never divided.

    >>> row_blocks(np.array([0, 2, 4, 9]), 0, 3, entries=4)
    [(0, 2), (2, 3)]
    """
    if start == stop:
        return []
    wanted = np.arange(int(indptr[start]) + entries, int(indptr[stop]), entries)
    inner = np.searchsorted(indptr[start : stop + 1], wanted) + start
    bounds = np.unique(np.concatenate([[start], inner, [stop]])).tolist()
    return list(pairwise(bounds))


def find_sorted(known: np.ndarray, wanted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where numbers stand in an ascending list, or would stand, and whether they do.

    >>> [found.tolist() for found in find_sorted(np.array([2, 5, 9]), np.array([5, 7, 10]))]
    [[1, 2, 3], [True, False, False]]
    """
    place = np.searchsorted(known, wanted)
    there = np.zeros(wanted.shape, bool)
    inside = place < len(known)
    there[inside] = known[place[inside]] == wanted[inside]
    return place, there


def num_non_zero(x: Matrix) -> int:
    """Number of values that a sparse matrix stores, or that are not zero in a dense one."""
    return int(x.nnz if sp.issparse(x) else np.count_nonzero(x))


def compact(x: np.ndarray) -> Matrix:
    """A dense matrix in the smaller form: as sparse rows where less than a quarter of it is non-zero.

    >>> type(compact(np.eye(9))).__name__, type(compact(np.eye(2))).__name__
    ('csr_array', 'ndarray')
    """
    return sp.csr_array(x) if num_non_zero(x) < MAX_STORED_DENSITY * x.size else x

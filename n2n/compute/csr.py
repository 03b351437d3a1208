"""Small helpers for compressed rows that need neither torch nor numba."""

import numpy as np
import scipy.sparse as sp

# Share of non-zeros below which features are kept sparse.
MAX_STORED_DENSITY = 0.25


def entry_rows(indptr: np.ndarray) -> np.ndarray:
    """The row of every stored entry, in CSR order.

    >>> entry_rows(np.array([0, 2, 2, 3])).tolist()
    [0, 0, 2]
    """
    return np.repeat(np.arange(len(indptr) - 1, dtype=indptr.dtype), np.diff(indptr))


def shape_of(x) -> tuple[int, int]:
    """Rows and columns of a matrix, dense or sparse."""
    rows, columns = x.shape
    return rows, columns


def num_non_zero(x: np.ndarray | sp.csr_array) -> int:
    """Number of values that a sparse matrix stores, or that are not zero in a dense one."""
    return int(np.count_nonzero(x) if isinstance(x, np.ndarray) else x.nnz)


def compact(x: np.ndarray) -> np.ndarray | sp.csr_array:
    """A dense matrix in the smaller form: as sparse rows where less than a quarter of it is non-zero.

    >>> type(compact(np.eye(9))).__name__, type(compact(np.eye(2))).__name__
    ('csr_array', 'ndarray')
    """
    return sp.csr_array(x) if num_non_zero(x) < MAX_STORED_DENSITY * x.size else x

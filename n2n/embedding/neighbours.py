"""Exact nearest neighbours among all points.

Straight-line distance goes to scipy's k-d tree. For cosine, dense vectors are multiplied block by block, and
sparse ones are walked through: for each node, the lists of the nodes that share a feature with it. One pass
over the products then takes the largest of each row, so that the table of all pairs is never in memory.

Ten nearest of every node, in seconds on two cores, beside scikit-learn's exact search (`NearestNeighbors` on
vectors of length 1):

    vectors                                here    scikit-learn
    PubMed, features, sparse               1.5     6.5
    Physics, features, sparse              3.2     14
    PubMed, embedding, 19,717 × 512        4       13
    Physics, embedding, 34,493 × 512       10      21
"""

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix
from n2n.compute.jit import njit
from n2n.compute.loading import LOADING
from n2n.compute.threads import num_threads, run_blocks

# Bytes for a block of products.
_BLOCK = 64 << 20
# One multiplication and addition on the way through lists costs as much as this many in a dense product.
_LIST_STEP = 8


def nearest(
    points: Matrix, count: int, of: np.ndarray | None = None, metric: str = "cosine"
) -> tuple[np.ndarray, np.ndarray]:
    """The nearest points of each point, without the point itself: (indices, distances), both (asked, count).

    By cosine, the lower of several points at the same distance, up to rounding, comes first; a vector of
    zeros has distance 1 to all others.

    Args:
        points: (N, width) finite numbers, dense or sparse.
        count: neighbours per point, below N.
        of: the points that are asked for, found among all; every point by default.
        metric: "cosine" or "euclidean"; the latter for dense points of a few dimensions.

    >>> nearest(np.array([[1.0, 0], [0, 1], [1, 1], [9, 1]]), 1)[0].ravel().tolist()
    [3, 2, 3, 0]
    """
    n = points.shape[0]
    if not 1 <= count < n:
        raise ValueError(f"count is {count}: of {n} nodes a node has 1 to {n - 1} others.")
    of = np.arange(n) if of is None else np.asarray(of, np.int64)
    return _by_cosine(points, count, of) if metric == "cosine" else _by_distance(points, count, of)


def _by_distance(points: np.ndarray, count: int, of: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    from scipy.spatial import KDTree  # here for the start-up time

    distances, indices = map(np.asarray, KDTree(points).query(points[of], count + 1))
    # With many others in the same position a point may be missing from its own list: then the last one goes.
    others = indices != of[:, None]
    others[others.all(axis=1), -1] = False
    shape = (len(of), count)
    return indices[others].reshape(shape).astype(np.int32), distances[others].reshape(shape)


def _by_cosine(points: Matrix, count: int, of: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    with LOADING:
        from sklearn.preprocessing import normalize  # here for the start-up time

    n = points.shape[0]
    unit: Matrix = normalize(points.astype(np.float32, copy=False))
    indices = np.empty((len(of), count), np.int32)
    cosines = np.full((len(of), count), -np.inf, np.float32)
    if sp.issparse(unit) and _is_cheap(unit):
        lists = unit.T.tocsr()
        lists.sort_indices()
        arrays = (array for side in (unit, lists) for array in (side.indptr, side.indices, side.data))
        run_blocks(_largest_by_lists, _blocks(len(of), 64), *arrays, of, cosines, indices)
    else:
        dense = unit.toarray() if sp.issparse(unit) else unit
        step = max(_BLOCK // (4 * n), 1)
        for start in range(0, len(of), step):
            rows = slice(start, start + step)
            products = dense[of[rows]] @ dense.T
            run_blocks(_largest, _blocks(len(products), 4), products, of[rows], cosines[rows], indices[rows])
    return indices, 1 - cosines


def _is_cheap(unit: Matrix) -> bool:
    """Whether the lists of common features are shorter than dense products."""
    steps = float((np.bincount(unit.indices, minlength=1).astype(np.float64) ** 2).sum())
    return _LIST_STEP * steps < float(unit.shape[0]) ** 2 * unit.shape[1]


def _blocks(count: int, per_thread: int) -> np.ndarray:
    blocks = max(min(count, per_thread * num_threads()), 1)
    return np.unique(np.linspace(0, count, blocks + 1).astype(np.int64))


@njit(nogil=True, cache=True)
def _largest(products, nodes, best, indices, start, stop):
    """Of each row of products, the largest and their columns, without the node of the row itself."""
    last = indices.shape[1] - 1
    for row in range(start, stop):
        value, column = best[row], indices[row]
        for node in range(products.shape[1]):
            product = products[row, node]
            if product > value[last] and node != nodes[row]:
                at = last
                while at > 0 and value[at - 1] < product:
                    value[at], column[at] = value[at - 1], column[at - 1]
                    at -= 1
                value[at], column[at] = product, node


@njit(nogil=True, cache=True)
def _largest_by_lists(
    indptr, indices, data, list_indptr, list_indices, list_data, nodes, best, found, start, stop
):
    """As `_largest`, with the products added up over the lists of the features of each node."""
    products = np.empty((1, len(indptr) - 1), np.float32)
    for row in range(start, stop):
        node = nodes[row]
        products[:] = 0
        for p in range(indptr[node], indptr[node + 1]):
            feature, value = indices[p], data[p]
            for q in range(list_indptr[feature], list_indptr[feature + 1]):
                products[0, list_indices[q]] += value * list_data[q]
        _largest(products, nodes[row : row + 1], best[row : row + 1], found[row : row + 1], 0, 1)

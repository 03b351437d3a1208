"""An embedding on a plane or in space: PCA at once, UMAP for a closer look.

UMAP takes seconds, and its first call in a process some more for loading and compiling (about 5), so it
belongs in a job; PCA is immediate. Large graphs are projected on a sample of nodes, and the result says so.
"""

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from n2n.compute.loading import LOADING
from n2n.embedding.neighbours import nearest

METHODS = ("pca", "umap")
# More points than this are sampled: a browser cannot draw more of them smoothly.
MAX_POINTS = 10_000
# Epochs of UMAP if it starts from an earlier layout: it has to adjust the points, not to find their places.
EPOCHS_FROM_START = 150
# UMAP's compiled loops share one set of threads, which not every system lets two callers use at once.
_one_at_a_time = threading.Lock()


@dataclass(frozen=True, eq=False)
class Projection:
    """Positions of nodes in a picture."""

    method: str
    nodes: np.ndarray
    """Ids of the nodes that were projected, ascending."""
    positions: np.ndarray
    """(points, 2 or 3) one row for each of `nodes`."""
    num_nodes: int
    """Number of nodes of the whole graph."""

    @property
    def sampled(self) -> bool:
        """Whether some nodes were left out."""
        return len(self.nodes) < self.num_nodes


def project(
    h,
    method: str = "umap",
    dimensions: int = 2,
    *,
    seed: int = 0,
    neighbours: int = 15,
    max_points: int = MAX_POINTS,
    start: np.ndarray | None = None,
) -> Projection:
    """Project an embedding (N, width), dense or sparse, to two or three dimensions.

    Args:
        start: positions to start from, such as those of an earlier snapshot, so that points move smoothly in
            an animation; one row for each projected node.

    >>> project(np.eye(8), "pca").positions.shape
    (8, 2)
    """
    if method not in METHODS:
        raise ValueError(f"method is {method!r}: choose one of {', '.join(METHODS)}.")
    if dimensions not in (2, 3):
        raise ValueError(f"dimensions is {dimensions!r}: choose 2 or 3.")
    n = h.shape[0]
    nodes = np.arange(n)
    if n > max_points:
        nodes = np.sort(np.random.default_rng(seed).choice(n, max_points, replace=False))
    points = h[nodes]
    if method == "pca" or len(nodes) <= dimensions + 2:
        positions = pca(points, dimensions, seed)
    else:
        positions = _umap(points, dimensions, seed, neighbours, start)
    return Projection(method, nodes, np.asarray(positions, np.float32), n)


def align(positions: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Positions of the same points, rotated and mirrored as a whole to fit an earlier layout best.

    Distances stay the same, only the view changes (orthogonal Procrustes).

    >>> turned = align(np.array([[0.0, 1], [0, -1]]), np.array([[2.0, 0], [-2, 0]]))
    >>> np.abs(turned.round(6))
    array([[1., 0.],
           [1., 0.]])
    """
    from scipy.linalg import orthogonal_procrustes  # here for the start-up time

    centred = positions - positions.mean(axis=0)
    return centred @ orthogonal_procrustes(centred, before - before.mean(axis=0))[0]


def pca(points, dimensions: int, seed: int = 0) -> np.ndarray:
    """Principal components, each with the sign that makes its largest entry positive; missing ones are 0."""
    with LOADING:
        from sklearn.decomposition import PCA, TruncatedSVD  # here for the start-up time

    rows, columns = points.shape
    out = np.zeros((rows, dimensions))
    count = min(dimensions, columns - 1 if sp.issparse(points) else columns, rows)
    if count < 1:
        return out
    if sp.issparse(points):
        # Sparse features are not centred, which would fill them; the first direction is then their mean.
        components = TruncatedSVD(count, random_state=seed).fit_transform(points)
    else:
        components = PCA(count, svd_solver="auto", random_state=seed).fit_transform(
            np.asarray(points, np.float64)
        )
    largest = np.abs(components).argmax(axis=0)
    out[:, :count] = components * np.where(components[largest, np.arange(count)] < 0, -1, 1)
    return out


def _umap(points, dimensions, seed, neighbours, start) -> np.ndarray:
    with LOADING:
        import umap  # here for the start-up time
    count = points.shape[0]
    neighbours = min(neighbours, count - 1)
    indices, distances = nearest(points, neighbours - 1)
    # UMAP expects each point first in its own list.
    known = (np.insert(indices, 0, np.arange(count), axis=1), np.insert(distances, 0, 0, axis=1), None)
    epochs = None if start is None else EPOCHS_FROM_START
    if start is None:
        start = pca(points, dimensions, seed)
        start = 10 * start / max(np.abs(start).max(), 1e-9)
    # UMAP divides by the extent of each column, which is 0 where there are fewer features than dimensions.
    flat = np.ptp(start, axis=0) == 0
    if flat.any():
        start = start + flat * np.random.default_rng(seed).uniform(-1, 1, start.shape)
    init: Any = np.asarray(start, np.float32)  # declared as text, documented as text or an array
    model = umap.UMAP(
        n_components=dimensions,
        n_neighbors=neighbours,
        metric="cosine",
        random_state=seed,
        n_jobs=1,  # a seed needs it: only one thread draws the same picture again
        n_epochs=epochs,
        init=init,
        precomputed_knn=known,
    )
    with _one_at_a_time:
        return model.fit_transform(points)

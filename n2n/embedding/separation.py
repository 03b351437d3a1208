"""How far apart the classes are, as numbers for what the eye sees in a picture of an embedding.

Neighbour purity looks at the surroundings of a node: do the closest nodes have its label? The silhouette
looks at whole classes: is a node closer to its own class than to the next one? Both are computed either on
the full vectors with cosine distance, which is what InfoNCE works on, or on positions in a picture with
straight-line (Euclidean) distance.
"""

from dataclasses import dataclass

import numpy as np

from n2n.compute.csr import Matrix
from n2n.compute.loading import LOADING
from n2n.embedding.neighbours import nearest

METRICS = ("cosine", "euclidean")
# With more nodes than this a sample is asked; its neighbours are still found among all points.
MAX_ASKED = 3_500


@dataclass(frozen=True)
class Separation:
    """How well the classes are separated; NaN where fewer than two classes have a labelled point."""

    purity: float
    """Mean share of the k nearest points that have the point's own label, 0 to 1."""
    silhouette: float
    """Mean silhouette, −1 to 1."""
    chance: float
    """The purity to expect if the labels were assigned at random."""
    k: int
    """Neighbours per point: fewer than requested where there are few points."""
    metric: str
    asked: int
    """Number of points over which the numbers are averaged."""
    points: int
    """Number of labelled points."""

    @property
    def sampled(self) -> bool:
        """Whether only some of the points were asked."""
        return self.asked < self.points


def separation(
    points: Matrix,
    labels: np.ndarray,
    k: int = 10,
    metric: str = "cosine",
    *,
    max_asked: int = MAX_ASKED,
    seed: int = 0,
) -> Separation:
    """Neighbour purity and silhouette of points (N, width), dense or sparse; a label below 0 is unknown.

    With d the distance, K(i) the k points closest to i, and D(i, c) the mean distance from i to the other
    points of class c:

        purity      (1/N) Σ_i |{j ∈ K(i): y_j = y_i}| / k
        silhouette  (1/N) Σ_i (b_i − a_i) / max(a_i, b_i),  a_i = D(i, y_i),  b_i = min_{c ≠ y_i} D(i, c)

    A point that is the only one of its class has silhouette 0. Points without a label are left out first.

    >>> corners = np.array([[1, 0.1], [1, 0], [0, 1], [0.1, 1]])
    >>> found = separation(corners, np.array([0, 0, 1, 1]), k=1)
    >>> found.purity, round(found.silhouette, 2), round(found.chance, 2)
    (1.0, 0.99, 0.33)
    """
    if metric not in METRICS:
        raise ValueError(f"metric is {metric!r}: choose one of {', '.join(METRICS)}.")
    if k < 1:
        raise ValueError(f"k is {k}: look at one neighbour at least.")
    known = np.flatnonzero(np.asarray(labels) >= 0)
    points, (_, y) = points[known], np.unique(np.asarray(labels)[known], return_inverse=True)
    size = len(known)
    counts = np.bincount(y)
    if len(counts) < 2:
        return Separation(np.nan, np.nan, np.nan, k, metric, 0, size)
    k = min(k, size - 1)
    of = np.arange(size)
    if size > max_asked:
        of = np.sort(np.random.default_rng(seed).choice(size, max_asked, replace=False))
    close = nearest(points, k + 1, of, metric)[0][:, 1:]
    purity = float((y[close] == y[of, None]).mean())
    apart = {"cosine": _cosine, "euclidean": _euclidean}[metric](points, y, of)
    # Without the point itself, n_c − 1 of N − 1 others share its label.
    chance = float((counts / size * (counts - 1) / (size - 1)).sum())
    return Separation(purity, _silhouette(apart, y[of], counts), chance, k, metric, len(of), size)


def _cosine(points, y, of) -> np.ndarray:
    """The sum of the distances from each asked point to each class.

    It needs no pairs of points: Σ_j (1 − u_i·u_j) = n_c − u_i·Σ_j u_j, over the points j of class c.
    """
    with LOADING:
        from sklearn.preprocessing import normalize  # here for the start-up time

    unit: Matrix = normalize(points)
    member = _members(y).astype(unit.dtype)
    apart = member.sum(axis=0) - np.asarray(unit[of] @ (unit.T @ member))
    # The distance of a point to itself is 0, but for a point without a direction it would count as 1.
    length = np.asarray((unit[of] * unit[of]).sum(axis=1)).ravel()
    apart[np.arange(len(of)), y[of]] -= 1 - length
    return apart


def _euclidean(points, y, of) -> np.ndarray:
    from scipy.spatial.distance import cdist  # here for the start-up time

    points, member = np.asarray(points, np.float64), _members(y)
    blocks = np.array_split(of, len(of) // 512 + 1)
    return np.vstack([cdist(points[block], points) @ member for block in blocks])


def _members(y: np.ndarray) -> np.ndarray:
    """(N, classes) 1 where a point has the class, else 0."""
    return (y[:, None] == np.arange(y.max() + 1)).astype(np.float64)


def _silhouette(apart: np.ndarray, own: np.ndarray, counts: np.ndarray) -> float:
    rows = np.arange(len(own))
    mean = apart / counts
    a = apart[rows, own] / np.maximum(counts[own] - 1, 1)
    mean[rows, own] = np.inf
    b = mean.min(axis=1)
    value = (b - a) / np.maximum(np.maximum(a, b), 1e-12)
    return float(np.where(counts[own] > 1, value, 0).mean())

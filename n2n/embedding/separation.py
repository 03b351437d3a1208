"""How far apart the classes are, as numbers for what the eye sees in a picture of an embedding.

Neighbour purity is about the neighbourhood of a node: do the closest nodes have its label? The silhouette is
about whole classes: is a node closer to its own class than to the next one? Both are computed either on the
full vectors with cosine distance, which is what InfoNCE works on, or on positions in a picture with
straight-line (Euclidean) distance.
"""

from dataclasses import dataclass

import numpy as np

from n2n.compute.csr import Matrix
from n2n.compute.loading import LOADING
from n2n.embedding.neighbours import nearest

# With more nodes than this a sample is asked.
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

    A point that is the only one of its class has silhouette 0. Points without a label are left out first. Of
    many points a sample is asked: its neighbours are found among all points, its silhouette is that of the
    sample.

    >>> corners = np.array([[1, 0.1], [1, 0], [0, 1], [0.1, 1]])
    >>> found = separation(corners, np.array([0, 0, 1, 1]), k=1)
    >>> found.purity, round(found.silhouette, 2), round(found.chance, 2)
    (1.0, 0.99, 0.33)
    """
    known = np.flatnonzero(np.asarray(labels) >= 0)
    points, y = points[known], np.asarray(labels)[known]
    size, counts = len(known), np.unique(y, return_counts=True)[1]
    if len(counts) < 2:
        return Separation(np.nan, np.nan, np.nan, k, metric, 0, size)
    k = min(k, size - 1)
    of = np.arange(size)
    if size > max_asked:
        of = np.sort(np.random.default_rng(seed).choice(size, max_asked, replace=False))
    purity = float((y[nearest(points, k, of, metric)[0]] == y[of, None]).mean())
    # Without the point itself, n_c − 1 of N − 1 others share its label.
    chance = float((counts / size * (counts - 1) / (size - 1)).sum())
    return Separation(purity, _silhouette(points[of], y[of], metric), chance, k, metric, len(of), size)


def _silhouette(points: Matrix, y: np.ndarray, metric: str) -> float:
    with LOADING:
        from sklearn.metrics import silhouette_score  # here for the start-up time

    classes = len(np.unique(y))
    if classes < 2 or classes == len(y):  # scikit-learn defines neither
        return 0.0
    return float(silhouette_score(points, y, metric=metric))

"""An embedding on a plane or in space: PCA at once, UMAP for a closer look.

UMAP takes seconds and its first call in a process compiles for many more, so it belongs in a job; PCA is
there immediately. Large graphs are projected on a sample of nodes, and the result says so.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from n2n.graph import Graph
from n2n.training.run import Run

METHODS = ("pca", "umap")
# More points than this are sampled: a browser draws no more of them smoothly.
MAX_POINTS = 10_000
# Rounds of UMAP where it starts from an earlier layout: it has to move the points a little, not to find them.
ROUNDS_FROM_START = 150
# Up to this many points the nearest neighbours are searched exactly, which is faster than UMAP's own search.
MAX_EXACT_NEIGHBOURS = 20_000
# UMAP's compiled loops share one set of threads, which not every system lets two callers use at once.
_one_at_a_time = threading.Lock()


@dataclass(frozen=True, eq=False)
class Projection:
    """Positions of nodes."""

    method: str
    nodes: np.ndarray
    """Ids of the nodes that were projected, ascending."""
    positions: np.ndarray
    """(points, 2 or 3) one row for each of `nodes`."""
    num_nodes: int
    """Nodes of the whole graph."""

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
    progress: Callable[[str], None] | None = None,
) -> Projection:
    """Project an embedding (N, width), dense or sparse, to two or three dimensions.

    Args:
        start: positions to begin from, such as those of an earlier snapshot, so that an animation moves
            instead of jumping; one row for each projected node.
        progress: called with a few words at each stage.

    >>> project(np.eye(8), "pca").positions.shape
    (8, 2)
    """
    if method not in METHODS:
        raise ValueError(f"method is {method!r}: choose one of {', '.join(METHODS)}.")
    if dimensions not in (2, 3):
        raise ValueError(f"dimensions is {dimensions!r}: choose 2 or 3.")
    say = progress or (lambda words: None)
    n = h.shape[0]
    nodes = np.arange(n)
    if n > max_points:
        say(f"Taking a sample of {max_points:,} of {n:,} nodes.")
        nodes = np.sort(np.random.default_rng(seed).choice(n, max_points, replace=False))
    points = h[nodes]
    if method == "pca" or len(nodes) <= dimensions + 2:
        positions = pca(points, dimensions, seed)
    else:
        positions = _umap(points, dimensions, seed, neighbours, start, say)
    return Projection(method, nodes, np.asarray(positions, np.float32), n)


_kept: WeakKeyDictionary[Run | Graph, dict[tuple, Projection]] = WeakKeyDictionary()


def project_run(
    run: Run, epoch: int | None = None, method: str = "umap", dimensions: int = 2, **options
) -> Projection:
    """The projection of a run's embedding, or of its snapshot at an epoch; kept as long as the run itself.

    The layout of a snapshot starts from that of the snapshot before it, unless `start` is among the options.
    """
    known = _kept.setdefault(run, {})
    key = epoch, method, dimensions, options.get("seed", 0)
    if key not in known:
        if epoch is not None and epoch not in run.snapshots:
            raise ValueError(f"There is no snapshot of epoch {epoch}: choose among {sorted(run.snapshots)}.")
        h = run.embeddings if epoch is None else run.snapshots[epoch].astype(np.float32)
        before = [at for at in run.snapshots if epoch is not None and at < epoch]
        if before and method == "umap" and "start" not in options:
            options["start"] = project_run(run, max(before), method, dimensions, **options).positions
        known[key] = project(h, method, dimensions, **options)
    return known[key]


def project_features(graph: Graph, method: str = "umap", dimensions: int = 2, **options) -> Projection:
    """The projection of a graph's own features; kept as long as the graph itself."""
    known = _kept.setdefault(graph, {})
    key = None, method, dimensions, options.get("seed", 0)
    if key not in known:
        known[key] = project(graph.x, method, dimensions, **options)
    return known[key]


def kept(
    of: Run | Graph, epoch: int | None = None, method: str = "umap", dimensions: int = 2, seed: int = 0
) -> Projection | None:
    """A projection that has been made by `project_run` or `project_features` already, else None."""
    return _kept.get(of, {}).get((epoch, method, dimensions, seed))


def keep(of: Run | Graph, projection: Projection, epoch: int | None = None, seed: int = 0) -> None:
    """Keep a projection that was made elsewhere, as if `project_run` or `project_features` had made it."""
    dimensions = projection.positions.shape[1]
    _kept.setdefault(of, {})[epoch, projection.method, dimensions, seed] = projection


def align(positions: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Positions of the same points, turned and mirrored as a whole so that they fit an earlier layout best.

    Distances stay as they are, only the view changes: with U S Vᵀ the singular value decomposition of AᵀB,
    for the two layouts A and B centred, the rotation is U Vᵀ (orthogonal Procrustes).

    >>> turned = align(np.array([[0.0, 1], [0, -1]]), np.array([[2.0, 0], [-2, 0]]))
    >>> np.abs(turned.round(6))
    array([[1., 0.],
           [1., 0.]])
    """
    centred = positions - positions.mean(axis=0)
    u, _, v = np.linalg.svd(centred.T @ (before - before.mean(axis=0)))
    return centred @ (u @ v)


def pca(points, dimensions: int, seed: int = 0) -> np.ndarray:
    """Principal components, each turned so that its largest entry is positive; missing ones are zero."""
    from sklearn.decomposition import PCA, TruncatedSVD

    count = min(
        dimensions, points.shape[1] - 1 if hasattr(points, "nnz") else points.shape[1], len_of(points)
    )
    out = np.zeros((len_of(points), dimensions))
    if count < 1:
        return out
    if hasattr(points, "nnz"):
        # Sparse features are not centred: that would fill them. The first direction is then their mean.
        found = TruncatedSVD(count, random_state=seed).fit_transform(points)
    else:
        found = PCA(count, svd_solver="auto", random_state=seed).fit_transform(np.asarray(points, np.float64))
    largest = np.abs(found).argmax(axis=0)
    out[:, :count] = found * np.where(found[largest, np.arange(count)] < 0, -1, 1)
    return out


def len_of(points) -> int:
    """Rows of a dense or sparse matrix."""
    return points.shape[0]


def nearest(points, count: int, of: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Exact nearest neighbours by cosine distance, each point first in its own list: (indices, distances).

    Args:
        of: rows whose neighbours are wanted, found among all points; every row where None.
    """
    from sklearn.preprocessing import normalize

    unit = normalize(points)
    of = np.arange(len_of(unit)) if of is None else np.asarray(of)
    indices = np.empty((len(of), count), np.int32)
    distances = np.empty((len(of), count), np.float32)
    for begin in range(0, len(of), 1024):
        own = of[begin : begin + 1024]
        product = unit[own] @ unit.T
        similar = product.toarray() if hasattr(product, "nnz") else product
        similar[np.arange(len(own)), own] = np.inf
        part = np.argpartition(-similar, count - 1, axis=1)[:, :count]
        value = np.take_along_axis(similar, part, axis=1)
        order = np.argsort(-value, axis=1, kind="stable")
        indices[begin : begin + 1024] = np.take_along_axis(part, order, axis=1)
        ranked = np.take_along_axis(value, order, axis=1)
        distances[begin : begin + 1024] = np.clip(1 - np.where(np.isinf(ranked), 1, ranked), 0, 2)
    return indices, distances


def _umap(points, dimensions, seed, neighbours, start, say) -> np.ndarray:
    import warnings

    say("Loading UMAP; its first use in a process compiles for some seconds.")
    import umap

    size = len_of(points)
    neighbours = min(neighbours, size - 1)
    known = {}
    if size <= MAX_EXACT_NEIGHBOURS:
        say("Searching nearest neighbours.")
        known["precomputed_knn"] = (*nearest(points, neighbours), None)
    say("Laying out.")
    rounds = None if start is None else ROUNDS_FROM_START
    if start is None:
        spread = pca(points, dimensions, seed)
        start = 10 * spread / max(np.abs(spread).max(), 1e-9)
    with _one_at_a_time, warnings.catch_warnings():
        # UMAP warns that a seed makes it run on one thread; that is what a reproducible picture costs.
        warnings.simplefilter("ignore")
        model = umap.UMAP(
            n_components=dimensions,
            n_neighbors=neighbours,
            metric="cosine",
            random_state=seed,
            n_epochs=rounds,
            init=np.asarray(start, np.float32),
            **known,
        )
        return model.fit_transform(points)

"""An embedding over time: raw features, snapshots during training, the trained embedding.

Each of these moments has a layout (PCA at once, UMAP once it has been made) and numbers that say how far
apart its classes are. `n2n.embedding.shipped` has the same for the embeddings that ship with the program.
"""

import weakref
from collections.abc import Hashable

import numpy as np

from n2n.compute.cache import BoundedCache
from n2n.compute.csr import Matrix
from n2n.embedding.projection import Projection, project
from n2n.embedding.separation import Separation, separation
from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.training.history import Scores
from n2n.training.run import Run

Moment = str | int
"""RAW, TRAINED, or the epoch of a snapshot."""
RAW, TRAINED = "raw", "trained"
# An animation shows no more snapshots than this: each needs a layout of its own.
MAX_FRAMES = 10
CACHE_SIZE = 200
"""Layouts and numbers to keep for one graph; a layout takes 200 kB at most."""


def pick(epochs: list[int], count: int = MAX_FRAMES) -> list[int]:
    """Some of the epochs, closer together at the beginning, where an embedding changes most.

    >>> pick([1, 2, 3, 4, 5, 10, 20, 40, 60, 80, 100], 5)
    [1, 3, 10, 40, 100]
    """
    if len(epochs) <= count:
        return list(epochs)
    picked, left = [], list(epochs)
    for place, epoch in enumerate(np.geomspace(epochs[0], epochs[-1], count)):
        # As many must be left as are still wanted after this one.
        among = left[: len(left) - (count - 1 - place)]
        picked.append(min(among, key=lambda at: abs(np.log(at / epoch))))
        left = left[left.index(picked[-1]) + 1 :]
    return picked


class Timeline:
    """The moments of a run on its graph; without a run, the raw features alone.

    Args:
        cache: holds what is made of this graph and of runs on it. Timelines that share a cache make each
            layout once; by default each has its own.

    >>> import n2n
    >>> graph = n2n.load("karate")
    >>> run = n2n.fit(graph, n2n.Settings(width=8, epochs=4, evaluate_every=4, snapshots=2))
    >>> timeline = Timeline(graph, run)
    >>> [timeline.title(moment) for moment in timeline.moments]
    ['Raw features', 'Epoch 1', 'Epoch 4', 'Trained, epoch 4']
    >>> timeline.layout("trained", "pca").positions.shape
    (34, 2)
    """

    def __init__(self, graph: Graph, run: Run | None = None, cache: BoundedCache | None = None):
        self.graph, self.run = graph, run
        self._cache = BoundedCache(CACHE_SIZE) if cache is None else cache
        self.epochs = pick(list(run.snapshots)) if run else []
        """Epochs of the snapshots, `MAX_FRAMES` at most."""
        self.name = run.name if run else ""
        self.settings: MethodSettings | None = run.settings if run else None
        self.scores: Scores | None = run.scores if run else None
        self.predictions = run.predictions if run and (run.predictions >= 0).any() else None
        """(N,) predicted classes, if there are any."""

    @property
    def moments(self) -> list[Moment]:
        """All moments in order: RAW, epochs of snapshots, TRAINED."""
        first = [RAW] if self.graph.num_features else []
        return [*first, *self.epochs, *([TRAINED] if self.best is not None else [])]

    @property
    def best(self) -> int | None:
        """Epoch of the trained embedding: the best on validation nodes, or the last; None without a run."""
        if self.scores:
            return self.scores.epoch
        return len(self.run.history) if self.run else None

    def title(self, moment: Moment) -> str:
        """A moment in words."""
        if moment == RAW:
            return "Raw features"
        return f"Trained, epoch {self.best}" if moment == TRAINED else f"Epoch {moment}"

    def possible(self, moment: Moment, method: str, dimensions: int) -> bool:
        """Whether there is such a layout, or one can be made."""
        return True

    def layout(self, moment: Moment, method: str, dimensions: int = 2) -> Projection | None:
        """A layout that is available at once; None for UMAP before somebody has made it and called `keep`."""
        key = self._key(moment), method, dimensions
        if method == "umap":
            return self._cache.get(key)
        return self._cache.get_or_make(key, lambda: project(self.vectors(moment), method, dimensions))

    def keep(self, moment: Moment, projection: Projection) -> None:
        """Keep a layout that was made elsewhere."""
        self._cache.put((self._key(moment), projection.method, projection.positions.shape[1]), projection)

    def separation(self, moment: Moment) -> Separation:
        """How far apart the classes are in the full vectors, for the nodes that the layout shows."""

        def make() -> Separation:
            layout = self.layout(moment, "pca")
            assert layout
            return separation(self.vectors(moment)[layout.nodes], self.graph.y[layout.nodes])

        return self._cache.get_or_make((self._key(moment), "separation"), make)

    def picture_separation(self, projection: Projection) -> Separation:
        """How far apart the classes are in one of the layouts, by straight-line distance."""
        labels = self.graph.y[projection.nodes]
        return self._cache.get_or_make(
            projection, lambda: separation(projection.positions, labels, metric="euclidean")
        )

    def vectors(self, moment: Moment) -> Matrix:
        """What a moment is: raw features or an embedding."""
        if moment == RAW:
            return self.graph.x
        run = self._trained()
        if moment == TRAINED:
            return run.embeddings
        if moment not in run.snapshots:
            raise ValueError(f"There is no snapshot of epoch {moment}: use {[*run.snapshots]}.")
        return run.snapshots[int(moment)].astype(np.float32)

    def _key(self, moment: Moment) -> Hashable:
        # A cache must not keep the arrays of a run alive.
        return RAW if moment == RAW else (weakref.ref(self._trained()), moment)

    def _trained(self) -> Run:
        if self.run is None or not self.run.has_result:
            raise ValueError("There is no run with a result, so there are only the raw features.")
        return self.run

"""The stages of an embedding: raw features, snapshots along the training, the trained embedding.

Each stage has a layout (PCA at once, UMAP once it has been made) and numbers that say how far apart its
classes are. `n2n.embedding.shipped` has the same for the embeddings that come with the program.
"""

from collections.abc import Iterator
from weakref import WeakKeyDictionary

import numpy as np

from n2n.embedding.projection import Projection, kept, project_features, project_run
from n2n.embedding.separation import Separation, separation
from n2n.graph import Graph
from n2n.methods.n2n.settings import Settings
from n2n.training.history import Scores
from n2n.training.run import Run

RAW, TRAINED = "raw", "trained"
# An animation shows no more snapshots than this: each needs a layout of its own.
MAX_FRAMES = 10

_separations: WeakKeyDictionary[Run | Graph, dict] = WeakKeyDictionary()
_seen: WeakKeyDictionary[Projection, Separation] = WeakKeyDictionary()


def seen(projection: Projection, labels: np.ndarray) -> Separation:
    """How far apart the classes are in the picture itself, by straight-line distance; kept with the picture.

    Args:
        labels: (N,) labels of all nodes of the graph.
    """
    if projection not in _seen:
        _seen[projection] = separation(projection.positions, labels[projection.nodes], metric="euclidean")
    return _seen[projection]


def pick(epochs: list[int], count: int = MAX_FRAMES) -> list[int]:
    """Some of the epochs, closer together at the beginning, where an embedding changes most.

    >>> pick([1, 2, 3, 4, 5, 10, 20, 40, 60, 80, 100], 5)
    [1, 3, 10, 40, 100]
    """
    if len(epochs) <= count:
        return list(epochs)
    wanted = np.geomspace(epochs[0], epochs[-1], count)
    found, left = [], list(epochs)
    for place, epoch in enumerate(wanted):
        # As many must be left as are still wanted after this one.
        among = left[: len(left) - (count - 1 - place)]
        nearest = min(among, key=lambda at: abs(np.log(at / epoch)))
        found.append(nearest)
        left = left[left.index(nearest) + 1 :]
    return found


class Stages:
    """The stages of a run on its graph; without a run, the raw features alone.

    >>> import n2n
    >>> graph = n2n.load("karate")
    >>> run = n2n.fit(graph, n2n.Settings(width=8, epochs=4, evaluate_every=4, snapshots=2))
    >>> stages = Stages(graph, run)
    >>> [stages.title(stage) for stage in stages.all]
    ['Raw features', 'Epoch 1', 'Epoch 4', 'Trained, epoch 4']
    >>> stages.layout("trained", "pca").positions.shape
    (34, 2)
    """

    def __init__(self, graph: Graph, run: Run | None = None):
        self.graph, self.run = graph, run

    @property
    def epochs(self) -> list[int]:
        """Epochs of the snapshots, `MAX_FRAMES` at most."""
        return pick(list(self.run.snapshots)) if self.run else []

    @property
    def all(self) -> list[str | int]:
        """Every stage in its order: RAW, epochs of snapshots, TRAINED."""
        first = [RAW] if self.graph.num_features else []
        return [*first, *self.epochs, *([TRAINED] if self.best is not None else [])]

    @property
    def best(self) -> int | None:
        """Epoch of the trained embedding: the best on validation nodes, or the last; None without a run."""
        if not self.run:
            return None
        return self.scores.epoch if self.scores else len(self.run.history)

    @property
    def scores(self) -> Scores | None:
        """Micro-F1 of the run; None where there is none."""
        return self.run.scores if self.run else None

    @property
    def settings(self) -> Settings | None:
        """Settings of the run."""
        return self.run.settings if self.run else None

    @property
    def predictions(self) -> np.ndarray | None:
        """(N,) predicted classes; None where there are none."""
        return self.run.predictions if self.run and (self.run.predictions >= 0).any() else None

    def title(self, stage: str | int) -> str:
        """A stage in words."""
        if stage == RAW:
            return "Raw features"
        return f"Trained, epoch {self.best}" if stage == TRAINED else f"Epoch {stage}"

    def possible(self, stage: str | int, method: str, dimensions: int) -> bool:
        """Whether there is such a layout, or one can be made."""
        return True

    def layout(self, stage: str | int, method: str, dimensions: int = 2) -> Projection | None:
        """A layout that is there at once; None for one of UMAP that has not been made."""
        found = kept(*self._vectors(stage), method, dimensions)
        return found or (self._make(stage, method, dimensions) if method == "pca" else None)

    def lay_out(self, wanted: list[str | int], dimensions: int = 2) -> Iterator[str]:
        """Make the missing layouts of UMAP, telling before each what comes next: fit for a job.

        The layout of a snapshot starts from that of the snapshot before, so that one is made too.
        """
        last = max((stage for stage in wanted if isinstance(stage, int)), default=0)
        needed = [stage for stage in self.all if stage in wanted or (isinstance(stage, int) and stage < last)]
        missing = [stage for stage in needed if self.layout(stage, "umap", dimensions) is None]
        for place, stage in enumerate(missing):
            yield f"{self.title(stage)}: layout {place + 1} of {len(missing)}"
            self._make(stage, "umap", dimensions)

    def separation(self, stage: str | int) -> Separation:
        """How far apart the classes are in the full vectors, for the nodes that the layout shows."""
        of, epoch = self._vectors(stage)
        known = _separations.setdefault(of, {})
        if epoch not in known:
            nodes = self.layout(stage, "pca").nodes
            vectors = (
                of.x if isinstance(of, Graph) else of.embeddings if epoch is None else of.snapshots[epoch]
            )
            points = vectors[nodes]
            if vectors.dtype == np.float16:
                points = points.astype(np.float32)
            known[epoch] = separation(points, self.graph.y[nodes])
        return known[epoch]

    def _vectors(self, stage: str | int) -> tuple[Run | Graph, int | None]:
        """Whose vectors they are, and of which snapshot."""
        return (self.graph, None) if stage == RAW else (self.run, None if stage == TRAINED else stage)

    def _make(self, stage: str | int, method: str, dimensions: int) -> Projection:
        of, epoch = self._vectors(stage)
        if isinstance(of, Graph):
            return project_features(of, method, dimensions)
        before = [at for at in self.epochs if epoch is not None and at < epoch]
        if not before or method == "pca":
            return project_run(of, epoch, method, dimensions)
        start = self._make(before[-1], method, dimensions).positions
        return project_run(of, epoch, method, dimensions, start=start)

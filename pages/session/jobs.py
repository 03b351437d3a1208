"""What worker processes do for pages: functions that know nothing of visitors and Streamlit.

A worker loads torch and compiled kernels once; the server never does. A graph is named by the key of its
dataset or by its folder, or comes along.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

import n2n
from n2n.methods.base import MethodSettings
from n2n.training.worker import report

if TYPE_CHECKING:
    from n2n.embedding.change import NeighbourhoodChange
    from n2n.embedding.projection import Projection
    from n2n.training.cold_start import ColdStartResult
    from n2n.training.estimate import Estimate

Source = str | n2n.Graph


@lru_cache(maxsize=3)
def _at(source: str) -> n2n.Graph:
    return n2n.load(source) if source in n2n.catalogue() else n2n.open_graph(source)


def graph_at(source: Source) -> n2n.Graph:
    """The graph that a source names."""
    return _at(source) if isinstance(source, str) else source


def train(folder: str, source: Source) -> None:
    """Train the run in a folder."""
    from n2n.training.fit import train_run

    train_run(n2n.Run.open(folder), graph_at(source))


def load_dataset(key: str) -> bool:
    """Fetch and convert a dataset, so that the server finds it in a small file."""
    n2n.load(key, lambda message, fraction=None: report(fraction or 0.0, message))
    return True


def estimate(source: Source, settings: MethodSettings) -> "Estimate":
    """Time and memory of a run, by a few epochs of it."""
    return n2n.estimate(graph_at(source), settings)


def fit(source: Source, settings: MethodSettings) -> bytes:
    """A short run, as a file with its weights."""
    from n2n.training.trainer import Trainer

    trainer = Trainer(graph_at(source), settings)
    for epoch in trainer:
        report(epoch.index / settings.total_epochs, f"Training {settings.name}")
    return trainer.run().to_bytes()


def predict(run: bytes, source: Source) -> np.ndarray:
    """(N,) classes that a run predicts on a graph, which may have other edges and features than its own."""
    from n2n.training.run import Run

    return Run.from_bytes(run).predict(graph_at(source))


def map_positions(source: Source, k: int | None = None, near: np.ndarray | None = None) -> np.ndarray:
    """(N, 2) positions on the map of a graph, or of the subgraphs of TAPS-k."""
    graph = graph_at(source)
    positives = n2n.all_neighbours(graph) if k is None else n2n.rank(graph).top(k)
    return n2n.map_positions(positives, near=near, progress=lambda share: report(share, "Drawing the map"))


def umap(vectors: dict[str | int, Any], dimensions: int) -> "dict[str | int, Projection]":
    """UMAP of the embeddings of several moments; that of a snapshot starts from the snapshot before."""
    from n2n.embedding.projection import project

    found, start = {}, None
    for place, (moment, points) in enumerate(vectors.items()):
        report(place / len(vectors), f"UMAP: layout {place + 1} of {len(vectors)}")
        is_snapshot = isinstance(moment, int)
        found[moment] = project(points, "umap", dimensions, start=start if is_snapshot else None)
        start = found[moment].positions if is_snapshot else start
    return found


def change(before: Any, after: Any) -> "NeighbourhoodChange":
    """How the nearest nodes differ between two embeddings."""
    return n2n.neighbourhood_change(
        before, after, progress=lambda message, fraction=None: report(fraction or 0.0, message)
    )


def make_features(graph: n2n.Graph, kind: str) -> n2n.Graph:
    """The graph with features made from its edges."""
    return n2n.with_features(graph, kind, progress=lambda share: report(share, "Making features"))


def cold_start(
    source: Source, share: float, methods: tuple[str, ...], k: int, split: str, seeds: int
) -> "list[ColdStartResult]":
    """A cold start for each seed; those that are complete are reported meanwhile."""
    from n2n.training.cold_start import ColdStart

    graph, found = graph_at(source), []
    for seed in range(seeds):
        start = ColdStart(graph, share, methods, k, seed, split)
        for step in start:
            report((seed + step.fraction) / seeds, f"Seed {seed}: {step.words}", found)
        found.append(start.result())
    return found


def time_for_new_node(source: Source, settings: MethodSettings) -> float:
    """Microseconds to predict a new node; not a number where the method would have to be trained first."""
    found = n2n.inference_time(graph_at(source), settings, nodes=5)
    return round(found.microseconds, 1) if found else float("nan")

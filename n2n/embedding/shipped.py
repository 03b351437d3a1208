"""Embeddings that ship with the program: their layouts, predictions and numbers, without the vectors.

They are in `assets/layouts`, one small file per bundled graph, made by `python -m n2n layouts`, so that there
is something real to look at before anything has been trained.
"""

import importlib.metadata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np

from n2n.compute.cache import BoundedCache
from n2n.embedding.projection import MAX_POINTS, METHODS, Projection
from n2n.embedding.separation import Separation
from n2n.embedding.timeline import CACHE_SIZE, RAW, Moment, Timeline, pick
from n2n.files import tensors
from n2n.files.assets import ASSETS
from n2n.graph import Graph
from n2n.methods.n2n.settings import Settings
from n2n.training.history import Scores

LAYOUTS = ASSETS / "layouts"
FORMAT = "n2n-layouts-1"
DATASETS = ("karate", "cora", "citeseer", "pubmed")
RUNS: dict[str, int | str] = {"taps-1": 1, "all": "all"}
"""Name of a shipped run -> its positives per node k; both are joint learning with the tuned settings."""
# Snapshots of the first run are kept for graphs up to this many nodes: they take the most space.
MAX_ANIMATED = 5_000
FRAMES = 6


class Shipped(Timeline):
    """The timeline of a shipped run, as far as its file has it.

    >>> import n2n
    >>> shipped = load_shipped("karate", n2n.load("karate"))
    >>> shipped.name, shipped.layout("trained", "umap").positions.shape
    ('N2N-TAPS-1 (JL)', (34, 2))
    """

    def __init__(
        self, graph: Graph, key: str, arrays: dict[str, np.ndarray], facts: dict, cache: BoundedCache
    ):
        super().__init__(graph, cache=cache)
        self.key, self._arrays, self._facts = key, arrays, facts
        own = facts["runs"][key]
        self.settings, self.scores = Settings.from_dict(own["settings"]), Scores(**own["scores"])
        self.name, self.epochs = self.settings.name, own["epochs"]
        self.note: str = own["note"]
        """Where the settings come from."""
        self.predictions = arrays[f"{key}.predictions"].astype(np.int64)

    def possible(self, moment: Moment, method: str, dimensions: int) -> bool:
        """Whether the file has such a layout; of the raw features any can be made."""
        return moment == RAW or self.layout(moment, method, dimensions) is not None

    def layout(self, moment: Moment, method: str, dimensions: int = 2) -> Projection | None:
        """The layout in the file; of the raw features also one that has been made since."""
        found = self._arrays.get(f"{self._key(moment)}.{method}")
        if found is None or found.shape[1] < dimensions:
            return super().layout(moment, method, dimensions) if moment == RAW else None

        def make() -> Projection:
            positions = found[:, :dimensions].astype(np.float32)
            return Projection(method, self._arrays["nodes"], positions, self.graph.num_nodes)

        return self._cache.get_or_make((self._key(moment), method, dimensions), make)

    def separation(self, moment: Moment) -> Separation:
        return Separation(**self._facts["separation"][self._key(moment)])

    def _key(self, moment: Moment) -> str:
        """The name of a moment in the file; the raw features are the same for all runs on a graph."""
        return RAW if moment == RAW else f"{self.key}.{moment}"


def load_shipped(
    dataset: str, graph: Graph, run: str = "taps-1", folder: Path = LAYOUTS, cache: BoundedCache | None = None
) -> Shipped | None:
    """A run of `RUNS` on a dataset; None if none was shipped, or if its file belongs to another graph.

    Args:
        cache: see `Timeline`; the shipped layouts of the raw features then serve other runs on the graph too.
    """
    path = folder / f"{dataset}.safetensors"
    if not path.exists():
        return None
    cache = BoundedCache(CACHE_SIZE) if cache is None else cache
    # A file that has been written again since is read again.
    arrays, facts = cache.get_or_make(
        (path, path.stat().st_mtime_ns),
        lambda: tensors.from_bytes(tensors.read_bytes(path), FORMAT, str(path)),
    )
    if facts["nodes"] != graph.num_nodes or run not in facts["runs"]:
        return None
    found = Shipped(graph, run, arrays, facts, cache)
    for method in METHODS:
        found.layout(RAW, method)
    return found


def make_layouts(
    dataset: str,
    graph: Graph,
    *,
    folder: Path,
    watch: Callable[[Iterable, str], Iterator] = lambda steps, words: iter(steps),
    **changes,
) -> Path:
    """Train the shipped runs on a graph, lay them out and write the file of the graph.

    Args:
        watch: wraps an iterator of steps, described in a few words, for instance in a progress bar.
        changes: settings that differ from the tuned ones.
    """
    from n2n.training.trainer import Trainer  # here for the start-up time

    arrays: dict[str, np.ndarray] = {}
    facts = {
        "dataset": dataset,
        "nodes": graph.num_nodes,
        "command": f"python -m n2n layouts {dataset}",
        "method": {"seed": 0, "neighbours": 15, "max_points": MAX_POINTS},
        "umap": importlib.metadata.version("umap-learn"),
        "separation": {},
        "runs": {},
    }
    raw = Timeline(graph)
    _lay_out(raw, [RAW], "", arrays, facts, watch)
    arrays["nodes"] = raw.make_layout(RAW, "pca").nodes.astype(np.int32)
    for key, k in RUNS.items():
        animated = key == next(iter(RUNS)) and graph.num_nodes <= MAX_ANIMATED
        settings = Settings.for_dataset(dataset, "JL", k).replace(snapshots=50 if animated else 0, **changes)
        trainer = Trainer(graph, settings)
        for _ in watch(trainer, f"{settings.name} on {dataset}"):
            pass
        run = trainer.run()
        for epoch in set(run.snapshots) - set(pick(list(run.snapshots), FRAMES)):
            run.parts.remove(f"snapshots/{epoch}")
        timeline = Timeline(graph, run)
        _lay_out(timeline, timeline.moments[1:], f"{key}.", arrays, facts, watch)
        arrays[f"{key}.predictions"] = run.predictions.astype(np.int8)
        facts["runs"][key] = {
            "settings": settings.to_dict(),
            "note": settings.note(dataset),
            "scores": dict(vars(run.scores)),
            "epochs": timeline.epochs,
            "environment": run.environment,
        }
    path = folder / f"{dataset}.safetensors"
    tensors.write_bytes(path, tensors.to_bytes(FORMAT, arrays, facts))
    return path


def _lay_out(timeline: Timeline, wanted: list[Moment], prefix: str, arrays: dict, facts: dict, watch) -> None:
    for _ in watch(timeline.lay_out(wanted), f"UMAP on {facts['dataset']}"):
        pass
    for moment in wanted:
        # The first two principal components are the flat picture, so one array serves both.
        arrays[f"{prefix}{moment}.pca"] = _small(timeline.make_layout(moment, "pca", 3).positions)
        arrays[f"{prefix}{moment}.umap"] = _small(timeline.make_layout(moment, "umap").positions)
        facts["separation"][f"{prefix}{moment}"] = asdict(timeline.separation(moment))


def _small(positions: np.ndarray) -> np.ndarray:
    """Positions in half precision, scaled to fit it."""
    centred = positions - positions.mean(axis=0)
    return (10 * centred / max(float(np.abs(centred).max()), 1e-9)).astype(np.float16)

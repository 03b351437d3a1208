"""Embeddings that come with the program: their layouts, predictions and numbers, without the vectors.

They are in `assets/layouts`, one small file a bundled graph, made by `python -m n2n layouts`. So there is
something real to look at before anything has been trained.
"""

import importlib.metadata
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path

import numpy as np

from n2n.embedding.projection import MAX_POINTS, Projection, keep
from n2n.embedding.separation import Separation
from n2n.embedding.stages import RAW, Stages, pick
from n2n.files import tensors
from n2n.files.assets import ASSETS, output_folder
from n2n.graph import Graph
from n2n.methods.n2n.settings import Settings
from n2n.training.history import Scores

LAYOUTS = output_folder("layouts")
FORMAT = "n2n-layouts-1"
DATASETS = ("karate", "cora", "citeseer", "pubmed")
RUNS: dict[str, int | str] = {"taps-1": 1, "all": "all"}
"""Name of a shipped run -> its positives per node k; both are joint learning with the tuned settings."""
# Snapshots of the first run are kept for graphs of so many nodes at most: they take the most room.
MAX_ANIMATED = 5_000
FRAMES = 6


class Shipped(Stages):
    """The stages of a shipped run: everything that `Stages` offers, as far as the file holds it.

    >>> import n2n
    >>> stages = load_shipped("karate", n2n.load("karate"))
    >>> stages.name, stages.layout("trained", "umap").positions.shape
    ('N2N-TAPS-1 (JL)', (34, 2))
    """

    def __init__(self, graph: Graph, key: str, arrays: dict[str, np.ndarray], facts: dict):
        super().__init__(graph)
        self.key, self._arrays, self._facts = key, arrays, facts
        self._own = facts["runs"][key]
        self._made: dict[tuple, Projection] = {}

    @property
    def settings(self) -> Settings:
        """Settings of the run."""
        return Settings.from_dict(self._own["settings"])

    @property
    def scores(self) -> Scores:
        """Micro-F1 of the run."""
        return Scores(**self._own["scores"])

    @property
    def name(self) -> str:
        """The paper's name of the run."""
        return self.settings.name

    @property
    def note(self) -> str:
        """Where its settings come from."""
        return self._own["note"]

    @property
    def epochs(self) -> list[int]:
        """Epochs of the snapshots in the file."""
        return self._own["epochs"]

    @property
    def best(self) -> int:
        """Epoch of the trained embedding."""
        return self.scores.epoch

    @property
    def predictions(self) -> np.ndarray:
        """(N,) predicted classes."""
        return self._arrays[f"{self.key}.predictions"].astype(np.int64)

    def possible(self, stage: str | int, method: str, dimensions: int) -> bool:
        """Whether the file has such a layout; of the raw features any can be made."""
        return stage == RAW or self.layout(stage, method, dimensions) is not None

    def layout(self, stage: str | int, method: str, dimensions: int = 2) -> Projection | None:
        """The layout from the file; of the raw features also one that has been made since."""
        found = self._arrays.get(f"{self._place(stage)}.{method}")
        if found is None or found.shape[1] < dimensions:
            return super().layout(stage, method, dimensions) if stage == RAW else None
        key = stage, method, dimensions
        if key not in self._made:
            positions = found[:, :dimensions].astype(np.float32)
            self._made[key] = Projection(method, self._arrays["nodes"], positions, self.graph.num_nodes)
        return self._made[key]

    def separation(self, stage: str | int) -> Separation:
        """The numbers from the file."""
        return Separation(**self._facts["separation"][self._place(stage)])

    def _place(self, stage: str | int) -> str:
        return RAW if stage == RAW else f"{self.key}.{stage}"


def load_shipped(dataset: str, graph: Graph, run: str = "taps-1", folder: Path = LAYOUTS) -> Shipped | None:
    """A run of `RUNS` on a dataset; None where none was shipped, or its file belongs to another graph."""
    path = folder / f"{dataset}.safetensors"
    if folder == LAYOUTS and not path.exists():  # installed, and nothing made since
        path = ASSETS / "layouts" / path.name
    return _load(graph, run, path, path.stat().st_mtime_ns) if path.exists() else None


@lru_cache(maxsize=8)
def _load(graph: Graph, run: str, path: Path, changed: int) -> Shipped | None:
    """`changed` is when the file was written: a new file is read anew."""
    arrays, facts = tensors.from_bytes(tensors.read_bytes(path), FORMAT, str(path))
    if facts["nodes"] != graph.num_nodes or run not in facts["runs"]:
        return None
    found = Shipped(graph, run, arrays, facts)
    for method in ("pca", "umap"):  # the features are the same for every run on this graph
        keep(graph, found.layout(RAW, method))
    return found


def make_layouts(
    dataset: str,
    graph: Graph,
    *,
    folder: Path = LAYOUTS,
    watch: Callable[[Iterator, str], Iterator] = lambda steps, words: iter(steps),
    **changes,
) -> Path:
    """Train the shipped runs on a graph, lay them out, and write its file.

    Args:
        watch: wraps an iterator of steps, named by a few words, for instance in a progress bar.
        changes: settings that differ from the tuned ones.
    """
    from n2n.training.trainer import Trainer

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
    stages = Stages(graph)
    _lay_out(stages, [RAW], lambda stage: RAW, arrays, facts, watch)
    for key, k in RUNS.items():
        animated = key == next(iter(RUNS)) and graph.num_nodes <= MAX_ANIMATED
        settings = Settings.for_dataset(dataset, "JL", k).replace(snapshots=50 if animated else 0, **changes)
        trainer = Trainer(graph, settings)
        for _ in watch(trainer, f"{settings.name} on {dataset}"):
            pass
        run = trainer.run()
        few = {epoch: run.snapshots[epoch] for epoch in pick(list(run.snapshots), FRAMES)}
        run.snapshots.clear()
        run.snapshots.update(few)
        stages = Stages(graph, run)
        _lay_out(stages, stages.all[1:], lambda stage, key=key: f"{key}.{stage}", arrays, facts, watch)
        arrays[f"{key}.predictions"] = run.predictions.astype(np.int8)
        facts["runs"][key] = {
            "settings": settings.to_dict(),
            "note": settings.note(dataset),
            "scores": asdict(run.scores),
            "epochs": stages.epochs,
            "environment": run.environment,
        }
    arrays["nodes"] = stages.layout(RAW, "pca").nodes.astype(np.int32)
    path = folder / f"{dataset}.safetensors"
    tensors.write_bytes(path, tensors.to_bytes(FORMAT, arrays, facts))
    return path


def _lay_out(stages: Stages, wanted: list, place: Callable, arrays: dict, facts: dict, watch) -> None:
    for _ in watch(stages.lay_out(wanted), f"UMAP on {facts['dataset']}"):
        pass
    for stage in wanted:
        # The first two principal components are the flat picture, so one array serves both.
        arrays[f"{place(stage)}.pca"] = _small(stages.layout(stage, "pca", 3).positions)
        arrays[f"{place(stage)}.umap"] = _small(stages.layout(stage, "umap").positions)
        facts["separation"][place(stage)] = asdict(stages.separation(stage))


def _small(positions: np.ndarray) -> np.ndarray:
    """In half precision, scaled so that nothing is too large or too small for it."""
    centred = positions - positions.mean(axis=0)
    return (10 * centred / max(float(np.abs(centred).max()), 1e-9)).astype(np.float16)

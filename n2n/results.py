"""Measured results: the rows of the paper's Table 1 that are N2N, run here and kept in `assets/results`.

A file holds one dataset. Every finished run is written at once, so that a measurement can be stopped and
taken up again; only what is missing is run.
"""

import json
import os
import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from n2n.files import whole_file
from n2n.graph import Graph
from n2n.settings import Settings

RESULTS = Path(__file__).parent.parent / "assets" / "results"
SELECTION = "test micro-F1 at the epoch of the best validation micro-F1"


@dataclass(frozen=True)
class Row:
    """One row of Table 1: a framework with its positives."""

    framework: str
    sampler: str
    k: int | str


def _rows() -> dict[str, Row]:
    rows = {}
    for framework in ("JL", "URL"):
        chosen = [Row(framework, "random", 1), *(Row(framework, "taps", k) for k in (1, 2, 3, 4, 5, "all"))]
        for row in chosen:
            rows[Settings(framework=framework, sampler=row.sampler, k=row.k).name] = row
    return rows


ROWS = _rows()
"""The fourteen N2N rows of Table 1 by the paper's names."""


def seeds_of(settings: Settings, graph: Graph, seed: int) -> Settings:
    """The settings for one of several repetitions.

    The seed also draws the random positives and, where the graph brings no split of its own, the split.
    """
    return settings.replace(seed=seed, sampling_seed=seed, split_seed=0 if graph.public is not None else seed)


@dataclass(frozen=True)
class Summary:
    """Mean and standard deviation of the test micro-F1 over seeds, in per cent."""

    mean: float
    sd: float
    seeds: int

    @classmethod
    def of(cls, scores: list[float]) -> "Summary":
        """From scores between 0 and 1; the standard deviation is that of a sample (n − 1).

        >>> Summary.of([0.8, 0.9])
        Summary(mean=85.0, sd=7.07, seeds=2)
        """
        values = 100 * np.asarray(scores)
        sd = float(values.std(ddof=1)) if len(values) > 1 else 0.0
        return cls(round(float(values.mean()), 2), round(sd, 2), len(values))

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.sd:.2f} ({self.seeds} seed{'s' if self.seeds != 1 else ''})"


def load_results(name: str, folder: Path = RESULTS) -> dict:
    """What has been measured on a dataset; an empty record if nothing has."""
    path = folder / f"{name}.json"
    if not path.exists():
        return {"dataset": name, "split": "paper", "selection": SELECTION, "rows": {}}
    return json.loads(path.read_text(encoding="utf-8"))


def summaries(results: dict) -> dict[str, Summary]:
    """Mean and deviation of each measured row."""
    return {
        name: Summary.of([run["test"] for run in row["runs"]])
        for name, row in results["rows"].items()
        if row["runs"]
    }


def measure(
    graph: Graph,
    name: str,
    row: str,
    settings: Settings,
    note: str,
    seeds: range,
    *,
    folder: Path = RESULTS,
    watch: Callable[[Iterator], Iterator] = iter,
) -> dict:
    """Run what is missing of a row and write each run into the file of the dataset as soon as it has ended.

    Args:
        row: name under which the runs are kept.
        watch: wraps the iterator of epochs, for instance in a progress bar.
    """
    from n2n.training import Trainer

    results = load_results(name, folder)
    entry = results["rows"].get(row)
    known = settings.to_dict()
    if entry is None or entry["settings"] != known:
        entry = {"settings": known, "note": note, "runs": []}
    for seed in seeds:
        if any(run["seed"] == seed for run in entry["runs"]):
            continue
        trainer = Trainer(graph, seeds_of(settings, graph, seed))
        for _ in watch(trainer):
            pass
        scores, history = trainer.scores, trainer.history
        entry["runs"].append(
            {
                "seed": seed,
                "test": scores.test,
                "val": scores.val,
                "epoch": scores.epoch,
                "last_test": scores.last_test,
                "epochs": len(history),
                "ms_per_epoch": round(1e3 * float(np.median([epoch.seconds for epoch in history])), 2),
            }
        )
        entry["environment"] = trainer.environment()
        results = load_results(name, folder)
        results["rows"][row] = entry
        _write(results, folder / f"{name}.json")
    return entry


def _write(results: dict, path: Path) -> None:
    results["command"] = f"python -m n2n results {results['dataset']}"
    results["machine"] = {"processor": platform.machine(), "cores": os.cpu_count()}
    with whole_file(path) as part:
        part.write_text(json.dumps(results, indent=1, ensure_ascii=False), encoding="utf-8")

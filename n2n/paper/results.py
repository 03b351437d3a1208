"""Measured accuracies of a dataset, method by method, from what is kept in `assets/results`.

How they are measured is `n2n.paper`; this is the short way to read them. Beside the cells that it
writes there may be records of single datasets (`cora.json`), which count in the same way.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from n2n.datasets.catalogue import find
from n2n.files.assets import ASSETS, output_folder
from n2n.graph import Graph
from n2n.methods.n2n.settings import Settings
from n2n.methods.spec import Declared

SHIPPED = ASSETS / "results"
"""The results that ship with the program."""
RESULTS = output_folder("results")
"""Where new results are written: in a checkout the same folder. Reading it includes the shipped results."""
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


def seeds_of(settings: Declared, graph: Graph, seed: int) -> Declared:
    """The settings for one of several repetitions.

    The seed also draws the random positives and, where the graph brings no split of its own, the split.
    """
    return settings.replace(seed=seed, sampling_seed=seed, split_seed=0 if graph.public is not None else seed)


def seeds_for(settings: Declared, dataset: str, seed: int) -> Declared:
    """The same for one of the paper's datasets, without its graph: the citation graphs bring their splits.

    A split that is drawn for every graph (`random`) is drawn by the seed everywhere.
    """
    fixed = find(dataset).kind == "citation" and settings.split != "random"
    return settings.replace(seed=seed, sampling_seed=seed, split_seed=0 if fixed else seed)


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


def load_record(name: str, folder: Path = RESULTS) -> dict:
    """The record file of one dataset as it is; an empty record if there is none."""
    path = (SHIPPED if folder == RESULTS else folder) / f"{name}.json"  # no new ones are written
    if not path.exists():
        return {"dataset": name, "split": "paper", "selection": SELECTION, "rows": {}}
    return json.loads(path.read_text(encoding="utf-8"))


def load_results(name: str, folder: Path = RESULTS) -> dict:
    """What has been measured on a dataset with the split `paper`, row by row; nothing is an empty record.

    Of a row that was measured with several settings, the latest count.
    """
    from n2n.paper.cells import stored

    results = load_record(name, folder)
    rows: dict[str, dict] = {}
    for cell in stored(folder):
        if cell.kind != "accuracy" or cell.dataset != name or cell.split != results["split"]:
            continue
        settings = cell.key[3]
        plain = settings.replace(seed=0, sampling_seed=0, split_seed=0)
        if settings != seeds_for(plain, name, cell.seed):
            continue  # drawn with a seed of its own, for Table 2
        entry = rows.get(cell.row)
        if entry is None or entry["settings"] != plain.to_dict():
            note = results["rows"].get(cell.row, {}).get("note", "")
            entry = rows[cell.row] = {"settings": plain.to_dict(), "note": note, "runs": []}
        entry["runs"].append({"seed": cell.seed, **cell.values})
        entry["environment"] = cell.environment
    return results | {"rows": rows}


def summaries(results: dict) -> dict[str, Summary]:
    """Mean and deviation of each measured row."""
    return {
        name: Summary.of([run["test"] for run in row["runs"]])
        for name, row in results["rows"].items()
        if row["runs"]
    }

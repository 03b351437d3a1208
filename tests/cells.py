"""Measurements for the tests, as the paper's experiments leave them, without measuring."""

import json
from pathlib import Path

from n2n.paper.results import load_results, seeds_for

from n2n.paper import Cell
from n2n.paper.experiments import row_settings


def cell(row: str, test: float, seed: int = 0, dataset: str = "cora", **changes) -> Cell:
    """One measured accuracy; `changes` are settings that differ from the recipe."""
    settings = seeds_for(row_settings(row, dataset).replace(**changes), dataset, seed)
    values = {"test": test, "ms_per_epoch": 1.0}
    machine = {"processor": "abacus", "cores": 2}
    return Cell("accuracy", row, dataset, settings.to_dict(), values, 1.0, {}, machine, "a command")


def recorded(folder: Path, **scores: list[float]) -> dict:
    """Results of Cora as a measurement would leave them, read back from their file."""
    common = {"val": 0.8, "epoch": 10, "last_test": 0.8, "epochs": 20, "ms_per_epoch": 5.0}
    rows = {
        name: {
            "settings": {},
            "note": "",
            "environment": {},
            "runs": [{"seed": seed, "test": score, **common} for seed, score in enumerate(values)],
        }
        for name, values in scores.items()
    }
    record = {"dataset": "cora", "split": "paper", "selection": "best validation", "rows": rows}
    (folder / "cora.json").write_text(json.dumps(record), encoding="utf-8")
    return load_results("cora", folder)

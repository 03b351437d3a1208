"""Measurements for the tests, as `n2n reproduce` stores them, without measuring."""

from typing import Any

import pandas as pd

from n2n.paper.experiments import Task, has_own_split, recipe_of
from n2n.paper.results import append, combine, row_of


def measurement(
    row: str,
    dataset: str = "cora",
    seed: int = 0,
    kind: str = "accuracy",
    changes: dict[str, Any] | None = None,
    variant: str = "",
    **values: Any,
) -> dict[str, Any]:
    """One row; `changes` are settings that differ from the recipe, `values` what was measured."""
    settings = recipe_of(kind, row, dataset).replace(**{"split": "paper", **(changes or {})})
    given = {name: value for name, value in (changes or {}).items() if name.endswith("seed")}
    settings = settings.with_seed(seed, has_own_split(dataset)).replace(**given)
    task = Task(kind, row, variant, dataset, settings)
    return row_of(task, {"seconds": 3.0, **values}, {}, "n2n reproduce table1 --rows X") | {"cores": "2"}


def scored(row: str, test: float, seed: int = 0, dataset: str = "cora", **more: Any) -> dict[str, Any]:
    """One run with the same score under every rule."""
    scores = {"test": test, "val": test, "last_test": test, "best_test": test, "epochs": 9.0, "ms": 10.0}
    return measurement(row, dataset, seed, **scores | more)


def recorded(**scores: list[float]) -> pd.DataFrame:
    """Results of Cora with the seeds 0, 1, … of each row."""
    return results(
        *(scored(row, test, seed) for row, found in scores.items() for seed, test in enumerate(found))
    )


def results(*rows: dict[str, Any]) -> pd.DataFrame:
    """Rows as the table that `n2n.paper.load` returns."""
    return combine([pd.DataFrame(list(rows))] if rows else [])


def store(folder, *rows: dict[str, Any]) -> None:
    """Rows in the file of a folder."""
    append(rows, folder)

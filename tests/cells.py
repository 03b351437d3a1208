"""Measurements for the tests, as the paper's experiments leave them, without measuring."""

from n2n.methods.registry import settings_for
from n2n.paper import Cell
from n2n.paper.experiments import has_own_split


def cell(row: str, test: float, seed: int = 0, dataset: str = "cora", **changes) -> Cell:
    """One measured accuracy; `changes` are settings that differ from the recipe."""
    settings = settings_for(row, dataset).replace(**changes).with_seed(seed, has_own_split(dataset))
    values = {"test": test, "ms_per_epoch": 1.0}
    machine = {"processor": "abacus", "cores": 2}
    return Cell("accuracy", row, dataset, settings.to_dict(), values, 1.0, {}, machine, "a command")


def recorded(**scores: list[float]) -> list[Cell]:
    """Results of Cora as measurements would leave them."""
    return [cell(row, test, seed) for row, tests in scores.items() for seed, test in enumerate(tests)]

"""What the paper prints: its tables and its hyper-parameters, as numbers.

The files in `assets/paper` hold the printed values and nothing else; what was measured here is in
`assets/results`.
"""

import csv
from dataclasses import dataclass
from functools import cache

from n2n.files.assets import ASSETS
from n2n.methods.recipes import DATASETS


@dataclass(frozen=True)
class Score:
    """A printed micro-F1 in per cent: mean and standard deviation of five runs."""

    mean: float
    sd: float


def _rows(name: str) -> list[dict[str, str]]:
    with (ASSETS / "paper" / name).open(newline="", encoding="utf-8") as file:
        return [{column.lower(): value for column, value in row.items()} for row in csv.DictReader(file)]


@cache
def table1() -> dict[str, dict[str, Score]]:
    """Table 1: micro-F1 of each method on each dataset.

    >>> table1()["N2N (URL)"]["cora"]
    Score(mean=88.2, sd=0.05)
    """
    return {row["model"]: {key: _score(row, key) for key in DATASETS} for row in _rows("table1_micro_f1.csv")}


def _score(row: dict[str, str], column: str) -> Score:
    return Score(float(row[f"{column}_mean"]), float(row[f"{column}_std"]))


@cache
def table2() -> dict[str, dict[str, Score]]:
    """Table 2: micro-F1 with random positives; a column is a dataset and the seed that drew them.

    >>> table2()["N2N-Random-1 (JL)"]["photo 3"]
    Score(mean=84.08, sd=0.2)
    """
    return {
        row["model"]: {
            column.replace("_seed", " "): _score(row, column)
            for column in (name.removesuffix("_mean") for name in row if name.endswith("_mean"))
        }
        for row in _rows("table2_random_positives.csv")
    }


@cache
def table3() -> dict[str, dict[str, float]]:
    """Table 3: milliseconds for an epoch, or for inference where the name says so.

    >>> table3()["GCN"]["cora"]
    1.68
    """
    return {
        row["model"]: {key: float(value) for key, value in row.items() if key != "model"}
        for row in _rows("table3_ms_per_epoch.csv")
    }

"""Runs of `n2n.robustness` in a few numbers: means with intervals, and paired differences."""

from typing import Any

import pandas as pd

from n2n.paper.summary import interval

GROUP = ["dataset", "split", "kind", "tuned", "method", "noise"]
"""The columns that identify a mean."""


def summarise(runs: pd.DataFrame) -> pd.DataFrame:
    """Mean test score of each method at each level of noise, in percent, with its 95% interval over seeds.

    Returns:
        The columns `GROUP`, `mean`, `low`, `high` (equal to the mean for fewer than three seeds), `seeds` and
        `text`.
    """
    rows = []
    for key, group in runs.dropna(subset="test").groupby(GROUP, sort=False):
        mean, low, high = interval(list(100 * group.test))
        known = len(group) >= 3
        spread = f" ± {(high - low) / 2:.1f}" if known else ""
        ends = (low, high) if known else (mean, mean)
        rows.append((*_names(key), mean, *ends, len(group), f"{mean:.1f}{spread}"))
    return pd.DataFrame(rows, columns=[*GROUP, "mean", "low", "high", "seeds", "text"])


def differences(runs: pd.DataFrame, first: str, second: str) -> pd.DataFrame:
    """First minus second method in points, paired by seed, with the 95% interval of the mean.

    Returns:
        The columns of `GROUP` but the method, `mean`, `low`, `high` (infinite for fewer than three pairs) and
        `pairs`.

    >>> runs = pd.DataFrame({"method": ["A", "B"] * 3, "seed": [0, 0, 1, 1, 2, 2], "noise": 50.0,
    ...     "test": [0.8, 0.7, 0.81, 0.71, 0.8, 0.69], "dataset": "D", "split": "paper", "kind": "random",
    ...     "tuned": False})
    >>> differences(runs, "A", "B")[["mean", "low", "high", "pairs"]].values.tolist()
    [[10.33, 8.9, 11.77, 3.0]]
    """
    group = [name for name in GROUP if name != "method"]
    pair = runs[runs.method.isin([first, second])].pivot_table("test", [*group, "seed"], "method")
    rows = []
    if {first, second} <= {*pair.columns}:
        gains = 100 * (pair[first] - pair[second]).dropna()
        rows = [
            (*_names(key), *interval(list(one)), len(one)) for key, one in gains.groupby(group, sort=True)
        ]
    return pd.DataFrame(rows, columns=[*group, "mean", "low", "high", "pairs"])


def _names(key: Any) -> tuple:
    """The values that a group of several columns has in common."""
    return tuple(key)

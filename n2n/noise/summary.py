"""Runs of `n2n.robustness` in a few numbers and sentences: means, paired differences, their intervals."""

from typing import Any

import pandas as pd

from n2n.files.assets import ASSETS
from n2n.paper.summary import FEWEST, interval

SHIPPED = ASSETS / "results" / "robustness.parquet"
"""The runs that ship with the program."""
GROUP = ["dataset", "split", "kind", "tuned", "method", "noise"]
"""The columns that identify a mean."""

Point = tuple[str, float]
"""A method at a level of noise."""


def summarise(runs: pd.DataFrame) -> pd.DataFrame:
    """Mean test score of each method at each level of noise, in percent, with its 95% interval over seeds.

    Returns:
        The columns `GROUP`, `mean`, `low`, `high` (equal to the mean for fewer than three seeds), `seeds` and
        `text`.
    """
    rows = []
    for group, scores in runs.dropna(subset="test").groupby(GROUP, sort=False):
        key: Any = group
        mean, low, high = interval(list(100 * scores.test))
        known = len(scores) >= FEWEST
        spread = f" ± {(high - low) / 2:.1f}" if known else ""
        rows.append(
            (*key, mean, *((low, high) if known else (mean, mean)), len(scores), f"{mean:.1f}{spread}")
        )
    return pd.DataFrame(rows, columns=[*GROUP, "mean", "low", "high", "seeds", "text"])


def difference(runs: pd.DataFrame, first: Point, second: Point) -> tuple[float, float, float, int]:
    """First minus second in points, paired by seed: mean, ends of its 95% interval, number of pairs.

    Args:
        runs: those of one graph, split and kind of noise.
        first, second: a method and a level of noise each.

    >>> runs = pd.DataFrame({"method": ["A", "B"] * 3, "seed": [0, 0, 1, 1, 2, 2], "noise": 50.0,
    ...     "test": [0.8, 0.7, 0.81, 0.71, 0.8, 0.69]})
    >>> difference(runs, ("A", 50), ("B", 50))
    (10.33, 8.9, 11.77, 3)
    """
    one, other = (
        runs[(runs.method == method) & (runs.noise == noise)].set_index("seed").test
        for method, noise in (first, second)
    )
    gains = (100 * (one - other)).dropna()
    return (*interval(list(gains)), len(gains))


def in_words(found: tuple[float, float, float, int]) -> str:
    """A difference with its interval, as a part of a sentence.

    >>> in_words((10.33, 8.9, 11.77, 3)), in_words((-1.0, float("-inf"), float("inf"), 1))
    ('+10.3 points (95% interval +8.9 to +11.8, 3 seeds)', '-1.0 points (1 seed, no interval)')
    """
    mean, low, high, pairs = found
    seeds = f"{pairs} seed{'s' * (pairs != 1)}"
    ends = f"95% interval {low:+.1f} to {high:+.1f}, {seeds}" if pairs >= FEWEST else f"{seeds}, no interval"
    return f"{mean:+.1f} points ({ends})"


def sentences(runs: pd.DataFrame, noise: float, framework: str = "JL") -> list[str]:
    """What the runs of one graph, split and kind of noise say at a level of noise, with intervals.

    Three sentences at most: what the noise costs GCN and N2N; what TAPS is worth against a random positive;
    how N2N compares with GCN, and with an MLP that sees no edge. What has no runs is left out.
    """
    taps, random = (f"N2N-{sampler}-1 ({framework})" for sampler in ("TAPS", "Random"))

    def compare(first: Point, second: Point) -> str:
        found = difference(runs, first, second)
        return in_words(found) if found[3] else ""

    costs = {method: compare((method, noise), (method, 0)) for method in ("GCN", taps) if noise}
    gain = {"": compare((taps, noise), (random, noise))}
    ahead = {f"minus {other}": compare((taps, noise), (other, noise)) for other in ("GCN", "MLP")}
    parts = {
        f"What {noise:g}% noise changes:": costs,
        f"At {noise:g}% noise one positive by TAPS instead of a random one:": gain,
        f"{taps} at {noise:g}% noise:": ahead,
    }
    lists = {
        start: [f"{name} {text}".strip() for name, text in part.items() if text]
        for start, part in parts.items()
    }
    return [f"{start} {'; '.join(known)}." for start, known in lists.items() if known]

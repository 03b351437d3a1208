"""Runs of `n2n.robustness` in a few numbers and sentences: means, paired differences, their intervals."""

from typing import Any

import pandas as pd

from n2n.files.assets import ASSETS
from n2n.paper.intervals import FEWEST, interval

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


def in_words(found: tuple[float, float, float, int], more: str, less: str) -> str:
    """A difference with its interval, as a part of a sentence.

    Args:
        more, less: what a positive and a negative difference is called, with {} for the points.

    >>> in_words((-10.33, -11.77, -8.9, 3), "gains {}", "loses {}")
    'loses 10.3 points (95% interval 8.9 to 11.8, 3 seeds)'
    >>> in_words((1.0, float("-inf"), float("inf"), 1), "is {} above GCN", "is {} below GCN")
    'is 1.0 points above GCN (1 seed, no interval)'
    """
    mean, low, high, pairs = found
    if mean < 0:
        mean, low, high, more = -mean, -high, -low, less
    seeds = f"{pairs} seed{'s' * (pairs != 1)}"
    ends = f"95% interval {low:.1f} to {high:.1f}, {seeds}" if pairs >= FEWEST else f"{seeds}, no interval"
    return f"{more.format(f'{mean:.1f} points')} ({ends})"


def sentences(runs: pd.DataFrame, noise: float, framework: str = "JL") -> list[str]:
    """What the runs of one graph, split and kind of noise say at a level of noise, with intervals.

    Three sentences at most: what the noise costs GCN and N2N; what TAPS is worth against a random positive;
    how N2N compares with GCN, and with an MLP that sees no edge. What has no runs is left out.
    """
    taps, random = ((f"N2N-{sampler}-1 ({framework})", noise) for sampler in ("TAPS", "Random"))
    level = f"{noise:g}% noise"

    def sentence(start: str, *parts: tuple[Point, Point, str, str]) -> str:
        known = [(difference(runs, first, second), more, less) for first, second, more, less in parts]
        texts = [in_words(*one) for one in known if one[0][3]]
        return f"{start} {', and '.join(texts)}." if texts else ""

    costs = [
        ((method, noise), (method, 0), f"{method} gains {{}}", f"{method} loses {{}}")
        for method in ("GCN", taps[0])
    ]
    others = [
        (taps, (method, noise), f"{{}} above {words}", f"{{}} below {words}")
        for method, words in (("GCN", "GCN"), ("MLP", "an MLP, which sees no edge"))
    ]
    found = [
        sentence(f"With {level},", *costs) if noise else "",
        sentence(
            "One positive by TAPS instead of a random one",
            (taps, random, f"gains {{}} at {level}", f"loses {{}} at {level}"),
        ),
        sentence(f"At {level} {taps[0]} is", *others),
    ]
    return [one for one in found if one]

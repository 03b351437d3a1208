"""The one rule for differences: the confidence interval of the mean of paired differences."""

from collections.abc import Sequence

import numpy as np

FEWEST = 3
"""Runs for a verdict, or pairs for an interval: two may be equal by chance, and then show no spread."""
CONFIDENCE = 0.95
UNDECIDED = "undecided"


def interval(differences: Sequence[float] | np.ndarray, comparisons: int = 1) -> tuple[float, float, float]:
    """Mean, lower and upper end of the confidence interval of a mean of differences (paired t), in points.

    It is unbounded for fewer than `FEWEST` differences.

    Args:
        comparisons: out of how many one is picked; the interval is wider by Bonferroni's correction.

    >>> interval([1.0, 2.0, 3.0])
    (2.0, -0.48, 4.48)
    >>> interval([1.0, 1.0])
    (1.0, -inf, inf)
    """
    from scipy.special import stdtrit  # for start-up time; scipy.stats would take a second

    values = np.asarray(differences, float)
    mean = float(values.mean()) if len(values) else np.nan
    if len(values) < FEWEST:
        return round(mean, 2), -np.inf, np.inf
    quantile = stdtrit(len(values) - 1, 1 - (1 - CONFIDENCE) / 2 / comparisons)
    half = float(quantile * values.std(ddof=1) / np.sqrt(len(values)))
    return round(mean, 2), round(mean - half, 2), round(mean + half, 2)


def decide(low: float, high: float, above: str, below: str) -> str:
    """What an interval says of a difference: `above` or `below` zero, or undecided.

    >>> decide(0.1, 0.7, "better", "worse"), decide(-0.1, 0.7, "better", "worse")
    ('better', 'undecided')
    """
    return above if low > 0 else below if high < 0 else UNDECIDED

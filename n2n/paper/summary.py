"""Scores of several runs in two numbers, and differences of paired runs in an interval."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from n2n.training.selection import VALIDATION, mark

FEWEST = 3
"""Runs for a verdict, or pairs for an interval: two may be equal by chance, and then show no spread."""
CONFIDENCE = 0.95
UNDECIDED = "undecided"


@dataclass(frozen=True)
class Summary:
    """Mean and standard deviation of the test micro-F1 over seeds, in per cent."""

    mean: float
    sd: float
    seeds: int
    selection: str = VALIDATION
    """The rule by which the epochs were chosen; as text, a number chosen on test nodes has its mark."""

    @classmethod
    def of(cls, scores: Sequence[float], selection: str = VALIDATION) -> "Summary":
        """From scores between 0 and 1; the standard deviation is that of a sample (n − 1).

        >>> Summary.of([0.8, 0.9])
        Summary(mean=85.0, sd=7.07, seeds=2, selection='validation')
        """
        values = 100 * np.asarray(scores)
        sd = float(values.std(ddof=1)) if len(values) > 1 else 0.0
        return cls(round(float(values.mean()), 2), round(sd, 2), len(values), selection)

    def __str__(self) -> str:
        seeds = f"{self.seeds} seed{'s' if self.seeds != 1 else ''}"
        return f"{self.mean:.2f} ± {self.sd:.2f} ({seeds}){mark(self.selection)}"

    @property
    def text(self) -> str:
        """The score alone, as in a table; a single run has no spread."""
        return score_text(self.mean, self.sd, self.seeds) + mark(self.selection)


def score_text(mean: float, sd: float, runs: int) -> str:
    """A score as text; a single run has no spread.

    >>> score_text(84.72, 0.08, 5), score_text(84.7, 0.0, 1)
    ('84.72 ± 0.08', '84.70')
    """
    return f"{mean:.2f}" if runs == 1 else f"{mean:.2f} ± {sd:.2f}"


def interval(differences: Sequence[float], comparisons: int = 1) -> tuple[float, float, float]:
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

"""Scores of several runs in two numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from n2n.training.selection import VALIDATION, mark


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

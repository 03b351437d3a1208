"""Does TAPS beat a random neighbour? Paired runs: the same seed with positives by TAPS and by chance."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from n2n.files.csv import Table, from_rows
from n2n.methods.identity import N2N, MethodName
from n2n.paper.experiments import PAIRED, PAIRED_FRAMEWORKS, PAIRED_SIZES
from n2n.paper.protocol import DEFAULT, Protocol
from n2n.paper.store import Cell
from n2n.training.selection import mark

CONFIDENCE = 0.95
UNDECIDED = "undecided"
FEWEST = 3
"""Pairs for an interval: two may happen to differ by the same, and their interval would have no width."""


@dataclass(frozen=True)
class Paired:
    """TAPS minus random on one graph: points of test micro-F1 with the confidence interval of their mean."""

    dataset: str
    framework: str
    k: int
    pairs: int
    mean: float
    low: float
    high: float
    selection: str

    @property
    def verdict(self) -> str:
        """Which of the two is better, where the interval says so."""
        return "TAPS is better" if self.low > 0 else "random is better" if self.high < 0 else UNDECIDED


def interval(differences: Sequence[float]) -> tuple[float, float, float]:
    """Mean, lower and upper end of the confidence interval of a mean of differences (paired t).

    >>> [round(float(value), 2) for value in interval([1.0, 2.0, 3.0])]
    [2.0, -0.48, 4.48]
    """
    from scipy.special import stdtrit  # for start-up time; scipy.stats would take a second

    values = np.asarray(differences, float)
    mean, error = values.mean(), values.std(ddof=1) / np.sqrt(len(values))
    half = stdtrit(len(values) - 1, (1 + CONFIDENCE) / 2) * error
    return mean, mean - half, mean + half


def paired_differences(
    cells: Iterable[Cell], protocol: Protocol = DEFAULT, datasets: Iterable[str] | None = None
) -> list[Paired]:
    """The differences of all graphs, frameworks and k with enough pairs, by today's recipes.

    Cells without the score of the best test epoch do not count: they were measured with earlier versions of
    the program, which drew other random numbers, so that two runs with one seed would be no pair.
    """
    rows, chosen = PAIRED.choose(None, datasets)
    wanted = (cell for cell in cells if cell.kind == PAIRED.kind and cell.row in rows)
    known = {cell.key: cell for cell in wanted if "best_test" in cell.values}
    found = []
    for dataset in chosen:
        for framework in PAIRED_FRAMEWORKS:
            for k in PAIRED_SIZES:
                gains = _gains(known, dataset, framework, k, protocol)
                if len(gains) >= FEWEST:
                    mean, low, high = (round(float(value), 2) for value in interval(gains))
                    facts = framework, k, len(gains), mean, low, high, protocol.selection
                    found.append(Paired(dataset, *facts))
    return found


def _gains(known: dict[tuple, Cell], dataset: str, framework: str, k: int, protocol: Protocol) -> list[float]:
    """TAPS minus random in points, for each seed that has both."""
    taps, random = (
        PAIRED.tasks([MethodName(N2N, framework, sampler, k).label], [dataset], split=protocol.split)
        for sampler in ("taps", "random")
    )
    gains = []
    for pair in zip(taps, random, strict=True):
        scores = [protocol.score(known[task.key]) if task.key in known else None for task in pair]
        if scores[0] is not None and scores[1] is not None:
            gains.append(100 * (scores[0] - scores[1]))
    return gains


def paired_table(found: Sequence[Paired]) -> Table:
    """One row per difference, as text."""
    rows = [
        (
            one.dataset,
            one.framework,
            one.k,
            one.pairs,
            f"{one.mean:+.2f}{mark(one.selection)}",
            f"{one.low:+.2f} to {one.high:+.2f}",
            one.verdict,
        )
        for one in found
    ]
    return from_rows(("graph", "framework", "k", "pairs", "TAPS − random", "95% interval", "verdict"), rows)


def paired_sentence(found: Sequence[Paired]) -> str:
    """What comes out, in one sentence."""
    if not found:
        return "No pairs have been measured yet."
    better, worse = (sum(one.verdict == f"{name} is better" for one in found) for name in ("TAPS", "random"))
    short = [one for one in found if one.pairs < PAIRED.seeds]
    so_far = f" {len(short)} of them do not have all of their {PAIRED.seeds} pairs yet." if short else ""
    return (
        f"In {better} of {len(found)} comparisons TAPS is better than random neighbours, in {worse} it is "
        f"worse, and in {len(found) - better - worse} the interval includes zero; if there were no "
        f"difference, about one interval in twenty would still exclude zero by chance.{so_far}"
    )

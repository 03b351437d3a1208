"""What could make N2N better? One change of its recipe at a time, judged without a single test node.

Where a graph brings its split, its training and validation nodes are cut into five folds: one is held out,
the next chooses the epoch, the others are learnt from. Elsewhere five splits are drawn, other ones than
those of the results; half of the validation nodes choose the epoch and the other half are held out.
"""

import csv
import os
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from n2n.files.assets import ASSETS
from n2n.files.csv import Table, from_rows
from n2n.methods.identity import MethodName
from n2n.paper.summary import FEWEST, decide, interval
from n2n.training.tables import signed

FILE = ASSETS / "results" / "trials.csv"
"""Written by `python -m n2n trials`."""
FOLDS = 5
METHODS = ("N2N-TAPS-5 (JL)", "N2N-TAPS-5 (URL)")
RECIPE = "the recipe"
LAST = "the last epoch in place of the best on validation nodes"
"""Not a change of the training: another reading of the recipe's runs."""


@dataclass(frozen=True)
class Outcome:
    """The score of one change on the held-out nodes of one fold."""

    dataset: str
    method: str
    change: str
    fold: int
    held_out: float
    """Micro-F1 from 0 to 1."""
    seconds: float


@dataclass(frozen=True)
class Effect:
    """What a change is worth for a method on a graph: points on held-out nodes, paired fold by fold."""

    dataset: str
    method: str
    change: str
    folds: int
    recipe: float
    """Mean micro-F1 (%) of the recipe on the same folds."""
    mean: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """Whether it helps, where the confidence interval of the mean difference says so."""
        return decide(self.low, self.high, "helps", "harms")


def read_trials(path: str | os.PathLike = FILE) -> list[Outcome]:
    """All outcomes in a file; none where there is no file."""
    if not Path(path).exists():
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return [
            Outcome(
                row["dataset"], row["method"], row["change"], int(row["fold"]),
                float(row["held_out"]), float(row["seconds"]),
            )
            for row in csv.DictReader(file)
        ]  # fmt: skip


def append_trial(outcome: Outcome, path: Path) -> None:
    """Add an outcome to a file, which is begun where there is none."""
    new = not path.exists()
    with open(path, "a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if new:
            writer.writerow(field.name for field in fields(Outcome))
        writer.writerow(round(value, 5) if isinstance(value, float) else value for value in astuple(outcome))


def effects(outcomes: Sequence[Outcome]) -> list[Effect]:
    """Every change beside the recipe on the same folds, where there are enough for an interval."""
    scores: dict[tuple[str, str, str], dict[int, float]] = {}
    for one in outcomes:
        scores.setdefault((one.dataset, one.method, one.change), {})[one.fold] = 100 * one.held_out
    found = []
    for (dataset, method, change), by_fold in scores.items():
        base = scores.get((dataset, method, RECIPE), {})
        folds = sorted(by_fold.keys() & base.keys())
        if change == RECIPE or len(folds) < FEWEST:
            continue
        mean, low, high = interval([by_fold[fold] - base[fold] for fold in folds])
        recipe = round(sum(base[fold] for fold in folds) / len(folds), 2)
        found.append(Effect(dataset, method, change, len(folds), recipe, mean, low, high))
    return found


def effect_table(found: Sequence[Effect]) -> Table:
    """One row per change, method and graph, as text."""
    rows = [
        (
            one.change,
            one.method,
            one.dataset,
            one.folds,
            f"{one.recipe:.2f}",
            f"{one.mean:+.2f}",
            f"{one.low:+.2f} to {one.high:+.2f}",
            one.verdict,
        )
        for one in found
    ]
    names = ("change", "method", "graph", "folds", "recipe", "difference", "95% interval", "verdict")
    return from_rows(names, rows)


def summary_table(found: Sequence[Effect]) -> Table:
    """One row per change and framework: the mean over methods and graphs, and how often it helps or harms."""
    groups: dict[tuple[str, str], list[Effect]] = {}
    for one in found:
        groups.setdefault((MethodName.parse(one.method).framework, one.change), []).append(one)
    rows = []
    for (framework, change), group in groups.items():
        verdicts = [one.verdict for one in group]
        mean = sum(one.mean for one in group) / len(group)
        counts = verdicts.count("helps"), verdicts.count("harms"), len(verdicts)
        rows.append((framework, change, f"{mean:+.2f}", *counts))
    rows.sort(key=lambda row: (row[0], -float(row[2])))
    return from_rows(("framework", "change", "mean difference", "helps", "harms", "comparisons"), rows)


def trial_sentence(found: Sequence[Effect]) -> str:
    """What helped and what did not, and how much of that is expected by chance."""
    if not found:
        return "Nothing has been tried yet."
    rows = list(zip(*summary_table(found).values(), strict=True))
    helped, harmed, rest = [], [], 0
    for framework, change, mean, helps, harms, count in rows:
        for times, named in ((helps, helped), (harms, harmed)):
            if times:
                average = f"{signed(float(mean))} points on average"
                named.append(f"{change} ({framework}, {times} of {count} graphs, {average})")
        rest += helps == harms == 0
    return (
        f"The whole interval is above zero on some graphs for: {'; '.join(helped) or 'nothing'}. "
        f"Below zero: {'; '.join(harmed) or 'nothing'}. The other {rest} of {len(rows)} changes "
        f"showed no effect on these folds. If no change had any effect, one in twenty of the "
        f"{len(found)} intervals would still exclude zero by chance."
    )

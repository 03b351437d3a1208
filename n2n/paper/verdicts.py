"""Measured against printed: the one rule that says whether a number is reproduced, and how many are."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import fmean, stdev
from typing import Any

from n2n.files.csv import Table, from_rows
from n2n.methods.identity import MethodName
from n2n.paper.experiments import Experiment, find_experiment
from n2n.paper.printed import Score
from n2n.paper.protocol import DEFAULT, Protocol
from n2n.paper.rows import inference_row, timed_row
from n2n.paper.store import Cell
from n2n.paper.summary import FEWEST, Summary

REPRODUCED, ABOVE, BELOW = "reproduced", "above", "below"
SAME_ORDER, OTHER_ORDER = "same order", "other order"
TOO_FEW, NOT_RUN = "too few runs", "not run"
SCORE_VERDICTS = (REPRODUCED, ABOVE, BELOW, TOO_FEW, NOT_RUN)
"""What can become of a printed accuracy."""
TIME_VERDICTS = (SAME_ORDER, OTHER_ORDER, NOT_RUN)
"""What can become of a printed time: the machines differ, so that no time itself can be reproduced."""
NOT_PRINTED = "no printed number"
"""In place of a verdict, for what was measured here and the paper does not print."""
NOT_COMPARED = "not compared"
"""In place of a verdict, for the time that others are compared with, and for one printed as equal to it."""
POINTS = 1.0
"""A difference of at most this many points counts as reproduced."""
RUNS_OF_THE_PAPER = 5
YARDSTICK = "N2N-TAPS-1 (JL)"
"""The method whose time others are measured by."""


@dataclass(frozen=True)
class Comparison:
    """One number of a table or figure: what the paper prints, what was measured here, and the verdict."""

    row: str
    column: str
    printed: Score | float | None
    measured: Summary | float | dict[str, Any] | None
    difference: float | None
    """Measured minus printed, in points; for times the measured one over the printed one."""
    verdict: str
    cells: tuple[Cell, ...] = ()
    """The measurements behind it."""
    lacking: str = ""
    """Why there is no score or no verdict although there are measurements."""


def judge(measured: Summary | None, printed: Score | None) -> str:
    """The verdict on an accuracy: reproduced within one point, or two standard errors of the difference.

    >>> judge(Summary(85.0, 0.2, 5), Score(84.1, 0.1))
    'reproduced'
    >>> judge(Summary(87.0, 0.2, 5), Score(84.1, 0.1))
    'above'
    >>> judge(Summary(84.1, 0.0, 1), Score(84.1, 0.1))
    'too few runs'
    """
    if measured is None:
        return NOT_RUN
    if printed is None:
        return NOT_PRINTED
    if measured.seeds < FEWEST:
        return TOO_FEW
    error = math.sqrt(measured.sd**2 / measured.seeds + printed.sd**2 / RUNS_OF_THE_PAPER)
    difference = measured.mean - printed.mean
    if abs(difference) <= max(POINTS, 2 * error) + 1e-9:
        return REPRODUCED
    return ABOVE if difference > 0 else BELOW


def compare(
    name: str,
    cells: Sequence[Cell],
    rows: Iterable[str] | None = None,
    datasets: Iterable[str] | None = None,
    protocol: Protocol = DEFAULT,
    **changes,
) -> list[Comparison]:
    """All numbers of a table or figure, row by row.

    Args:
        protocol: the selection, probe and split under which scores count.
        changes: settings that differ from the recipes, as in `Experiment.tasks`.

    Only cells with the settings of today's recipes count; any seed does.
    """
    experiment = find_experiment(name)
    rows, datasets = experiment.choose(rows, datasets)
    if experiment.kind == "accuracy":
        changes = {"split": protocol.split} | changes
    found: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        if cell.kind == experiment.kind:
            found.setdefault((cell.row, cell.dataset), []).append(cell)
    shown = rows
    if experiment.kind == "time":  # whatever rows are asked for, others are compared with these
        references = (YARDSTICK, inference_row(YARDSTICK))
        rows = [*rows, *(row for row in references if row in experiment.rows and row not in rows)]
    make = {"accuracy": partial(compare_accuracy, protocol=protocol), "time": _time}.get(
        experiment.kind, _structure
    )
    comparisons = []
    for row in rows:
        for dataset in datasets:
            made = sorted(found.get((timed_row(row)[0], dataset), []), key=lambda cell: cell.seed)
            wanted = {
                seed: experiment.tasks([row], [dataset], [seed], **changes)
                for seed in {cell.seed for cell in made}
            }
            for place, column in enumerate(experiment.columns(dataset)):
                own = [cell for cell in made if cell.key == wanted[cell.seed][place].key]
                comparisons.append(make(row, column, experiment.printed(row, column), tuple(own)))
    if experiment.kind == "time":
        comparisons = [one for one in _judge_times(comparisons) if one.row in shown]
    return comparisons


def compare_accuracy(
    row: str,
    column: str,
    printed: Score | None,
    cells: tuple[Cell, ...],
    protocol: Protocol = DEFAULT,
) -> Comparison:
    """Cells of one method with different seeds, compared with the printed score."""
    scores = [(cell, score) for cell in cells if (score := protocol.score(cell)) is not None]
    measured = Summary.of([score for _, score in scores], protocol.selection) if scores else None
    difference = round(measured.mean - printed.mean, 2) if measured and printed else None
    counted = tuple(cell for cell, _ in scores)
    lacking = protocol.lacking(cells[0]) if cells and not counted else ""
    return Comparison(row, column, printed, measured, difference, judge(measured, printed), counted, lacking)


def _time(row: str, column: str, printed, cells: tuple[Cell, ...]) -> Comparison:
    """The verdict needs the yardstick's time too: see `_judge_times`."""
    key = "inference_ms" if timed_row(row)[1] else "ms"
    measured = min((cell.values[key] for cell in cells), default=None)
    ratio = measured / printed if measured is not None and printed else None
    verdict = NOT_PRINTED if measured is not None and printed is None else NOT_RUN
    return Comparison(row, column, printed, measured, ratio, verdict, cells)


def _judge_times(comparisons: list[Comparison]) -> list[Comparison]:
    """Whether each method is on the printed side of the yardstick, slower or faster: the machines differ.

    Neither the yardstick itself nor a method that is printed as equal to it has a side.
    """
    yardsticks = {(one.column, timed_row(one.row)): one for one in comparisons}
    judged = []
    for one in comparisons:
        base = yardsticks.get((one.column, (YARDSTICK, timed_row(one.row)[1])))
        here, there = (_minus(one, base, kind) for kind in ("measured", "printed"))
        verdict, lacking = one.verdict, ""
        if base is None or there is None:
            pass
        elif there == 0:
            verdict = NOT_COMPARED
            lacking = "the others are compared with it" if one is base else f"printed as equal to {base.row}"
        elif here is not None:
            verdict = SAME_ORDER if here * there > 0 else OTHER_ORDER
        elif one.measured is not None:
            lacking = f"no verdict: {base.row} has not been run"
        judged.append(replace(one, verdict=verdict, lacking=lacking))
    return judged


def _minus(one: Comparison, base: Comparison | None, kind: str) -> float | None:
    """The time of a method minus that of another, measured or printed; None where one of them has none."""
    times = getattr(one, kind), getattr(base, kind, None)
    return times[0] - times[1] if all(isinstance(time, float) for time in times) else None


def _structure(row: str, column: str, printed, cells: tuple[Cell, ...]) -> Comparison:
    values = cells[-1].values if cells else None
    if len(cells) > 1 and "sampled" in cells[0].values:
        by_name = {name: [cell.values[name] for cell in cells] for name in ("sampled", "graph")}
        values = {name: fmean(found) for name, found in by_name.items()}
        values |= {f"{name}_sd": stdev(found) for name, found in by_name.items()}
    return Comparison(row, column, None, values, None, NOT_PRINTED if cells else NOT_RUN, cells)


PRINTED_TABLES = ("table1", "table2", "table3")
"""The tables with printed numbers; figures print none."""
OURS, BASELINES = "N2N", "baselines"


@dataclass(frozen=True)
class Count:
    """The verdicts on the rows of N2N, or on those of the baselines, in one table."""

    name: str
    """The name of the table on the command line."""
    rows: str
    """"N2N" or "baselines"."""
    verdicts: dict[str, int]

    @property
    def experiment(self) -> Experiment:
        """The table."""
        return find_experiment(self.name)

    @property
    def numbers(self) -> int:
        """The printed numbers that can have a verdict."""
        return sum(self.verdicts.values())

    @property
    def title(self) -> str:
        """Table and rows, such as "Table 1, N2N"."""
        return f"{self.experiment.title}, {self.rows}"


def count_verdicts(name: str, comparisons: Iterable[Comparison]) -> list[Count]:
    """How many printed numbers of a table got each verdict: rows of N2N and those of the baselines apart.

    >>> [(count.rows, count.numbers) for count in count_verdicts("table1", compare("table1", []))]
    [('N2N', 84), ('baselines', 96)]
    """
    known = TIME_VERDICTS if find_experiment(name).kind == "time" else SCORE_VERDICTS
    groups: dict[str, list[str]] = {OURS: [], BASELINES: []}
    for one in comparisons:
        if one.printed is not None and one.verdict in known:
            groups[OURS if MethodName.parse(timed_row(one.row)[0]).is_n2n else BASELINES].append(one.verdict)
    counts = ((rows, {verdict: found.count(verdict) for verdict in known}) for rows, found in groups.items())
    return [Count(name, rows, verdicts) for rows, verdicts in counts if sum(verdicts.values())]


def totals(cells: Sequence[Cell], protocol: Protocol = DEFAULT) -> list[Count]:
    """The counts of all tables under a protocol; times do not depend on it.

    >>> [(count.title, count.numbers) for count in totals([])][2:]
    [('Table 2, N2N', 30), ('Table 3, N2N', 59), ('Table 3, baselines', 48)]
    """
    compared = ((name, compare(name, cells, protocol=protocol)) for name in PRINTED_TABLES)
    return [count for name, comparisons in compared for count in count_verdicts(name, comparisons)]


def totals_table(counts: Sequence[Count]) -> Table:
    """One row per count, with the verdicts that occur; accuracies and times have different ones."""
    known = dict.fromkeys((*SCORE_VERDICTS, *TIME_VERDICTS))
    names = [name for name in known if any(count.verdicts.get(name) for count in counts)]
    rows = [
        (count.title, count.numbers, *(str(count.verdicts.get(name, "–")) for name in names))
        for count in counts
    ]
    return from_rows(("table and rows", "numbers", *names), rows)


def quote(counts: Iterable[Count], protocol: Protocol = DEFAULT) -> list[str]:
    """Sentences that a reader may quote, one for each count: each is true when it stands alone.

    >>> quote(totals([]))[0][:65]
    'Of the 84 accuracies of N2N in Table 1, **0 are reproduced** (wit'
    """
    return [_sentence(count, protocol) for count in counts]


def _sentence(count: Count, protocol: Protocol) -> str:
    found, experiment = count.verdicts, count.experiment
    whose = "N2N" if count.rows == OURS else "the baselines"
    if experiment.kind == "time":
        text = (
            f"Of the {count.numbers} times of {whose} in {experiment.title}, {_bold(found[SAME_ORDER])} "
            f"on the same side of {YARDSTICK} as printed** (slower or faster) and {found[OTHER_ORDER]} on "
            "the other; the times themselves are not compared, since the machines differ"
        )
    else:
        whose += " with random positives" if experiment.draws else ""
        text = (
            f"Of the {count.numbers} accuracies of {whose} in {experiment.title}, "
            f"{_bold(found[REPRODUCED])} reproduced** (within {POINTS:g} point or the sampling error), "
            f"{found[ABOVE]} came out above and {found[BELOW]} below"
        )
    is_default = protocol == DEFAULT or experiment.kind == "time"
    none = "not been run" if is_default else "no score under this protocol"
    for verdict, words in ((TOO_FEW, f"fewer than {FEWEST} runs"), (NOT_RUN, none)):
        if found.get(verdict):
            text += f"; {found[verdict]} {'has' if found[verdict] == 1 else 'have'} {words}"
    if not is_default:
        text += f"; {protocol.words[0].lower()}{protocol.words[1:]}"
    return f"{text}."


def _bold(count: int) -> str:
    return f"**{count} {'is' if count == 1 else 'are'}"

"""Measured against printed: the one rule that says whether a number is reproduced, and how many are."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from n2n.files.csv import Table, from_rows
from n2n.paper.experiments import EXPERIMENTS, find_experiment
from n2n.paper.printed import Score
from n2n.paper.protocol import DEFAULT, Protocol
from n2n.paper.rows import timed_row
from n2n.paper.store import Cell
from n2n.paper.summary import Summary

REPRODUCED, ABOVE, BELOW, NOT_RUN = "reproduced", "above", "below", "not run"
VERDICTS = (REPRODUCED, ABOVE, BELOW, NOT_RUN)
"""What can become of a printed number."""
NOT_PRINTED = "no printed number"
"""In place of a verdict, for what was measured here and the paper does not print."""
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
    """Why there is no score although there are measurements: they lack it under the protocol."""


def judge(measured: Summary | None, printed: Score | None) -> str:
    """The verdict on an accuracy: reproduced within one point, or two standard errors of the difference.

    >>> judge(Summary(85.0, 0.2, 5), Score(84.1, 0.1))
    'reproduced'
    >>> judge(Summary(87.0, 0.2, 5), Score(84.1, 0.1))
    'above'
    """
    if measured is None:
        return NOT_RUN
    if printed is None:
        return NOT_PRINTED
    error = math.sqrt(measured.sd**2 / measured.seeds + printed.sd**2 / RUNS_OF_THE_PAPER)
    difference = measured.mean - printed.mean
    if abs(difference) <= max(POINTS, 2 * error) + 1e-9:
        return REPRODUCED
    return ABOVE if difference > 0 else BELOW


def count_verdicts(comparisons: Iterable[Comparison]) -> dict[str, int]:
    """How many printed numbers got each verdict.

    >>> count_verdicts([Comparison("GCN", "cora", 1.0, None, None, NOT_RUN)])
    {'reproduced': 0, 'above': 0, 'below': 0, 'not run': 1}
    """
    found = [one.verdict for one in comparisons if one.printed is not None]
    return {verdict: found.count(verdict) for verdict in VERDICTS}


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
    return _judge_times(comparisons) if experiment.kind == "time" else comparisons


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
    """The machines differ, so what counts is the order: reproduced where a method is on the same side of the
    yardstick, slower or faster, as printed; above where it is slower here alone, below where it is faster."""
    yardsticks = {(one.column, timed_row(one.row)): one for one in comparisons}
    judged = []
    for one in comparisons:
        base = yardsticks.get((one.column, (YARDSTICK, timed_row(one.row)[1])))
        here, there = (_minus(one, base, kind) for kind in ("measured", "printed"))
        verdict = one.verdict
        if here is not None and there is not None:
            same = here * there > 0 or one is base or there == 0
            verdict = REPRODUCED if same else ABOVE if here > 0 else BELOW
        judged.append(replace(one, verdict=verdict))
    return judged


def _minus(one: Comparison, base: Comparison | None, kind: str) -> float | None:
    """The time of a method minus that of another, measured or printed; None where one of them has none."""
    times = getattr(one, kind), getattr(base, kind, None)
    return times[0] - times[1] if all(isinstance(time, float) for time in times) else None


def _structure(row: str, column: str, printed, cells: tuple[Cell, ...]) -> Comparison:
    values = cells[-1].values if cells else None
    return Comparison(row, column, None, values, None, NOT_PRINTED if cells else NOT_RUN, cells)


PRINTED_TABLES = ("table1", "table2", "table3")
"""The tables with printed numbers; figures print none."""
Totals = dict[str, dict[str, int]]
"""Counts of verdicts by the name of the table."""


def totals(cells: Sequence[Cell], protocol: Protocol = DEFAULT) -> Totals:
    """The counts of each table under a protocol; times do not depend on it.

    >>> totals([])["table1"]
    {'reproduced': 0, 'above': 0, 'below': 0, 'not run': 180}
    """
    return {name: count_verdicts(compare(name, cells, protocol=protocol)) for name in PRINTED_TABLES}


def in_total(counts: Totals) -> dict[str, int]:
    """All tables together."""
    return {verdict: sum(count[verdict] for count in counts.values()) for verdict in VERDICTS}


def totals_table(counts: Totals) -> Table:
    """One row per table and one for all."""
    rows = [(EXPERIMENTS[name].title, *count.values()) for name, count in counts.items()]
    rows.append(("All", *in_total(counts).values()))
    names = ("table", *VERDICTS, "numbers")
    return from_rows(names, [(*row, sum(row[1:])) for row in rows])


def quote(counts: Totals, protocol: Protocol = DEFAULT) -> str:
    """The sentence that a reader may quote.

    >>> quote({"table1": {"reproduced": 2, "above": 1, "below": 0, "not run": 1}})[:55]
    'Of the 4 numbers in Tables 1 to 3, **2 are reproduced**'
    """
    found = in_total(counts)
    ever = "yet" if protocol == DEFAULT else "under this protocol"
    left = found[NOT_RUN]
    missing = f", and **{left:,} have not been run {ever}**" if left else "; all have been run"
    return (
        f"Of the {sum(found.values()):,} numbers in Tables 1 to 3, **{found[REPRODUCED]:,} are reproduced** "
        "(scores within 1 point or the sampling error, times on the same side of N2N-TAPS-1), "
        f"**{found[ABOVE]:,} come out above**, **{found[BELOW]:,} below**{missing}. {protocol.words}."
    )

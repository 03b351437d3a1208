"""Measured beside printed: the difference, and whether it counts as reproduced."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from n2n.paper import printed as paper
from n2n.paper.cells import Cell
from n2n.paper.experiments import EXPERIMENTS, INFERENCE
from n2n.paper.results import Summary

REPRODUCED, NOT_REPRODUCED = "reproduced", "not reproduced"
NOT_RUN, NOT_PRINTED = "not run yet", "no printed number"
POINTS = 1.0
"""A difference of so many points counts as reproduced."""
RUNS_OF_THE_PAPER = 5
YARDSTICK = "N2N-TAPS-1 (JL)"
"""The method whose time others are measured by."""


@dataclass(frozen=True)
class Line:
    """One cell of a table or figure: what the paper prints, what was measured here, and the verdict."""

    row: str
    column: str
    printed: "paper.Score | float | None"
    measured: "Summary | float | dict[str, Any] | None"
    difference: float | None
    """Measured minus printed, in points; for times the measured one over the printed one."""
    status: str
    cells: tuple[Cell, ...] = ()
    """The cells behind it."""


def status_of(measured: Summary | None, printed: "paper.Score | None") -> str:
    """The verdict on an accuracy.

    >>> status_of(Summary(85.0, 0.2, 5), paper.Score(84.1, 0.1))
    'reproduced'
    >>> status_of(Summary(87.0, 0.2, 5), paper.Score(84.1, 0.1))
    'not reproduced'
    """
    if measured is None:
        return NOT_RUN
    if printed is None:
        return NOT_PRINTED
    error = math.sqrt(measured.sd**2 / measured.seeds + printed.sd**2 / RUNS_OF_THE_PAPER)
    near = abs(measured.mean - printed.mean) <= max(POINTS, 2 * error) + 1e-9
    return REPRODUCED if near else NOT_REPRODUCED


def compare(
    name: str,
    cells: Sequence[Cell],
    rows: Iterable[str] | None = None,
    datasets: Iterable[str] | None = None,
    **changes,
) -> list[Line]:
    """All lines of a table or figure, row by row.

    Args:
        changes: settings that differ from the recipes, as in `Experiment.tasks`.

    Only cells with the settings of today's recipes count; any seed does.
    """
    experiment = EXPERIMENTS[name]
    rows, datasets = experiment.choose(rows, datasets)
    found: dict[tuple, list[Cell]] = {}
    for cell in cells:
        if cell.kind == experiment.kind:
            found.setdefault((cell.row, cell.dataset), []).append(cell)
    verdict = {"accuracy": _accuracy, "time": _time}.get(experiment.kind, _structure)
    lines = []
    for row in rows:
        for dataset in datasets:
            plain = row.removesuffix(INFERENCE)
            made = sorted(found.get((plain, dataset), []), key=lambda cell: cell.seed)
            wanted = {
                seed: experiment.tasks([row], [dataset], [seed], **changes)
                for seed in {cell.seed for cell in made}
            }
            for place, column in enumerate(experiment.columns(dataset)):
                own = [cell for cell in made if cell.key == wanted[cell.seed][place].key]
                lines.append(verdict(row, column, experiment.printed(row, column), tuple(own)))
    return _times_in_order(lines) if experiment.kind == "time" else lines


def _accuracy(row: str, column: str, printed, cells: tuple[Cell, ...]) -> Line:
    measured = Summary.of([cell.values["test"] for cell in cells]) if cells else None
    difference = round(measured.mean - printed.mean, 2) if measured and printed else None
    return Line(row, column, printed, measured, difference, status_of(measured, printed), cells)


def _time(row: str, column: str, printed, cells: tuple[Cell, ...]) -> Line:
    """The verdict needs the yardstick's time too: see `_times_in_order`."""
    key = "inference_ms" if row.endswith(INFERENCE) else "ms"
    measured = min((cell.values[key] for cell in cells), default=None)
    ratio = measured / printed if measured is not None and printed else None
    return Line(row, column, printed, measured, ratio, NOT_RUN, cells)


def _times_in_order(lines: list[Line]) -> list[Line]:
    """Reproduced where a method is on the same side of the yardstick, slower or faster, as printed."""
    base = {
        (line.column, line.row.endswith(INFERENCE)): line
        for line in lines
        if line.row.removesuffix(INFERENCE) == YARDSTICK
    }
    judged = []
    for line in lines:
        yardstick = base.get((line.column, line.row.endswith(INFERENCE)))
        status = line.status
        if line.measured is not None and yardstick and yardstick.measured is not None:
            here, there = line.measured - yardstick.measured, line.printed - yardstick.printed
            status = REPRODUCED if here * there > 0 or line is yardstick or there == 0 else NOT_REPRODUCED
        judged.append(
            Line(line.row, line.column, line.printed, line.measured, line.difference, status, line.cells)
        )
    return judged


def _structure(row: str, column: str, printed, cells: tuple[Cell, ...]) -> Line:
    values = cells[-1].values if cells else None
    return Line(row, column, None, values, None, NOT_PRINTED if cells else NOT_RUN, cells)

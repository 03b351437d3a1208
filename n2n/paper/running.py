"""Compute what is missing, within a budget."""

import math
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from n2n.paper.experiments import Task
from n2n.paper.measuring import measure, trial
from n2n.paper.store import RESULTS, Cell, append, stored

# Seconds between two reports of progress within a cell.
REPORT_EVERY = 0.5


@dataclass(frozen=True)
class Progress:
    """How far a run is; reported after each cell, and from time to time within a long one."""

    done: float
    """Cells that are finished, with the share of the one in work."""
    total: int
    """Cells to compute, those that will not fit into the budget left out."""
    seconds: float
    """Since the start."""
    seconds_left: float
    """By the estimates."""
    task: Task | None
    cell: Cell | None = None
    """The cell that has just been finished."""
    left: tuple[Task, ...] = field(default=(), repr=False)
    """At the end: cells that did not fit into the budget."""
    left_seconds: float = 0.0
    """At the end: how long those would take, by the estimates."""
    failed: tuple[str, ...] = ()
    """At the end: cells that cannot be computed here, with the reason, such as a graph that is not there."""


def missing(tasks: Iterable[Task], cells: Iterable[Cell], complete: bool = False) -> list[Task]:
    """The tasks that have no finished cell.

    Args:
        complete: also those whose cell lacks the scores of some selection or probe.
    """
    known = {cell.key for cell in cells if cell.complete or not complete}
    return [task for task in tasks if task.key not in known]


def finished_cell(task: Task, values: dict, seconds: float, command: str) -> Cell:
    """A measured cell with what it depends on; `values` are the last that `measure` gave."""
    values = dict(values)
    environment = values.pop("environment")
    machine = {"processor": platform.machine(), "cores": os.cpu_count()}
    settings = task.settings.to_dict()
    seconds = round(seconds, 3)
    return Cell(task.kind, task.row, task.dataset, settings, values, seconds, environment, machine, command)


class Estimates:
    """How long a cell will take: as long as the same one with another seed, else what a trial says."""

    def __init__(self, cells: Sequence[Cell]):
        self._known: dict[tuple, list[float]] = {}
        for cell in cells:
            self.learn(cell.key, cell.seconds)

    @staticmethod
    def like(key: tuple) -> tuple:
        """What cells share that differ in their seeds only."""
        return (*key[:3], key[3].without_seeds())

    def learn(self, key: tuple, seconds: float) -> None:
        self._known.setdefault(self.like(key), []).append(seconds)

    def known(self, task: Task) -> float | None:
        """Seconds, if such a cell was computed or tried before."""
        times = self._known.get(self.like(task.key))
        return statistics.median(times) if times else None

    def seconds(self, task: Task) -> float:
        """Seconds, after a trial if need be."""
        seconds = self.known(task)
        if seconds is None:
            seconds = trial(task)
            self.learn(task.key, seconds)
        return seconds

    def total(self, tasks: Sequence[Task]) -> float:
        """Seconds of several cells; one that is not known counts like others on its dataset, or on all."""
        by_dataset: dict[str, list[float]] = {}
        for (_, _, dataset, _), times in self._known.items():
            by_dataset.setdefault(dataset, []).append(statistics.median(times))
        known = [self.known(task) for task in tasks]
        everywhere = [seconds for times in by_dataset.values() for seconds in times] or [0.0]
        typical = [statistics.mean(by_dataset.get(task.dataset, everywhere)) for task in tasks]
        return sum(guess if own is None else own for own, guess in zip(known, typical, strict=True))


def reproduce(
    tasks: Sequence[Task],
    minutes: float | None = None,
    folder: Path = RESULTS,
    command: str | Callable[[Task], str] = "",
    again: bool = False,
) -> Iterator[Progress]:
    """Compute the missing cells among some tasks and add each to the result file when it is finished.

    Closing the iterator stops the run; what is finished stays. A cell is begun only if its estimate fits
    into what is left of the budget; a smaller one that comes later still may.

    Args:
        minutes: the budget; None has no end.
        command: kept in each cell, to tell how it can be made again; or what gives it for a task.
        again: also compute what has been computed already; the newer result counts.
    """
    if minutes is not None and minutes <= 0:
        raise ValueError(f"minutes is {minutes:g}: give a budget above 0.")
    began = time.perf_counter()
    cells = stored(folder)
    todo = list(tasks) if again else missing(tasks, cells)
    estimates = Estimates(cells)
    budget = float("inf") if minutes is None else 60 * minutes
    left: list[Task] = []
    failed: list[str] = []

    def report(done: float, task: Task, here: float, cell: Cell | None = None) -> Progress:
        """`here`: seconds that the cell in work still takes."""
        spent = time.perf_counter() - began
        aside = len(left) + len(failed)
        ahead = min(here + estimates.total(todo[math.ceil(done) + aside :]), max(budget - spent, 0.0))
        return Progress(done, len(todo) - aside, spent, ahead, task, cell)

    done = 0
    for task in todo:
        try:
            spent = time.perf_counter() - began
            # A trial costs time as well: none when the budget is all but used up.
            if minutes is not None and (spent > 0.98 * budget or spent + estimates.seconds(task) > budget):
                left.append(task)
                continue
            start = reported = time.perf_counter()
            values: dict = {}
            for step in measure(task):
                if isinstance(step, dict):
                    values = step
                elif time.perf_counter() - reported > REPORT_EVERY:
                    reported = time.perf_counter()
                    yield report(done + step, task, (reported - start) * (1 - step) / step)
        except ValueError as error:  # this cell cannot be computed here; others can
            failed.append(f"{task.title}: {error}")
            continue
        exact = command if isinstance(command, str) else command(task)
        cell = finished_cell(task, values, time.perf_counter() - start, exact)
        append(cell, folder)
        estimates.learn(cell.key, cell.seconds)
        done += 1
        yield report(done, task, 0.0, cell)
    end = {"left": tuple(left), "left_seconds": estimates.total(left), "failed": tuple(failed)}
    yield Progress(done, done, time.perf_counter() - began, 0.0, None, **end)

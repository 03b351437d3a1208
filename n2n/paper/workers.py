"""Measure many cells in processes of one thread each, and keep each as soon as it is finished."""

import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from n2n.compute.allocation import keep_freed_memory
from n2n.paper.measuring import graph_of, measure
from n2n.paper.plan import LONG, Planned, repeats_too_long
from n2n.paper.running import Estimates, finished_cell, missing
from n2n.paper.store import Cell, append, stored


@dataclass(frozen=True)
class Finished:
    """What has become of a cell."""

    planned: Planned
    cell: Cell | None
    failure: str
    """Why there is none."""
    done: int
    total: int
    seconds_left: float
    """By the estimates, for one process."""


class Costs:
    """How long a cell will take, without trying it: as measured before, else counted."""

    def __init__(self, cells: Sequence[Cell]):
        self.known = Estimates(cells)
        self._counted: dict[tuple, float] = {}

    def seconds(self, planned: Planned) -> float:
        task = planned.task
        known = self.known.known(task)
        if known is not None or task.kind != "accuracy":
            return known or 1.0
        like = Estimates.like(task.key)
        if like not in self._counted:
            from n2n.training.estimate import estimate  # it loads what torch needs

            self._counted[like] = estimate(graph_of(task.dataset), task.settings, measure=False).seconds
        return self._counted[like]


def left_to_measure(planned: Sequence[Planned], cells: Sequence[Cell], costs: Costs) -> list[Planned]:
    """What has no cell with all its scores: part by part, in each part what has no cell at all first, then
    seed by seed, the cheap ones first; what takes long comes last of all."""
    todo = {task.key for task in missing([one.task for one in planned], cells, complete=True)}
    measured = {cell.key for cell in cells}
    rest = [one for one in planned if one.task.key in todo]
    # Dataset by dataset, so that each graph is loaded once for the estimates.
    seconds = {one.task.key: costs.seconds(one) for one in sorted(rest, key=lambda one: one.task.dataset)}

    def order(one: Planned) -> tuple:
        task, cost = one.task, seconds[one.task.key]
        return cost > LONG, one.part, task.key in measured, task.settings.seed, cost

    return sorted(rest, key=order)


def measure_planned(
    planned: Sequence[Planned], folder: Path, jobs: int = 1, longest: float = LONG
) -> Iterator[Finished]:
    """Measure what is missing in a folder and in the results that ship with the program.

    A process that dies loses its cell: that is reported, and the others continue. Running it again resumes
    where it stopped. A cell whose run took more than `longest` seconds is measured with one seed.
    """
    cells = [*stored(), *stored(folder)]
    costs = Costs(cells)
    rest = left_to_measure(planned, cells, costs)
    total, done = len(rest), 0
    workers = _Workers(jobs)
    waiting: dict[Future, Planned] = {}
    try:
        while rest or waiting:
            while rest and len(waiting) < jobs:
                one = rest.pop(0)
                if repeats_too_long(one.task, costs.seconds(one), longest):
                    total -= 1
                    continue
                waiting[workers.submit(one)] = one
            if not waiting:
                break
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                one, cell, failure = waiting.pop(future), None, ""
                try:
                    cell = future.result()
                    append(cell, folder)
                    costs.known.learn(cell.key, cell.seconds)
                except Exception as error:  # whatever happens to one cell, the others are measured
                    failure = f"{type(error).__name__}: {error}"
                done += 1
                left = sum(map(costs.seconds, rest))
                yield Finished(one, cell, failure, done, total, left)
    finally:
        workers.close()


class _Workers:
    """Processes of one thread each; when one dies, all are replaced."""

    def __init__(self, jobs: int):
        self.jobs, self._pool = jobs, None

    def submit(self, planned: Planned) -> Future:
        for _ in range(2):
            try:
                return self._started().submit(_measure, planned)
            except BrokenProcessPool:
                self.close()
        raise RuntimeError("No process for measuring could be started.")

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            os.environ["OMP_NUM_THREADS"] = "1"  # read by the processes when they start
            self._pool = ProcessPoolExecutor(self.jobs, multiprocessing.get_context("spawn"))
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _measure(planned: Planned) -> Cell:
    keep_freed_memory()
    start, values = time.perf_counter(), {}
    for step in measure(planned.task):
        values = step if isinstance(step, dict) else values
    return finished_cell(planned.task, values, time.perf_counter() - start, planned.command)

"""A training run as a background job."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.taps.ranking import Ranking
from n2n.training.fork import Fork
from n2n.training.jobs import Jobs, Status
from n2n.training.kept_run import KeptRun
from n2n.training.legacy_run import Run
from n2n.training.time_left import seconds_left

if TYPE_CHECKING:  # torch takes seconds to load; queueing needs none of it
    from n2n.training.legacy_trainer import Trainer


def train_job(
    jobs: Jobs,
    graph: Graph,
    settings: MethodSettings,
    *,
    title: str = "",
    name: str = "",
    dataset: str = "",
    ranking: Ranking | None = None,
    fork: Fork | None = None,
    parent: Run | None = None,
    keep: Callable[[Run], KeptRun | None] = lambda run: None,
) -> Run:
    """Queue a training run and return its record, which the worker fills while it learns.

    Args:
        title: what everybody sees of it in the queue.
        name, dataset: as in `Run`.
        ranking: the graph's ranking where there is one already.
        fork, parent: where the run is a fork, what `plan_fork` says of it, and the run that it continues.
        keep: begins the record of the run on disk, where there is one.

    >>> import n2n
    >>> jobs = Jobs()
    >>> run = train_job(jobs, n2n.load("karate"), n2n.Settings(width=8, epochs=2))
    >>> jobs.wait(run.id).done, run.embeddings.shape
    (2, (34, 8))
    """
    run = Run(settings, graph.name, name=name, dataset=dataset, fork=fork)
    kept = keep(run)
    try:
        words = title or f"{settings.name} on {graph.name}"
        _submit(jobs, run, words, lambda: _trainer(graph, run, ranking, parent), kept)
    except ValueError:  # the queue is full, so there is no run
        if kept:
            kept.discard()
        raise
    return run


def resume_job(jobs: Jobs, run: Run, kept: KeptRun, load: Callable[[], Graph], title: str = "") -> None:
    """Queue an interrupted run again: it resumes from its checkpoint, or starts over where it has none.

    Args:
        load: gives the graph, in the worker.
    """

    def make() -> "Trainer":
        from n2n.training.legacy_trainer import Trainer  # torch takes seconds to load

        if kept.checkpoint:
            return Trainer.resume(kept.checkpoint, load(), record=run)
        run.history.clear()
        run.scores = None
        return _trainer(load(), run)

    end, run.end = run.end, None
    try:
        _submit(jobs, run, title or run.name, make, kept)
    except ValueError:  # the queue is full, so it stays as it was
        run.end = end
        kept.let_go()
        raise


def _trainer(graph: Graph, run: Run, ranking: Ranking | None = None, parent: Run | None = None) -> "Trainer":
    """What fills a run from its beginning, or from where it was forked."""
    # torch takes seconds to load
    from n2n.training.forking import ForkedTrainer
    from n2n.training.legacy_trainer import Trainer

    if run.fork:
        return ForkedTrainer(graph, run.settings, run.fork, parent, ranking, run)
    return Trainer(graph, run.settings, ranking, run)


def _submit(jobs: Jobs, run: Run, title: str, make: "Callable[[], Trainer]", kept: KeptRun | None) -> None:
    trainers: list[Trainer] = []
    before = kept.seconds_before if kept else 0.0
    began: list[tuple[int, float]] = []

    def start():
        trainers.append(make())
        if kept:
            kept.begin(trainers[0])
        began.append((len(run.history), time.monotonic()))
        return iter(trainers[0])

    def finish():
        if not trainers[0].ready:  # a fork that was stopped before it came to its parent's epoch
            return
        run.result = trainers[0].result()
        if kept:
            kept.keep_result()

    def whole(status: Status) -> Status:
        """The job as a part of the run, which may have begun before it."""
        left = None
        if began and not status.ended:
            since, when = began[0]
            left = seconds_left(run.settings, run.history, since, time.monotonic() - when)
        return replace(status, done=len(run.history), seconds=before + status.seconds, left=left)

    def end(status: Status) -> None:
        trainers.clear()
        ended = whole(status)
        if kept:
            kept.end(ended)
        run.end, run.ask_worker = ended, None  # last: whoever sees the end finds the record finished

    run.ask_worker = lambda: whole(jobs.status(run.id))
    try:
        jobs.submit(title, start, run.settings.total_epochs, finish, end, run.id)
    except ValueError:
        run.ask_worker = None
        raise

"""Runs that a server left behind when it stopped: their owner may go on with them, or discard them."""

import n2n
from n2n.training.background import resume_job
from n2n.training.jobs import INTERRUPTED
from n2n.training.run import Run
from pages.session import data, own_graphs, runs
from pages.session.visitor import visitor


def interrupted() -> list[Run]:
    """The interrupted runs of this visitor, newest first."""
    return [run for run in runs.mine() if is_interrupted(run) and runs.is_owner(run.id)]


def is_interrupted(run: Run) -> bool:
    """Whether a run has ended with its server."""
    return run.ended and run.status.state == INTERRUPTED


def resume(id: str) -> None:
    """Queue an interrupted run of one's own again; ValueError, with the reason, where it cannot go on."""
    run = runs.find(id)
    if run is None or not runs.is_owner(id) or not is_interrupted(run):
        return
    load = _loader(run)
    kept = runs.table().store.take_over(run)
    resume_job(runs.jobs(), run, kept, load, runs.title_for_all(run.dataset, run.settings))
    runs.table().add(run, visitor(), runs.KEPT_RUNS, runs.KEPT_BYTES)


def _loader(run: Run):
    """What gives the graph of a run in the worker, where there is no session."""
    key = run.dataset
    if own_graphs.is_own(key):
        graph = own_graphs.find(key).graph
        return lambda: graph
    if key not in n2n.catalogue():
        raise ValueError(
            f"The graph of {run.name} is no longer here, so the run cannot be resumed: upload the graph "
            "again."
        )
    return lambda: data.graph(key)

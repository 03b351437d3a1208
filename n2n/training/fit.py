"""Train to the end: in memory or in a folder, from the beginning or from where another run was."""

import os
from typing import Any

from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.methods.ranks import ALONE, Ranks
from n2n.taps.ranking import Ranking
from n2n.training import worker
from n2n.training.fork import Fork, plan_fork
from n2n.training.recorder import Recorder
from n2n.training.run import Run, facts_of
from n2n.training.trainer import Trainer


def fit(
    graph: Graph,
    settings: MethodSettings,
    ranking: Ranking | None = None,
    *,
    folder: str | os.PathLike | None = None,
) -> Run:
    """Train to the end and return the `Run`.

    Args:
        ranking: of `n2n.rank(graph)`, where there is one already.
        folder: a new folder in which the run is kept, and can be watched, while it trains.

    >>> import n2n
    >>> fit(n2n.load("karate"), n2n.Settings(width=8, epochs=2)).embeddings.shape
    (34, 8)
    """
    if folder is not None:
        return train_run(Run.create(folder, graph, settings), graph, ranking)
    return _finished(Trainer(graph, settings, ranking))


def fork(
    graph: Graph,
    run: Run | MethodSettings,
    epoch: int,
    ranking: Ranking | None = None,
    *,
    folder: str | os.PathLike | None = None,
    **changes: Any,
) -> Run:
    """Go on from an epoch of a run with some settings changed, to the end.

    It begins at the latest checkpoint of the parent up to that epoch (`run.checkpoints`).

    Args:
        run: the parent, or its settings alone: then it is trained up to the epoch of the fork.
        epoch: the last epoch that both runs share.
        ranking, folder: as in `fit`.
        changes: among them temperature `tau`, `alpha`, `learning_rate`, `k`, `sampler` and `epochs`, the
            number of all epochs; `run.settings.changeable(stage)` lists those that a method has.

    Returns:
        A run whose `fork` names its parent, epoch and former settings. Its history begins with the parent's.

    >>> import n2n
    >>> karate = n2n.load("karate")
    >>> parent = fit(karate, n2n.Settings(width=8, epochs=6))
    >>> child = fork(karate, parent, 4, tau=0.5)
    >>> child.history[3].loss == parent.history[3].loss, child.history[5].loss == parent.history[5].loss
    (True, False)
    >>> child.fork.epoch, child.fork.changes(child.settings)
    (4, {'tau': 0.5})
    """
    settings, origin = plan_fork(run, epoch, **changes)
    parent = None if isinstance(run, MethodSettings) else run
    if folder is not None:
        return train_run(Run.create(folder, graph, settings, fork=origin, parent=parent), graph, ranking)
    return _finished(trainer_of(graph, settings, ranking, origin, parent))


def trainer_of(
    graph: Graph,
    settings: MethodSettings,
    ranking: Ranking | None = None,
    fork: Fork | None = None,
    parent: Run | None = None,
    ranks: Ranks = ALONE,
) -> Trainer:
    """A trainer of a new run in memory; of a fork at the latest checkpoint of its parent."""
    record = Run(settings, graph.name, fork=fork, graph_facts=facts_of(graph))
    if fork is not None and parent is not None:
        record.inherit(parent, fork.epoch)
    return Trainer(graph, settings, ranking, record=record, state=record.latest_state()[1], ranks=ranks)


def train_run(run: Run, graph: Graph, ranking: Ranking | None = None) -> Run:
    """Train a run in a folder to its end: one that is queued, a fork, or one that was interrupted.

    As a job of `n2n.training.workers` it reports its progress and stops on request.

    Raises:
        ValueError: another process works on it, it is of another graph, the disk is full, or it diverged.
    """
    worker.report(0.0, f"Epoch {len(run.history)}")
    total = run.settings.total_epochs
    for epoch in Recorder(run, graph, ranking):
        if not worker.stop_requested():
            worker.report(epoch.index / total, f"Epoch {epoch.index:,} of {total:,}")
    return run.refresh()


def _finished(trainer: Trainer) -> Run:
    for _ in trainer:
        pass
    return trainer.run()

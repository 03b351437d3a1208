"""Forking: continue from one of a run's epochs with other settings.

    run = n2n.fork(graph, parent, 120, tau=0.5)

The state of the parent at that epoch is one of those that it kept at its snapshots, or is replayed from the
latest of them, or from the beginning. A replay gives the same numbers bit by bit on the same machine; a fork
that changes nothing therefore continues exactly as its parent did.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.taps.ranking import Ranking
from n2n.training.checkpoint import restore, state_arrays
from n2n.training.fork import Fork, plan_fork
from n2n.training.history import Epoch
from n2n.training.legacy_run import Run
from n2n.training.legacy_trainer import Trainer
from n2n.training.result import RunResult


class ForkedTrainer(Trainer):
    """A fork in progress: a `Trainer` that first comes to where its parent was.

    Iterating yields the epochs of the parent as well; until the last of them, the record stays empty.

    Args:
        settings, fork: of `n2n.training.fork.plan_fork`.
        parent: the run itself, for the states and snapshots that it kept; without it all is replayed.
    """

    def __init__(
        self,
        graph: Graph,
        settings: MethodSettings,
        fork: Fork,
        parent: Run | None = None,
        ranking: Ranking | None = None,
        record: Run | None = None,
    ):
        record = record or Run(settings, graph.name)
        record.fork = fork
        super().__init__(graph, settings, ranking, record)
        self.fork, self._parent, self._ranking = fork, parent, ranking
        self.ready, self._differs = False, 0

    def __iter__(self) -> Iterator[Epoch]:
        """The epochs up to the fork, then those of the fork."""
        yield from self._come_to_fork()
        yield from super().__iter__()

    def step(self) -> Epoch:
        for _ in self._come_to_fork():
            pass
        return super().step()

    def result(self, embeddings=None) -> RunResult:
        """As of any trainer; ValueError before the epoch of the fork."""
        if not self.ready:
            raise ValueError(f"The run was stopped before it came to epoch {self.fork.epoch} of its parent.")
        return super().result(embeddings)

    def environment(self) -> dict[str, str]:
        """What the numbers depend on; also whether the replay gave other numbers than the parent has."""
        found = super().environment()
        if self._differs:
            found["replay"] = (
                f"From epoch {self._differs} on, the replay of the parent gave other numbers than were "
                "recorded: it ran on another machine, or with another number of threads."
            )
        return found

    def _come_to_fork(self) -> Iterator[Epoch]:
        if self.ready:
            return
        state, history, snapshots = self._nearest()
        yield from history
        for settings, until, fork in self.fork.segments():
            if until <= len(history):
                continue
            before = Run(settings, self.graph.name, history, fork=fork)
            trainer = Trainer(self.graph, settings, self._ranking, before)
            if state is not None:
                _, trainer.best_weights = restore(trainer.model, state)
            trainer.snapshots, trainer.keep_states = snapshots, False
            while len(history) < until:
                if trainer.finished:
                    raise ValueError(
                        f"{settings.name} ends after epoch {len(history)}, so it cannot be forked at epoch "
                        f"{self.fork.epoch}: choose an earlier one."
                    )
                epoch = trainer.step()
                self._compare(epoch)
                yield epoch
            state = state_arrays(trainer.model, trainer.best_weights)
        assert state is not None
        _, self.best_weights = restore(self.model, state)
        self.snapshots.update(snapshots)
        for epoch in history:
            self.record.record(epoch)
        self.ready = True
        self._parent = None

    def _nearest(self) -> tuple[dict[str, np.ndarray] | None, list[Epoch], dict[int, np.ndarray]]:
        """(state, history, snapshots) of the parent at the last epoch of which it kept the state."""
        result = self._parent.result if self._parent else None
        at = max(
            (epoch for epoch in (result.states if result else ()) if epoch <= self.fork.epoch), default=0
        )
        if not at or result is None or self._parent is None:
            return None, [], {}
        # Copies: the optimiser works in the arrays that it is given.
        state = {name: array.copy() for name, array in result.states[at].items()}
        snapshots = {epoch: array for epoch, array in result.snapshots.items() if epoch <= at}
        return state, self._parent.history[:at], snapshots

    def _compare(self, epoch: Epoch) -> None:
        """Remember the first epoch in which the replay is not what was recorded."""
        known = self._parent.history if self._parent else []
        if not self._differs and epoch.index <= len(known) and known[epoch.index - 1].loss != epoch.loss:
            self._differs = epoch.index


def fork(
    graph: Graph, run: Run | MethodSettings, epoch: int, ranking: Ranking | None = None, **changes: Any
) -> Run:
    """Go on from an epoch of a run with some settings changed, to the end.

    Args:
        run: the parent, or its settings alone: then it is trained up to the epoch of the fork.
        epoch: the last epoch that both runs share.
        ranking: of `n2n.rank(graph)`, where there is one already.
        changes: among them temperature `tau`, `alpha`, `learning_rate`, `k`, `sampler` and `epochs`, the
            number of all epochs; `run.settings.changeable(stage)` lists those that a method has.

    Returns:
        A run whose `fork` names its parent, epoch and former settings. Its history begins with the parent's.

    >>> import n2n
    >>> karate = n2n.load("karate")
    >>> parent = n2n.fit(karate, n2n.Settings(width=8, epochs=6))
    >>> child = fork(karate, parent, 4, tau=0.5)
    >>> child.history[3].loss == parent.history[3].loss, child.history[5].loss == parent.history[5].loss
    (True, False)
    >>> child.fork.epoch, child.fork.changes(child.settings)
    (4, {'tau': 0.5})
    """
    settings, origin = plan_fork(run, epoch, **changes)
    parent = None if isinstance(run, MethodSettings) else run
    trainer = ForkedTrainer(graph, settings, origin, parent, ranking)
    for _ in trainer:
        pass
    return trainer.run()

"""Training runs for the tests: some without training, some that several tests look at."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import n2n
from n2n.training.history import Epoch
from n2n.training.jobs import Status
from n2n.training.legacy_run import Run
from n2n.training.run_store import RunStore
from tests import legacy


def listed(name="a", settings=None, epochs=20, every=5, test=0.6, **facts) -> Run:
    """A run whose loss falls, evaluated every few epochs; its validation score is best, 0.6, at epoch 10."""
    history = []
    for index in range(1, epochs + 1):
        scores = {
            "f1_train": 0.9,
            "f1_val": 0.5 + 0.01 * (index if index <= 10 else 20 - index),
            "f1_test": test,
            "feature_smoothness": 1 / index,
            "information": 0.1 * index,
        }
        loss = 10.0 - index / 10
        evaluated = scores if index % every == 0 else {}
        history.append(Epoch(index, "joint", loss, loss - 1, 1.0, 0.01, **evaluated))
    dataset = facts.get("dataset", "karate")
    end = Status("id", name, facts.get("state", "done"), seconds=facts.get("seconds", 0.0))
    return Run(settings or n2n.Settings(epochs=epochs), dataset, history, name=name, dataset=dataset, end=end)


def resumed(trainer: n2n.Trainer) -> n2n.Trainer:
    """Another trainer that goes on from where one is."""
    record = n2n.Run(trainer.settings, trainer.graph.name, trainer.history)
    return n2n.Trainer(trainer.graph, trainer.settings, record=record, state=trainer.state())


@cache
def unbroken(settings) -> "legacy.Trainer":
    """A trainer that went to the end without a break, on the karate club."""
    trainer = legacy.Trainer(n2n.load("karate"), settings)
    list(trainer)
    return trainer


def without_times(history: list[Epoch]) -> list[Epoch]:
    """What two runs with the same numbers have in common."""
    return [replace(epoch, seconds=0.0) for epoch in history]


def kept(store: RunStore, owner: str = "ann") -> Callable[[Run], object]:
    """Lets a job on the karate club keep its run in a store."""
    return lambda run: store.keep(run, "karate", owner)

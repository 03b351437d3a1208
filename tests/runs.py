"""Training runs for the tests, made without training."""

from dataclasses import replace

import n2n
from n2n.training.folder import Status
from n2n.training.history import Epoch


def listed(
    name="a", settings=None, epochs=20, every=5, test=0.6, state="done", seconds=0.0, dataset="karate"
) -> n2n.Run:
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
    status = Status(state, "", epochs, epochs, seconds)
    settings = settings or n2n.Settings(epochs=epochs)
    return n2n.Run(settings, dataset, history, name=name, dataset=dataset, status=status)


def without_times(history: list[Epoch]) -> list[Epoch]:
    """What two runs with the same numbers have in common."""
    return [replace(epoch, seconds=0.0) for epoch in history]

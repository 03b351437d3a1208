"""Training runs for the tests, without training."""

import n2n
from n2n.training.history import Epoch
from n2n.training.jobs import Status
from n2n.training.run import Run


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

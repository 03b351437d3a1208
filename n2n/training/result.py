"""The result of a run, and checks of what a file says of one: it may come from a stranger."""

from dataclasses import dataclass, field, fields

import numpy as np

from n2n.methods.base import MethodSettings
from n2n.training.fork import Fork
from n2n.training.history import Epoch

_LONGEST = 1_000
# All of an epoch but its place and stage.
_NUMBERS = tuple(one.name for one in fields(Epoch)[2:])


@dataclass(frozen=True, eq=False)
class RunResult:
    """What a run leaves behind; embeddings and predictions are those of the best validation epoch."""

    embeddings: np.ndarray
    """(N, width) hidden representations h, without dropout."""
    predictions: np.ndarray
    """(N,) predicted classes; −1 where the graph has no labels."""
    environment: dict[str, str]
    """Versions, device, and which estimator ran for what reason."""
    snapshots: dict[int, np.ndarray] = field(default_factory=dict)
    """Embeddings in float16 by epoch, for the animation."""
    states: dict[int, dict[str, np.ndarray]] = field(default_factory=dict)
    """Weights, optimiser and random numbers by epoch, from which a fork continues; files do not have them."""

    @property
    def nbytes(self) -> int:
        kept = [
            *self.snapshots.values(),
            *(array for state in self.states.values() for array in state.values()),
        ]
        return self.embeddings.nbytes + sum(array.nbytes for array in kept)


def check_run(
    settings: MethodSettings, graph_name: str, history: list[Epoch], fork: Fork | None = None, first: int = 1
) -> None:
    """Raise ValueError, naming the part, unless name and history, from epoch `first` on, are well formed."""
    _must(isinstance(graph_name, str) and len(graph_name) <= _LONGEST, "graph_name")
    _must(fork is None or (fork.epoch <= len(history) and type(fork.settings) is type(settings)), "fork")
    for place, epoch in enumerate(history, first):
        _must(epoch.index == place and epoch.stage in settings.stages, "history")
        values = [getattr(epoch, name) for name in _NUMBERS]
        _must(isinstance(epoch.loss, int | float) and isinstance(epoch.seconds, int | float), "history")
        _must(all(value is None or isinstance(value, int | float | np.number) for value in values), "history")


def check_result(settings: MethodSettings, result: RunResult) -> None:
    """The same for the arrays and the environment."""
    embeddings, predictions, n = result.embeddings, result.predictions, len(result.embeddings)
    _must(embeddings.ndim == 2 and embeddings.dtype.kind == "f", "embeddings")
    _must(predictions.shape == (n,) and predictions.dtype.kind == "i", "predictions")
    _must(predictions.min(initial=-1) >= -1, "predictions")
    for array in result.snapshots.values():
        _must(array.ndim == 2 and len(array) == n and array.dtype.kind == "f", "snapshots")
    required = {"device", *settings.facts_told}
    _must(isinstance(result.environment, dict) and required <= set(result.environment), "environment")
    words = [*result.environment, *result.environment.values()]
    _must(all(isinstance(word, str) and len(word) <= _LONGEST for word in words), "environment")


def _must(good: bool, part: str) -> None:
    if not good:
        raise ValueError(f"its {part} is not valid")

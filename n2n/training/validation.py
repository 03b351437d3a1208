"""What is read of a run is checked: a file may come from a stranger."""

from dataclasses import fields
from typing import Any

import numpy as np

from n2n.methods.base import MethodSettings
from n2n.methods.registry import settings_from
from n2n.training.fork import Fork
from n2n.training.history import Epoch

LONGEST, MOST_EPOCHS = 1_000, 200_000
# All of an epoch but its index and stage.
_NUMBERS = tuple(one.name for one in fields(Epoch)[2:])


def check_facts(facts: dict[str, Any]) -> tuple[MethodSettings, Fork | None]:
    """The settings and the parent in the facts of a run.

    Raises:
        KeyError, TypeError, ValueError, AttributeError: the facts are not those of a run.
    """
    settings, graph, fork = settings_from(facts["settings"]), facts["graph"], Fork.from_dict(facts["fork"])
    sizes = [graph[key] for key in ("nodes", "edges", "features", "classes")]
    must(all(isinstance(size, int) and 0 <= size < 2**60 for size in sizes), "graph")
    for key in ("name", "dataset", "owner", "id", "version"):
        check_text(facts[key], key)
    for key in ("name", "fingerprint"):
        check_text(graph[key], "graph")
    must(fork is None or type(fork.settings) is type(settings), "fork")
    must(isinstance(facts["created"], int | float), "time of creation")
    must(isinstance(facts["environment"], dict) and len(facts["environment"]) < 100, "environment")
    for pair in facts["environment"].items():
        for word in pair:
            check_text(word, "environment")
    return settings, fork


def check_history(settings: MethodSettings, history: list[Epoch], first: int = 1) -> None:
    """Raise ValueError unless epochs, from number `first` on, are well formed."""
    must(first + len(history) <= MOST_EPOCHS, "history")
    for index, epoch in enumerate(history, first):
        must(epoch.index == index and epoch.stage in settings.stages, "history")
        values = [getattr(epoch, name) for name in _NUMBERS]
        must(isinstance(epoch.loss, int | float) and isinstance(epoch.seconds, int | float), "history")
        must(all(value is None or isinstance(value, int | float) for value in values), "history")


def check_result(arrays: dict[str, np.ndarray], embeddings: np.ndarray) -> None:
    """Raise ValueError unless the arrays can be the result of a run."""
    predictions = arrays["predictions"]
    must(embeddings.ndim == 2 and embeddings.dtype.kind == "f", "embeddings")
    must(predictions.shape == embeddings.shape[:1] and predictions.dtype.kind == "i", "predictions")
    must(predictions.min(initial=-1) >= -1, "predictions")
    weights = [array for name, array in arrays.items() if name.startswith(("weight_", "probe_"))]
    must("weight_0" in arrays and all(weight.dtype.kind in "fi" for weight in weights), "weights")


def check_text(word: Any, part: str) -> None:
    must(isinstance(word, str) and len(word) <= LONGEST, part)


def must(good: bool, part: str) -> None:
    """Raise ValueError, naming a part of the run, unless it is good."""
    if not good:
        raise ValueError(f"its {part} is not valid")


def reason(error: Exception) -> str:
    """Words for an error while something is read."""
    if isinstance(error, KeyError):
        return f"it has no {error.args[0]}"
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__).rstrip(".")

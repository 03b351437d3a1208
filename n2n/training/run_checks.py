"""Whether what a run's file says can be: such a file may come from a stranger."""

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from n2n.methods.n2n.settings import STAGES, Settings

if TYPE_CHECKING:
    from n2n.training.run import Run

TOLD = ("device",)
"""What every run's environment tells."""
TOLD_OF_N2N = ("estimator", "estimator_reason")
_LONGEST = 1_000


def check_run(run: "Run") -> None:
    """Raise ValueError, naming the part, unless every part of a run has the form that it must have."""
    embeddings, n = run.embeddings, len(run.embeddings)
    _must(isinstance(run.graph_name, str) and len(run.graph_name) <= _LONGEST, "graph_name")
    _must(embeddings.ndim == 2 and embeddings.dtype.kind == "f", "embeddings")
    predictions = run.predictions
    _must(predictions.shape == (n,) and predictions.dtype.kind == "i", "predictions")
    _must(predictions.min(initial=-1) >= -1, "predictions")
    for array in run.snapshots.values():
        _must(array.ndim == 2 and len(array) == n and array.dtype.kind == "f", "snapshots")
    told = TOLD + (TOLD_OF_N2N if isinstance(run.settings, Settings) else ())
    _must(isinstance(run.environment, dict) and set(told) <= set(run.environment), "environment")
    words = [*run.environment, *run.environment.values()]
    _must(all(isinstance(word, str) and len(word) <= _LONGEST for word in words), "environment")
    stages = STAGES[run.settings.framework]
    for place, epoch in enumerate(run.history, 1):
        _must(epoch.index == place and epoch.stage in stages, "history")
        values = dataclasses.astuple(epoch)[2:]
        _must(isinstance(epoch.loss, int | float) and isinstance(epoch.seconds, int | float), "history")
        _must(all(value is None or isinstance(value, int | float | np.number) for value in values), "history")


def _must(good: bool, part: str) -> None:
    if not good:
        raise ValueError(f"its {part} cannot be")

"""Before a run: how long it will take here and now, and how much memory it needs.

Three epochs of each stage and an evaluation are run and timed, on the graph and with the settings of the run;
so whatever makes a run slow counts, also what else runs on the machine.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import scipy.sparse as sp

from n2n.graph import Graph
from n2n.methods.base import ALL, MethodSettings
from n2n.methods.registry import build
from n2n.taps.ranking import Ranking

TRIALS, FIRST, LONG = 3, 20.0, 2.0
"""Epochs that are timed; none follows one of more than `LONG` seconds, or a first one, which also loads and
compiles, of more than `FIRST` seconds."""
ARRAYS = 14
"""Arrays of N×width that a step has in memory at the same time, for any method."""


@dataclass(frozen=True)
class Estimate:
    """What a run will need."""

    seconds_per_epoch: float
    seconds: float
    """The whole run: all epochs, their evaluations and snapshots, the result. Patience may end it sooner."""
    bytes: int
    """A bound on the memory of the training beyond the graph itself."""
    available: int
    """Memory that is free on the device of the run."""


def estimate(graph: Graph, settings: MethodSettings, *, ranking: Ranking | None = None) -> Estimate:
    """Time and memory of a run of any method, by a few of its epochs; nothing of them is kept.

    Args:
        ranking: the graph's ranking where there is one already.

    >>> import n2n
    >>> estimate(n2n.load("karate"), n2n.Settings(epochs=10)).seconds > 0
    True
    """
    from n2n.methods.model import synchronise  # torch takes seconds to load

    refuse_if_too_large(graph, settings)
    s, start = settings, time.perf_counter()
    model = build(graph, s, ranking)
    total = time.perf_counter() - start
    epochs = dict(zip(s.stages, (s.epochs, s.total_epochs - s.epochs), strict=False))
    training = 0.0
    for stage, count in epochs.items():
        if stage != s.stages[0]:
            model.begin_stage(stage)

        def epoch(stage: str = stage) -> None:
            model.step(stage)
            synchronise(model.device)

        def evaluate(stage: str = stage) -> None:
            evaluation = model.evaluation()
            if model.nodes is not None:
                evaluation.scores(stage)
            if s.watch_theorem:
                evaluation.theorem()

        training += count * _seconds(epoch, TRIALS)
        evaluations = count / s.evaluate_every + 1 + s.snapshots / len(epochs)
        total += evaluations * _seconds(evaluate, 1)
    bound, free = needed_memory(graph, s), free_memory(s.device)
    return Estimate(training / max(s.total_epochs, 1), total + training, bound, free)


def _seconds(function: Callable[[], None], trials: int) -> float:
    """The shortest of some trials after a first one, which loads and compiles; fewer where they take long."""
    times: list[float] = []
    while len(times) <= trials and (not times or times[-1] < (LONG if len(times) > 1 else FIRST)):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def needed_memory(graph: Graph, settings: MethodSettings) -> int:
    """Bytes that a training needs at most, beyond the graph itself.

    >>> import n2n
    >>> cora = n2n.load("cora")
    >>> needed_memory(cora, n2n.Settings(width=64)) < needed_memory(cora, n2n.Settings()) < 2**28
    True
    """
    n, s = graph.num_nodes, settings
    features = 40 * graph.x.nnz if sp.issparse(graph.x) else 8 * n * graph.num_features
    edges = len(graph.indices)
    rows = 1.0  # the share of all nodes that a step encodes
    if s.batch_size:
        positives = edges / max(n, 1) if s.k == ALL else min(int(s.k), edges / max(n, 1))
        rows = min(s.batch_size * (2 + positives) / max(n, 1), 1.0)
    weights = 20 * (graph.num_features + s.width) * s.width
    return int(rows * (features + 4 * ARRAYS * n * s.width + 100 * edges) + weights)


def free_memory(device: str) -> int:
    """Bytes that a run may use on the device that its settings name."""
    import psutil
    import torch

    from n2n.methods.model import choose_device

    chosen = choose_device(device)
    if chosen.type == "cuda":
        return torch.cuda.mem_get_info(chosen)[0]
    return psutil.virtual_memory().available


def refuse_if_too_large(graph: Graph, settings: MethodSettings) -> None:
    """Raise ValueError, with the figures and a way out, when a run would not fit into memory."""
    needed, free = needed_memory(graph, settings), free_memory(settings.device)
    if needed > free:
        full = "batch_size" in settings.specs() and not settings.batch_size
        raise ValueError(
            f"{settings.name} on {graph.name} would need up to {needed / 2**30:.1f} GB of memory, "
            f"{free / 2**30:.1f} GB are free: try a smaller width than {settings.width}"
            f"{' or batch_size=1024' if full else ''}."
        )

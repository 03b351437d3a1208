"""How a missing number is measured: a training run, a timing, or a count on the graph."""

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from n2n.graph import Graph
from n2n.graph.catalogue import load
from n2n.methods.registry import build
from n2n.paper.experiments import Task
from n2n.paper.results import RESULTS, append, expected_seconds, row_of
from n2n.paper.results import load as load_results
from n2n.taps.samplers import choose_positives

if TYPE_CHECKING:
    from n2n.taps.ranking import Ranking
    from n2n.taps.subgraphs import Partition

# A timing takes this many steps, or as many as fit into these seconds.
_TIMED_STEPS, _TIMED_SECONDS = 15, 10.0


def measure_all(
    tasks: Sequence[Task],
    command: Callable[[Task], str],
    folder: str | os.PathLike = RESULTS,
    minutes: float | None = None,
) -> Iterator[tuple[Task, dict[str, Any] | str]]:
    """Measure tasks one after the other and add each row to the results in a folder as soon as it is there.

    Yields each task with its row, or with one sentence where it cannot be measured here. A task that is
    expected to exceed what is left of the budget is skipped; a shorter one that comes later is not.

    Args:
        command: the command that repeats a task; it is stored with the row.
        minutes: the budget; None is unlimited.
    """
    if minutes is not None and minutes <= 0:
        raise ValueError(f"minutes is {minutes:g}: give a budget above 0.")
    known = expected_seconds(load_results(folder))
    end = None if minutes is None else time.monotonic() + 60 * minutes
    for task in tasks:
        seconds = known.get((task.kind, task.row, task.dataset), 0.0)
        if end is not None and time.monotonic() + seconds > end:
            continue
        try:
            row = measure(task, command(task))
        except ValueError as error:  # not this one, such as a dataset that is not here; others can
            yield task, f"{task.title}: {error}"
            continue
        append([row], folder)
        known.setdefault((task.kind, task.row, task.dataset), row["seconds"])
        yield task, row


def measure(task: Task, command: str) -> dict[str, Any]:
    """One measurement as a row of the results."""
    start = time.perf_counter()
    how = {"accuracy": _accuracy, "time": _time, "smoothness": _smoothness, "subgraphs": _subgraphs}
    values, environment = how.get(task.kind, _gallery)(task)
    seconds = round(time.perf_counter() - start, 3)
    return row_of(task, values | {"seconds": seconds}, environment, command)


@lru_cache(maxsize=1)
def _graph(dataset: str) -> Graph:
    return load(dataset)


@lru_cache(maxsize=1)
def _ranking(dataset: str) -> "Ranking":
    from n2n.taps.ranking import rank  # numba takes a second to load

    return rank(_graph(dataset))


def _accuracy(task: Task) -> tuple[dict[str, Any], dict[str, str]]:
    import n2n

    graph = _graph(task.dataset)
    run = n2n.fit(graph, task.settings)
    if run.scores is None:
        raise ValueError(
            f"{task.dataset} has no labels, so nothing can be scored: choose a graph with labels."
        )
    scores = {name: getattr(run.scores, name) for name in ("test", "val", "last_test", "best_test", "epoch")}
    return scores | {
        "epochs": len(run.history),
        "ms": round(1e3 * float(np.median([epoch.seconds for epoch in run.history])), 2),
        "parameters": sum(weight.numel() for weight in build(graph, task.settings).parameters()),
    }, run.environment


def _time(task: Task) -> tuple[dict[str, Any], dict[str, str]]:
    """The best of several steps and of several inferences on all nodes."""
    import n2n

    short = task.settings.replace(epochs=1, evaluate_every=1, patience=0)
    environment = n2n.fit(_graph(task.dataset), short).environment  # it also compiles what is compiled
    model = build(_graph(task.dataset), task.settings, _ranking(task.dataset))
    stage = task.settings.stages[0]

    def infer() -> None:
        h = model.embed()
        if stage != "pretext":
            model.predict(h, stage)

    steps, inferences = _best(lambda: model.step(stage)), _best(infer)
    return {"ms": steps, "inference_ms": inferences}, environment


def _best(function: Callable[[], object]) -> float:
    """The shortest time of several calls, in milliseconds; the first one warms up."""
    function()
    times: list[float] = []
    while len(times) < _TIMED_STEPS and sum(times) < _TIMED_SECONDS:
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return round(1e3 * min(times), 3)


def _positives(task: Task):
    s = task.settings
    return choose_positives(_graph(task.dataset), s.sampler, s.k, s.sampling_seed, _ranking(task.dataset))


def _partition(task: Task) -> "Partition":
    from n2n.taps.subgraphs import partition  # numba takes a second to load

    return partition(_positives(task))


def _smoothness(task: Task) -> tuple[dict[str, Any], dict[str, str]]:
    from n2n.taps.smoothness import label_smoothness  # numba takes a second to load

    graph, chosen = _graph(task.dataset), _positives(task)
    return {per: label_smoothness(graph, chosen, per) for per in ("sampled", "graph")}, _versions()


def _subgraphs(task: Task) -> tuple[dict[str, Any], dict[str, str]]:
    parts = _partition(task)
    sizes, counts = parts.size_histogram()
    facts = {
        "subgraphs": parts.num_subgraphs,
        "largest": int(parts.sizes[0]),
        "sizes": sizes.tolist(),
        "counts": counts.tolist(),
        "purity": parts.weighted_purity(_graph(task.dataset).y),
    }
    return {"facts": json.dumps(facts, sort_keys=True)}, _versions()


def _gallery(task: Task) -> tuple[dict[str, Any], dict[str, str]]:
    """Ten subgraphs of each tenth of the ranks by size."""
    from n2n.taps.drawing import INTERVALS, PER_INTERVAL

    parts = _partition(task)
    purity = parts.purity(_graph(task.dataset).y)
    tenths = np.array_split(np.arange(parts.num_subgraphs), INTERVALS)
    rows = [
        {
            "largest": int(parts.sizes[shown[0]]),
            "purity": round(float(np.nanmean(purity[shown])), 4),
            "subgraphs": len(shown),
            "majorities": int((purity[shown] > 0.5).sum()),
        }
        for shown in (ranks[:PER_INTERVAL] for ranks in tenths if len(ranks))
    ]
    facts = {"rows": rows, "subgraphs": parts.num_subgraphs, "majorities": int((purity > 0.5).sum())}
    return {"facts": json.dumps(facts, sort_keys=True)}, _versions()


def _versions() -> dict[str, str]:
    import platform
    from importlib.metadata import version

    return {"torch": version("torch"), "numpy": version("numpy"), "python": platform.python_version()}

"""How one cell is computed: a training run, a timing, or a count on the graph."""

import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from n2n.compute.machine import timed
from n2n.graph import Graph
from n2n.graph.catalogue import load
from n2n.paper.experiments import Task
from n2n.paper.store import other_probes
from n2n.taps.samplers import choose_positives

if TYPE_CHECKING:
    from n2n.taps.ranking import Ranking

# A timing takes this many epochs, or as many as fit into these seconds.
TIMED_EPOCHS, TIMED_SECONDS = 15, 10.0


@lru_cache(maxsize=1)
def graph_of(dataset: str) -> Graph:
    """The graph of a dataset; one at a time is kept, since cells come dataset by dataset."""
    return load(dataset)


@lru_cache(maxsize=1)
def ranking_of(dataset: str) -> "Ranking":
    """The ranking of that graph, which the first cell by TAPS computes for all others."""
    from n2n.taps.ranking import rank  # numba takes a second to load

    return rank(graph_of(dataset))


def measure(task: Task) -> Iterator[float | dict]:
    """Compute a cell step by step: shares of the work that is done, at last the values with "environment"."""
    of_the_graph = {"smoothness": _smoothness, "subgraphs": _subgraphs, "gallery": _gallery}
    return {"accuracy": _accuracy, "time": _time, **of_the_graph}[task.kind](task)


def trial(task: Task) -> float:
    """Seconds that a cell will take at most, from two epochs and one evaluation of it."""
    if task.kind != "accuracy":
        return TIMED_SECONDS if task.kind == "time" else 1.0
    settings = task.settings
    began = time.perf_counter()
    trainer = _trainer(task)
    trainer.step()  # the first one compiles
    ready = time.perf_counter() - began
    steps = [timed(trainer.step)[1] for _ in range(2)]
    model = trainer.model
    look = timed(lambda: model.predict(model.embed(), trainer.history[-1].stage))[1]
    epochs = settings.total_epochs
    return ready + epochs * min(steps) + epochs / settings.evaluate_every * look


def _trainer(task: Task):
    from n2n.training.trainer import Trainer  # torch takes seconds to load

    return Trainer(graph_of(task.dataset), task.settings, ranking_of(task.dataset))


def _accuracy(task: Task) -> Iterator[float | dict]:
    """One run; where a linear probe scores it, the other probes score the same embeddings."""
    from n2n.training.history import Scores  # torch takes seconds to load

    trainer = _trainer(task)
    settings = task.settings
    others: dict[str, Scores | None] = dict.fromkeys(other_probes(settings))
    for epoch in trainer:
        for kind in others if epoch.evaluated else ():
            others[kind] = Scores.after(_scored_by(kind, trainer, epoch), others[kind])
        yield epoch.index / settings.total_epochs
    scores, history = trainer.scores, trainer.history
    if scores is None:
        raise ValueError(
            f"{task.dataset} has no labels, so nothing can be scored: choose a graph with labels."
        )
    probes = {kind: asdict(found) for kind, found in others.items() if found is not None}
    yield asdict(scores) | {
        "epochs": len(history),
        "ms_per_epoch": round(1e3 * float(np.median([epoch.seconds for epoch in history])), 2),
        "parameters": sum(weight.numel() for weight in trainer.model.parameters()),
        **({"probes": probes} if probes else {}),
        "environment": trainer.environment(),
    }


def _scored_by(kind: str, trainer, epoch):
    """An epoch with the scores of another probe on its embeddings."""
    import torch  # it takes seconds to load

    from n2n.methods.probes import probe
    from n2n.methods.registry import look_at

    model, graph = trainer.model, trainer.graph
    h = torch.from_numpy(look_at(model).embeddings())
    logits = probe(h, model.nodes, graph.num_classes, kind, trainer.settings.seed)
    _, val, test = model.nodes.scores(logits.argmax(1))
    return replace(epoch, f1_val=val, f1_test=test)


def _time(task: Task) -> Iterator[float | dict]:
    """The best of several epochs and of several inferences, after one that compiles."""
    trainer = _trainer(task)
    model = trainer.model
    stage = trainer.step().stage

    def infer():
        h = model.embed()
        if stage != "pretext":
            model.predict(h, stage)

    values = {}
    infer()
    for name, function in (("ms", lambda: model.step(stage)), ("inference_ms", infer)):
        began, times = time.perf_counter(), []
        while len(times) < TIMED_EPOCHS and time.perf_counter() - began < TIMED_SECONDS:
            times.append(timed(function)[1])
            yield len(times) / TIMED_EPOCHS / 2 + (name != "ms") / 2
        values[name] = round(1e3 * min(times), 3)
    yield values | {"environment": trainer.environment()}


def _positives(task: Task):
    graph, s = graph_of(task.dataset), task.settings
    return graph, choose_positives(graph, s.sampler, s.k, s.sampling_seed, ranking_of(task.dataset))


def _parts(task: Task):
    from n2n.taps.subgraphs import partition  # numba takes a second to load

    graph, chosen = _positives(task)
    return graph, partition(chosen)


def _smoothness(task: Task) -> Iterator[dict]:
    from n2n.taps.smoothness import label_smoothness  # numba takes a second to load

    graph, chosen = _positives(task)
    yield {per: label_smoothness(graph, chosen, per) for per in ("sampled", "graph")} | {"environment": {}}


def _subgraphs(task: Task) -> Iterator[dict]:
    graph, parts = _parts(task)
    sizes, counts = parts.size_histogram()
    yield {
        "subgraphs": parts.num_subgraphs,
        "largest": int(parts.sizes[0]),
        "sizes": sizes.tolist(),
        "counts": counts.tolist(),
        "purity": parts.weighted_purity(graph.y),
        "environment": {},
    }


def _gallery(task: Task) -> Iterator[dict]:
    from n2n.taps.drawing import INTERVALS, PER_INTERVAL

    graph, parts = _parts(task)
    purity = parts.purity(graph.y)
    intervals = np.array_split(np.arange(parts.num_subgraphs), INTERVALS)
    shown = [ranks[:PER_INTERVAL] for ranks in intervals if len(ranks)]
    rows = [
        {
            "largest": int(parts.sizes[row[0]]),
            "purity": round(float(np.nanmean(purity[row])), 4),
            "subgraphs": len(row),
            "majorities": int((purity[row] > 0.5).sum()),
        }
        for row in shown
    ]
    yield {
        "rows": rows,
        "subgraphs": parts.num_subgraphs,
        "majorities": int((purity > 0.5).sum()),
        "environment": {},
    }

"""Scores of methods and what they cost, wherever they come from: measurements, own runs, the paper."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from n2n.files.csv import Table
from n2n.graph.splits import PROTOCOLS
from n2n.methods.base import SEEDS, MethodSettings
from n2n.methods.identity import MethodName
from n2n.methods.recipes import DATASETS
from n2n.methods.registry import settings_for
from n2n.paper import reference
from n2n.paper.experiments import families
from n2n.paper.verdicts import Protocol
from n2n.training.run import Run

KEPT, OWN, PRINTED = "measured for this project", "your runs", "printed in the paper"
"""Where a point comes from."""


@dataclass(frozen=True)
class Point:
    """A method on a dataset: test micro-F1 (%) over seeds, and what an epoch costs."""

    dataset: str
    method: str
    """The paper's name, followed by the settings that differ from the method's recipe."""
    split: str
    source: str
    mean: float
    sd: float
    seeds: int
    ms: float | None
    """Milliseconds per training epoch, of the fastest run; None where it is not known."""
    seconds: float | None = None
    """Seconds of all training epochs of the fastest run, without evaluations."""
    microseconds: float | None = None
    """Microseconds to predict one new node."""
    by_seed: tuple[tuple[int, float], ...] = ()
    """The score of each run with its seed; none of a printed point."""

    @cached_property
    def name(self) -> MethodName:
        return MethodName.parse(self.method)

    @property
    def is_n2n(self) -> bool:
        """Whether the method is N2N in one of its forms."""
        return self.name.is_n2n


def score(point: Point) -> str:
    """The score as text; a single run has no spread.

    >>> score(Point("cora", "GCN", "paper", KEPT, 85.0, 0.5, 5, None))
    '85.00 ± 0.50%'
    """
    return f"{reference.score_text(point.mean, point.sd, point.seeds)}%"


def common_gains(a: Point, b: Point) -> list[float]:
    """The scores of a point minus those of another, for each seed that both have."""
    first, second = dict(a.by_seed), dict(b.by_seed)
    return [first[seed] - second[seed] for seed in first if seed in second]


def kept_points(dataset: str, results: pd.DataFrame) -> list[Point]:
    """What was measured for this project on a dataset by today's recipes, under every split.

    The time of an epoch is that of the experiment "times", whose runs had the computer to themselves.
    """
    own = results[(results.dataset == dataset) & results.row.isin(list(families()))]
    times = own[(own.kind == "time") & own.by_recipe & (own.seed == 0)].groupby("row").ms.last()
    inference = inference_times(own)
    found = []
    for split in PROTOCOLS:
        scores = Protocol(split=split).scores(own[own.by_recipe & (own.sampling_seed == own.seed)])
        for row, runs in scores.groupby("row", sort=False):
            method = str(row)
            ms = times.get(method)
            epochs = runs.epochs.min()
            seconds = None if ms is None or pd.isna(epochs) else 1e-3 * ms * epochs
            records = list(zip(runs.seed, runs.score, strict=True))
            found.append(_point(dataset, method, split, KEPT, records, ms, seconds, inference.get(method)))
    return found


def own_points(runs: list[Run], results: pd.DataFrame) -> list[Point]:
    """The scores of finished runs; runs that differ only in their seeds make one point."""
    groups: dict[tuple[str, str, str], list[Run]] = {}
    for run in runs:
        if run.status.state == "done" and run.scores is not None:
            groups.setdefault((run.dataset, _label(run), run.settings.split), []).append(run)
    found = []
    for (dataset, method, split), group in groups.items():
        ms = min(1e3 * float(np.median([epoch.seconds for epoch in run.history])) for run in group)
        seconds = min(sum(epoch.seconds for epoch in run.history) for run in group)
        records = [(run.settings.seed, 100 * run.scores.test) for run in group if run.scores]
        known = inference_times(results[results.dataset == dataset])
        microseconds = known.get(MethodName.parse(method).plain.label)
        found.append(_point(dataset, method, split, OWN, records, ms, seconds, microseconds))
    return found


def printed_points(dataset: str) -> list[Point]:
    """What the paper prints in Tables 1 and 3; the times are from its authors' machine."""
    if dataset not in DATASETS:
        return []
    times = reference.printed("table3").query("column == @dataset").set_index("row").printed
    table = reference.printed("table1").query("column == @dataset")
    rows = table[["row", "printed", "printed_sd"]].itertuples(index=False, name=None)
    return [
        Point(dataset, row, "paper", PRINTED, mean, sd, reference.RUNS, times.get(row))
        for row, mean, sd in rows
    ]


def inference_times(results: pd.DataFrame) -> dict[str, float]:
    """Microseconds to predict one new node by method; empty where nothing was measured."""
    timed = results[results.kind == "inference"]
    return dict(zip(timed.row, timed.microseconds, strict=True))


def _point(
    dataset: str,
    method: str,
    split: str,
    source: str,
    records: Sequence[tuple[int, float]],
    ms: float | None,
    seconds: float | None,
    microseconds: float | None,
) -> Point:
    scores = np.array([score for _, score in records])
    sd = float(scores.std(ddof=1)) if len(scores) > 1 else 0.0
    return Point(
        dataset,
        method,
        split,
        source,
        round(float(scores.mean()), 2),
        round(sd, 2),
        len(scores),
        None if ms is None else round(float(ms), 2),
        None if seconds is None else round(float(seconds), 3),
        microseconds,
        tuple((int(seed), float(score)) for seed, score in records),
    )


def _label(run: Run) -> str:
    """The method, followed by the settings that differ from its recipe."""
    _, different = run.settings.closest_recipe(run.dataset)
    shown = {name: value for name, value in different.items() if name not in (*SEEDS, "split")}
    extra = [run.settings.describe(*pair) for pair in shown.items()]
    if run.fork:
        extra.append(f"forked at epoch {run.fork.epoch}")
    return ", ".join([run.settings.name, *extra])


def table(points: list[Point]) -> Table:
    """One row per point, best first within a dataset."""
    ordered = sorted(points, key=lambda point: (point.dataset, -point.mean))
    names = {
        "mean": "micro_f1",
        "ms": "ms_per_epoch",
        "seconds": "training_s",
        "microseconds": "us_per_new_node",
    }
    columns = ("dataset", "method", "mean", "sd", "seeds", "split", "ms", "seconds", "microseconds")
    rows = [asdict(point) for point in ordered]
    found: Table = {names.get(column, column): [row[column] for row in rows] for column in columns}
    found["new_node_needs"] = [needs(settings_for(point.name.plain, point.dataset)) for point in ordered]
    found["source"] = [point.source for point in ordered]
    return found


def needs(settings: MethodSettings) -> str:
    """What the prediction of a new node needs.

    >>> [needs(settings_for(name, "cora")) for name in ("N2N (JL)", "GCN", "DGI", "DeepWalk", "MVGRL")]
    ['features', 'edges, 2 hops', 'edges, 1 hop', 'training again', 'the whole graph']
    """
    reach = settings.reach
    if reach is None:
        return "training again"
    if isinstance(reach, str):
        return "the whole graph"
    return f"edges, {reach} {'hop' if reach == 1 else 'hops'}" if reach else "features"


def methods_by_score(points: list[Point]) -> list[str]:
    """The methods, lowest best score first."""
    best: dict[str, float] = {}
    for point in points:
        best[point.method] = max(point.mean, best.get(point.method, -math.inf))
    return sorted(best, key=best.__getitem__)


def split_table(points: list[Point]) -> Table:
    """One row per method, one column per split; "–" where nothing was measured."""
    methods = methods_by_score(points)[::-1]
    columns: Table = {"method": methods}
    for split in PROTOCOLS:
        known = {point.method: f"{score(point)} ({point.seeds})" for point in points if point.split == split}
        columns[f"{split} split"] = [known.get(method, "–") for method in methods]
    return columns


def provenance(point: Point) -> str:
    """Split, seeds and source of a score.

    >>> provenance(Point("cora", "GCN", "paper", KEPT, 85.0, 0.2, 5, 20.0))
    'paper split, 5 seeds, measured for this project'
    """
    return f"{point.split} split, {point.seeds} {'seed' if point.seeds == 1 else 'seeds'}, {point.source}"

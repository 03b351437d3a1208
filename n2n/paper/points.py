"""Scores of methods and what they cost, wherever they come from: stored results, own runs, the paper."""

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from operator import attrgetter

import numpy as np

from n2n.files.assets import ASSETS
from n2n.files.csv import Table, from_rows
from n2n.graph.splits import PROTOCOLS
from n2n.methods.base import SEEDS, MethodSettings
from n2n.methods.identity import MethodName
from n2n.methods.registry import settings_for
from n2n.paper.experiments import has_own_split
from n2n.paper.lineup import families
from n2n.paper.printed import DATASETS, table1, table3
from n2n.paper.store import Cell, counted_cells
from n2n.paper.summary import Summary, score_text
from n2n.paper.verdicts import RUNS_OF_THE_PAPER
from n2n.training.run import Run

KEPT, OWN, PRINTED = "measured for this project", "your runs", "printed in the paper"
SOURCES = (KEPT, OWN, PRINTED)
"""Where a point comes from."""
INFERENCE_FILE = ASSETS / "results" / "inference.csv"
"""Written by `n2n bench inference --out`."""
INFERENCE_COLUMNS = ("dataset", "method", "reach", "nodes_read", "microseconds", "threads", "processor")


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
    """Milliseconds per training epoch, the median of the quickest run; None where it is not known."""
    seconds: float | None = None
    """Seconds of all training epochs of the quickest run, without evaluations; None where it is not known."""
    microseconds: float | None = None
    """Microseconds to predict one new node; None where it is not known."""
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
    return f"{score_text(point.mean, point.sd, point.seeds)}%"


def common_gains(a: Point, b: Point) -> list[float]:
    """The scores of a point minus those of another, for each seed that both have."""
    first, second = dict(a.by_seed), dict(b.by_seed)
    return [first[seed] - second[seed] for seed in first if seed in second]


def kept_points(dataset: str, cells: Sequence[Cell]) -> list[Point]:
    """What was measured for this project on a dataset under every split, for methods that can be compared.

    If a method was measured with several settings, those of its recipe count, as in the paper's tables.
    `n2n.paper.stored` gives the cells. The time of an epoch is that of the experiment "times", whose runs had
    the computer to themselves.
    """
    groups = counted_cells(cells, dataset, has_own_split(dataset))
    times = {cell.key: cell.values["ms"] for cell in cells if cell.kind == "time"}
    found = []
    for (row, split), group in groups.items():
        if row in families():
            timed = "time", row, dataset, group[0].key[3].without_seeds().replace(split="paper")
            known = {"ms_per_epoch": times.get(timed)}
            records = [cell.values | known | {"seed": cell.seed} for cell in group]
            found.append(_point(dataset, row, split, KEPT, records))
    return found


def own_points(runs: list[Run]) -> list[Point]:
    """The scores of finished runs; runs that differ only in their seeds make one point.

    >>> import n2n
    >>> settings = n2n.Settings.for_dataset("karate").replace(width=4)
    >>> run = n2n.fit(n2n.load("karate"), settings)
    >>> run.dataset = "karate"
    >>> own_points([run])[0].method
    'N2N-TAPS-1 (JL), D = 4'
    """
    groups: dict[tuple[str, str, str], list[dict[str, float]]] = {}
    for run in runs:
        if run.status.state != "done" or run.scores is None:
            continue
        record = {
            "test": run.scores.test,
            "seed": run.settings.seed,
            "ms_per_epoch": milliseconds(run),
            "seconds": sum(epoch.seconds for epoch in run.history),
        }
        groups.setdefault((run.dataset, _label(run), run.settings.split), []).append(record)
    return [_point(*key, OWN, records) for key, records in groups.items()]


def printed_points(dataset: str) -> list[Point]:
    """What the paper prints in Tables 1 and 3; the times are from its authors' machine."""
    if dataset not in DATASETS:
        return []
    found = []
    for name, row in table1().items():
        score, ms = row[dataset], table3().get(name, {}).get(dataset)
        found.append(Point(dataset, name, "paper", PRINTED, score.mean, score.sd, RUNS_OF_THE_PAPER, ms))
    return found


def _point(dataset: str, method: str, split: str, source: str, records: list[dict]) -> Point:
    score = Summary.of([record["test"] for record in records])
    # The quickest of the runs: other work on the machine only ever slows one down.
    ms = min((found for record in records if (found := record["ms_per_epoch"]) is not None), default=None)
    every = [found for record in records if (found := _training_seconds(record)) is not None]
    seconds = round(min(every), 3) if every else None
    microseconds = inference_times().get((dataset, MethodName.parse(method).plain.label))
    known = dataset, method, split, source, score.mean, score.sd, score.seeds
    by_seed = tuple((record["seed"], 100 * record["test"]) for record in records)
    return Point(*known, None if ms is None else round(ms, 2), seconds, microseconds, by_seed)


def _training_seconds(record: dict) -> float | None:
    """Seconds of the training of a run; a stored one has the number of its epochs and the time of one."""
    if "seconds" in record:
        return record["seconds"]
    ms, epochs = record["ms_per_epoch"], record.get("epochs")
    return None if ms is None or epochs is None else 1e-3 * ms * epochs


def milliseconds(run: Run) -> float:
    """The median time per epoch of a run."""
    return 1e3 * float(np.median([epoch.seconds for epoch in run.history]))


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
    rows = sorted(points, key=lambda point: (point.dataset, -point.mean))
    names = ("dataset", "method", "micro_f1", "sd", "seeds", "split", "ms_per_epoch", "training_s")
    fields = attrgetter("dataset", "method", "mean", "sd", "seeds", "split", "ms", "seconds")
    more = ("us_per_new_node", "new_node_needs", "source")
    found = []
    for point in rows:
        settings = settings_for(point.name.plain, point.dataset)
        found.append((*fields(point), point.microseconds, needs(settings), point.source))
    return from_rows(names + more, found)


@cache
def inference_times() -> dict[tuple[str, str], float]:
    """Microseconds per new node by (dataset, method); empty where nothing was measured."""
    if not INFERENCE_FILE.exists():
        return {}
    with INFERENCE_FILE.open(newline="", encoding="utf-8") as file:
        return {(row["dataset"], row["method"]): float(row["microseconds"]) for row in csv.DictReader(file)}


def needs(settings: MethodSettings) -> str:
    """What the prediction of a new node needs, in words.

    >>> from n2n.methods.registry import settings_for
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
        columns[f"{split} split"] = [
            "; ".join(
                f"{score(point)} ({point.seeds})"
                for point in points
                if (point.method, point.split) == (method, split)
            )
            or "–"
            for method in methods
        ]
    return columns


def provenance(point: Point) -> str:
    """Split, seeds and source of a score.

    >>> provenance(Point("cora", "GCN", "paper", KEPT, 85.0, 0.2, 5, 20.0))
    'paper split, 5 seeds, measured for this project'
    """
    return f"{point.split} split, {point.seeds} {'seed' if point.seeds == 1 else 'seeds'}, {point.source}"

"""What wrong edges cost each method: `n2n.robustness`, one run for each method, level of noise and seed.

Runs are spread over worker processes of one thread each. With a results file each run is stored as soon as it
is finished, and runs that are in the file already are not repeated: a study can be stopped at any time and
continued later, on another machine too. The results that ship with the program are in
`assets/results/robustness.parquet`; to continue them, copy the file and give it as `out`:

    cp assets/results/robustness.parquet study.parquet
    n2n robustness cora --noise 0 --noise 50 --noise 100 --seeds 10 --out study.parquet
"""

import os
import platform
import re
import shlex
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from n2n.files.atomic import whole_file
from n2n.graph import Graph, open_graph
from n2n.methods.base import MethodSettings
from n2n.methods.registry import settings_for
from n2n.noise.edges import RANDOM, chosen_edges, noisy, similar_edges
from n2n.taps.ranking import rank

if TYPE_CHECKING:
    from collections.abc import Callable

_BASELINES = ("MLP", "GCN", "GAT", "SGC", "GraphSAGE-Mean")
_DEFENCES = ("GCN on TAPS-1", "GCN on TAPS-3", "GCN on TAPS-5", "GCN-Jaccard")
MAIN = (
    *("MLP", "GCN", "GAT", "GCN on TAPS-3", "GCN-Jaccard"),
    *(
        f"N2N{positives} ({framework})"
        for framework in ("JL", "URL")
        for positives in ("-TAPS-1", "-Random-1", "")
    ),
)
"""The methods that are compared unless others are asked for."""
METHODS = (
    *_BASELINES,
    *_DEFENCES,
    *(
        f"N2N{positives} ({framework})"
        for framework in ("JL", "URL")
        for positives in (*(f"-{sampler}-{k}" for k in (1, 3, 5) for sampler in ("TAPS", "Random")), "")
    ),
)
"""All methods of the study."""
KEY = ["dataset", "nodes", "edges", "split", "kind", "noise", "seed", "method", "tuned"]
"""The columns that identify a run."""
_ON_TAPS = re.compile(r"(?P<method>.+) on TAPS-(?P<k>[1-9]\d*)")
_JACCARD = "-Jaccard"
GRID = tuple((rate, dropout) for rate in (0.3, 1.0, 3.0) for dropout in (0.2, 0.5, 0.8))
"""What `tuned` tries for every method: factors of its learning rate, and values of the dropout."""


@dataclass(frozen=True)
class Case:
    """One run of the study."""

    method: str
    noise: float
    seed: int
    kind: str = RANDOM
    split: str = "paper"
    tuned: bool = False

    def key(self, graph: Graph) -> dict[str, Any]:
        """The values of the columns `KEY`."""
        values = dict(dataset=graph.name, nodes=graph.num_nodes, edges=graph.num_edges, split=self.split)
        own = dict(
            kind=self.kind, noise=float(self.noise), seed=self.seed, method=self.method, tuned=self.tuned
        )
        return values | own

    def command(self, dataset: str) -> str:
        """The command that repeats the run."""
        options = f"--noise {self.noise:g} --seed {self.seed} --methods {shlex.quote(self.method)}"
        others = {"kind": (self.kind, RANDOM), "split": (self.split, "paper")}
        more = "".join(f" --{name} {value}" for name, (value, usual) in others.items() if value != usual)
        return f"n2n robustness {shlex.quote(dataset)} {options}{more}{' --tuned' * self.tuned}"


def robustness(
    graph: Graph,
    methods: Iterable[str] = MAIN,
    noise: Iterable[float] = (0, 50, 100),
    seeds: int | Iterable[int] = 3,
    *,
    kind: str = RANDOM,
    split: str = "paper",
    tuned: bool = False,
    dataset: str = "",
    jobs: int | None = None,
    out: str | os.PathLike | None = None,
    progress: "Callable[[str, float], None] | None" = None,
) -> pd.DataFrame:
    """Train methods on a graph with wrong edges and compare their scores.

    Args:
        methods: names as in the paper's tables, such as "GCN" or "N2N-TAPS-1 (JL)"; "GCN on TAPS-3" is GCN on
            the edges that TAPS chooses for k = 3, "GCN-Jaccard" on the edges between similar features, and so
            for every baseline.
        noise: added or removed edges, in percent of the edges of the graph.
        seeds: how many, or which. A seed draws the noise, the random positives, the split where the graph has
            none, and everything in training.
        kind: the kind of noise, see `n2n.noise.edges.noisy`.
        tuned: choose the learning rate and the dropout of every method on the validation nodes of the noisy
            graph, out of the nine pairs in `GRID` with twice its patience and epochs. Otherwise every method
            has the values for the clean graph.
        dataset: the name that chooses the settings and stands in the results; the graph's by default.
        jobs: worker processes; by default one for each core.
        out: a Parquet file. Runs that are in it are not repeated, new ones are added as they are finished.
        progress: called as `progress(message, share)` when a run is finished.

    Returns:
        One row per run: the columns of `KEY`, the scores `test` and `val` at the best validation epoch (not a
        number where training diverged), `epoch`, `seconds`, the `settings`, `command` and versions.

    >>> import n2n
    >>> table = robustness(n2n.load("karate"), ["MLP", "GCN"], noise=[0, 100], seeds=1, jobs=1)
    >>> table[["method", "noise"]].values.tolist()
    [['MLP', 0.0], ['GCN', 0.0], ['MLP', 100.0], ['GCN', 100.0]]
    """
    graph = graph.replace(name=dataset) if dataset else graph
    every = list(range(seeds) if isinstance(seeds, int) else seeds), list(noise), list(methods)
    cases = [Case(method, percent, seed, kind, split, tuned) for seed, percent, method in product(*every)]
    _check(graph, cases)
    stored = read(out) if out else pd.DataFrame(columns=KEY)
    wanted = pd.DataFrame([case.key(graph) for case in cases], columns=KEY)
    known = set(stored[KEY].itertuples(index=False, name=None))
    rest = [case for case in cases if tuple(case.key(graph).values()) not in known]
    rows = []
    for row in _run_all(graph, rest, jobs):
        rows.append(row)
        if out:
            stored = _add(row, out)
        if progress:
            score = f"{100 * row['test']:.1f} in {row['seconds']:.0f} s"
            words = f"{row['method']}, {row['noise']:g}% noise, seed {row['seed']}: {score}"
            progress(words, len(rows) / len(rest))
    if not out:
        stored = pd.DataFrame(rows)
    return wanted.merge(stored, on=KEY, how="left")


def _check(graph: Graph, cases: list[Case]) -> None:
    """Raise ValueError for what would end a study after hours."""
    if not cases:
        raise ValueError(
            "There is nothing to train: give at least one method, one level of noise and one seed."
        )
    if not graph.has_labels:
        raise ValueError(f"{graph.name} has no labels: robustness compares test scores, which need some.")
    if not graph.num_features:
        raise ValueError(f"{graph.name} has no features: make some with `n2n.with_features` first.")
    for method in {case.method for case in cases}:
        plan(method, graph.name)
    for percent in {case.noise for case in cases}:
        noisy(graph, percent, 0, cases[0].kind)
    split = graph.split(cases[0].split, cases[0].seed)
    if not len(split.train) or not len(split.test):
        raise ValueError(f"{graph.name} has too few labels for training and test nodes.")


def plan(method: str, dataset: str) -> tuple[MethodSettings, "Callable[[Graph], Graph]"]:
    """The settings of a method for a dataset, and what it does with the graph first."""
    if match := _ON_TAPS.fullmatch(method):
        k = int(match["k"])
        return settings_for(match["method"], dataset), lambda graph: chosen_edges(graph, rank(graph).top(k))
    if method.endswith(_JACCARD):
        return settings_for(method.removesuffix(_JACCARD), dataset), similar_edges
    return settings_for(method, dataset), lambda graph: graph


def run_case(graph: Graph, case: Case) -> dict[str, Any]:
    """The row of one run."""
    from n2n.training.fit import fit  # torch takes seconds to load
    from n2n.training.trainer import Diverged

    settings, prepare = plan(case.method, graph.name)
    settings = settings.replace(split=case.split).with_seed(case.seed, graph.has_one_split)
    changed = prepare(noisy(graph, case.noise, case.seed, case.kind))
    start, best, scores = time.perf_counter(), settings, None
    for candidate in _candidates(settings) if case.tuned else [settings]:
        try:
            found = fit(changed, candidate).scores
        except Diverged:
            continue
        if found and (scores is None or found.val > scores.val):
            best, scores = candidate, found
    nothing = float("nan")
    return case.key(graph) | {
        "test": scores.test if scores else nothing,
        "val": scores.val if scores else nothing,
        "epoch": scores.epoch if scores else 0,
        "seconds": time.perf_counter() - start,
        "settings": best.constructor,
        "command": case.command(graph.name),
        **_versions(),
    }


def compare_now(graph: Graph | str, cases: list[Case]) -> list[dict[str, Any]]:
    """The rows of some runs, one after the other in this process: what the app does in a worker.

    Args:
        graph: a graph, the key of a dataset, or the folder of a graph.
    """
    from n2n.graph.catalogue import catalogue, load
    from n2n.training.worker import report

    opened = (load if graph in catalogue() else open_graph)(graph) if isinstance(graph, str) else graph
    rows: list[dict[str, Any]] = []
    for done, case in enumerate(cases):
        report(done / len(cases), f"Training {case.method}", rows)
        rows.append(run_case(opened, case))
    return rows


def _candidates(settings: MethodSettings) -> Iterator[MethodSettings]:
    longer = settings.replace(epochs=2 * settings.epochs, patience=2 * settings.patience)
    for factor, dropout in GRID:
        yield longer.replace(learning_rate=factor * settings.learning_rate, dropout=dropout)


@lru_cache
def _versions() -> dict[str, str]:
    names = {"version": "n2n-explorer", "torch": "torch", "numpy": "numpy"}
    return {name: version(package) for name, package in names.items()} | {"python": platform.python_version()}


def _run_all(graph: Graph, cases: list[Case], jobs: int | None) -> Iterator[dict[str, Any]]:
    """The rows in the order in which they are finished."""
    from joblib import Parallel, cpu_count, delayed, parallel_config

    jobs = min(jobs or cpu_count(), len(cases)) or 1
    # Unlike multiprocessing, loky does not import the main script in the workers.
    with parallel_config(backend="loky", inner_max_num_threads=1):
        parallel = Parallel(jobs, return_as="generator_unordered", pre_dispatch="2*n_jobs")
        rows: Any = parallel(delayed(run_case)(graph, case) for case in cases)
        yield from rows


def read(path: str | os.PathLike) -> pd.DataFrame:
    """The runs in a results file; none where there is no file."""
    if not Path(path).exists():
        return pd.DataFrame(columns=KEY)
    try:
        table = pd.read_parquet(path)
    except (OSError, ValueError):
        table = pd.DataFrame()
    if not {*KEY, "test"} <= {*table.columns}:
        raise ValueError(f"{path} does not hold results of robustness: give another file, or a new name.")
    return table


def _add(row: dict[str, Any], path: str | os.PathLike) -> pd.DataFrame:
    """Add a run to a results file; two studies may write to the same one. Returns all runs in it."""
    from filelock import FileLock

    with FileLock(f"{path}.lock"):
        table = (
            pd.concat([read(path), pd.DataFrame([row])], ignore_index=True) if Path(path).exists() else None
        )
        table = pd.DataFrame([row]) if table is None else table.drop_duplicates(KEY, keep="last")
        with whole_file(path) as part:
            table.to_parquet(part, index=False, compression="zstd")
    return table

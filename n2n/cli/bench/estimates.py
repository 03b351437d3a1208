"""`python -m n2n bench estimates`: how long runs were expected to take, and how long they took."""

import argparse
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from n2n.cli.output import table

if TYPE_CHECKING:
    from n2n.graph import Graph
    from n2n.methods.base import MethodSettings

HELP = "Compare estimates with the runs they are about, with whatever else runs on the machine."
GRAPHS = ("cora", "citeseer", "karate", "photo")
BASELINES = ("MLP", "GCN", "GAT", "DGI", "DeepWalk")
WITHIN = 1.5
COLUMNS = {
    "time": "time, measured before the run",
    "processor": "processor time, measured before the run",
    "counted": "time, counted before the run",
    "half-way": "time left, half-way",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--graphs", nargs="*", default=GRAPHS, help=f"datasets (default: {' '.join(GRAPHS)})."
    )
    parser.add_argument(
        "--epochs", type=int, default=100, help="epochs of a run at most (default 100), without patience."
    )
    parser.add_argument("--snapshots", type=int, default=12, help="snapshots of a run (default 12).")


def run(arguments: argparse.Namespace) -> None:
    """Estimate each run, by measuring and by counting, then make it as the app does, saving included.

    Ratios of time are those of a machine on which other things run, more or less of them from one second to
    the next. Those of processor time are free of that: they tell how good the method is.
    """
    import n2n
    from n2n.training.estimate import try_out

    found: dict[str, list[float]] = {name: [] for name in COLUMNS}
    print(f"{'run':36}{'expected':>10}{'took':>10}" + "".join(f"{name:>11}" for name in COLUMNS), flush=True)
    for key, chosen in _cases(arguments):
        graph = n2n.load(key)
        epochs = min(chosen.epochs, arguments.epochs)
        settings = chosen.replace(epochs=epochs, patience=0, snapshots=arguments.snapshots)
        ranking = n2n.rank(graph)
        ranking.dependency  # noqa: B018 (computes it: the app has it before a run)
        counted = n2n.estimate(graph, settings, measure=False).seconds
        work = try_out(graph, settings, ranking, time.process_time).total(settings)
        expected = n2n.estimate(graph, settings, ranking=ranking).seconds
        took, worked, left = _run(graph, settings, ranking)
        ratios = dict(zip(COLUMNS, (took / expected, worked / work, took / counted, left), strict=True))
        for name, ratio in ratios.items():
            found[name].append(ratio)
        words = f"{settings.name} on {graph.name}"
        numbers = "".join(f"{ratio:11.2f}" for ratio in ratios.values())
        print(f"{words:36}{expected:8.2f} s{took:8.2f} s{numbers}", flush=True)
    rows = [[words, *_summary(found[name])] for name, words in COLUMNS.items()]
    print(table(["found / expected", "median", "10%", "90%", f"within {WITHIN}"], rows))


def _cases(arguments: argparse.Namespace) -> "list[tuple[str, MethodSettings]]":
    from n2n.methods.baselines.settings import BaselineSettings
    from n2n.methods.n2n.settings import Settings

    cases: list[tuple[str, MethodSettings]] = []
    for key in arguments.graphs:
        for framework in ("JL", "URL"):
            cases += [(key, Settings.for_dataset(key, framework=framework, k=k)) for k in (1, 5, "all")]
    cases += [
        (arguments.graphs[0], BaselineSettings.for_dataset(arguments.graphs[0], name)) for name in BASELINES
    ]
    return cases


def _run(graph: "Graph", settings: "MethodSettings", ranking) -> tuple[float, float, float]:
    """Seconds and processor seconds of a run, and what was left half-way as a ratio to what was expected."""
    from n2n.training.background import train_job
    from n2n.training.jobs import Jobs
    from n2n.training.run_store import RunStore

    with tempfile.TemporaryDirectory() as folder:
        store, jobs = RunStore(Path(folder)), Jobs()
        start, work, half = time.perf_counter(), time.process_time(), None
        made = train_job(
            jobs, graph, settings, ranking=ranking, keep=lambda run: store.keep(run, "", "bench")
        )
        while not made.ended:
            status = made.status
            if half is None and 2 * status.done >= status.total and status.seconds_left:
                half = time.perf_counter(), status.seconds_left
            time.sleep(0.005)
        end, worked = time.perf_counter(), time.process_time() - work
    if made.end is not None and made.end.state == "failed":
        raise ValueError(f"{settings.name} on {graph.name} failed: {made.end.cause}")
    return end - start, worked, (end - half[0]) / half[1] if half else float("nan")


def _summary(ratios: list[float]) -> list[str]:
    import numpy as np

    known = np.array([ratio for ratio in ratios if ratio == ratio])
    low, middle, high = np.quantile(known, (0.1, 0.5, 0.9))
    good = np.mean((known <= WITHIN) & (known >= 1 / WITHIN))
    return [f"{middle:.2f}", f"{low:.2f}", f"{high:.2f}", f"{good:.0%} of {len(known)}"]

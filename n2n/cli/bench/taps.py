"""`python -m n2n bench taps`: how fast TAPS is, compared with other ways to count common neighbours."""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from typing import TYPE_CHECKING

from n2n.cli.output import table
from n2n.cli.timing import peak_memory, race

if TYPE_CHECKING:
    from n2n.graph import Graph

HELP = "Time TAPS on real and synthetic graphs, compared with scipy, networkx and networkit."
GRAPHS = ("cora", "citeseer", "pubmed", "photo", "cs", "physics", "1M", "3M", "10M")
QUICK = ("cora", "citeseer", "pubmed", "1M")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--graphs",
        nargs="+",
        metavar="graph",
        help="datasets, files, or synthetic graphs with that many edges, such as 3M "
        f"(default: {' '.join(GRAPHS)})",
    )
    parser.add_argument("--quick", action="store_true", help=f"only {' '.join(QUICK)}, and fewer repeats")


def run(arguments: argparse.Namespace) -> None:
    from n2n.compute.threads import num_threads

    names = arguments.graphs or (QUICK if arguments.quick else GRAPHS)
    rounds = 5 if arguments.quick else 20
    counting, following, notes = [], [], []
    for name in names:
        graph = _graph(name, notes)
        if graph is None:
            continue
        print(f"{name} …", file=sys.stderr)
        count_row, follow_row = _measure(name, graph, rounds, notes)
        counting.append(count_row)
        following.append(follow_row)
    if not counting:
        raise ValueError(f"There is no graph to measure: {' '.join(notes)}")
    print(f"Common neighbours of every edge, best of {rounds} rounds, {num_threads()} threads")
    print("(networkit, scipy, networkx: as multiples of that time)")
    print(table(_COUNTING, counting))
    print("\nWhat follows the counts, in ms")
    print(table(_FOLLOWING, following))
    print(f"\n{_compile_time()}")
    if find_spec("networkit") is None:
        notes.append("networkit is not installed: `pip install networkit` to compare with it.")
    print("\n".join(notes))


_COUNTING = (
    "graph", "nodes", "edges", "Σ min(d_i,d_j)", "n2n ms", "ns/unit", "networkit", "scipy", "networkx",
    "memory MB", "bytes/edge",
)  # fmt: skip
_FOLLOWING = ("graph", "counts", "dependency", "top(1)", "partition", "all three / counts")


def _graph(name: str, notes: list[str]) -> "Graph | None":
    from n2n.cli.bench.synthetic import power_law
    from n2n.cli.graphs import load_graph
    from n2n.graph.raw import DatasetUnavailable

    if size := re.fullmatch(r"(\d+)M", name):
        return power_law(int(size[1]) * 1_000_000)
    try:
        return load_graph(name)
    except DatasetUnavailable as error:
        notes.append(f"{name} is left out: {error}")
        return None


def _measure(name: str, graph: "Graph", rounds: int, notes: list[str]) -> tuple[list[str], list[str]]:
    import n2n
    from n2n.cli.bench.counters import counters
    from n2n.taps.ranking import common_neighbours, dependencies

    def count():
        return common_neighbours(graph.indptr, graph.indices)

    common = count()
    others, left_out = counters(graph)
    notes.extend(f"{name}: {reason}" for reason in left_out)
    for library, other in others.items():
        if other.total(other.count()) != common.sum(dtype="int64"):
            raise AssertionError(f"{library} counts differently on {name}")
    ranking = n2n.rank(graph)
    best = ranking.top(1)
    n2n.partition(best)
    ours = {
        "counts": count,
        "dependency": lambda: dependencies(graph, common),
        "top(1)": lambda: ranking.top(1),
        "partition": lambda: n2n.partition(best),
    }
    took = race(ours | {library: other.count for library, other in others.items()}, rounds)
    work = _work(graph)
    memory = peak_memory(count)
    ratios = [
        f"{took[library] / took['counts']:.1f}×" if library in took else "–"
        for library in ("networkit", "scipy", "networkx")
    ]
    after = sum(took[step] for step in ("dependency", "top(1)", "partition"))
    return [
        name, f"{graph.num_nodes:,}", f"{graph.num_edges:,}", f"{work:,}", f"{took['counts'] * 1e3:.2f}",
        f"{took['counts'] * 1e9 / max(work, 1):.2f}", *ratios, f"{memory / 1e6:.1f}",
        f"{memory / max(graph.num_edges, 1):.0f}",
    ], [name, *(f"{took[step] * 1e3:.2f}" for step in ours), f"{after / took['counts']:.2f}"]  # fmt: skip


def _work(graph: "Graph") -> int:
    """Σ min(d_i, d_j) over the undirected edges."""
    import numpy as np

    low = np.minimum(np.repeat(graph.degree, graph.degree), graph.degree[graph.indices])
    return int(low.sum(dtype=np.int64)) // 2


_FIRST_CALL = """
import time
import n2n
from n2n.taps.ranking import common_neighbours
graph = n2n.load("karate")
start = time.perf_counter()
common_neighbours(graph.indptr, graph.indices)
counts = time.perf_counter()
n2n.partition(n2n.rank(graph).top(1))
print(counts - start, time.perf_counter() - start)
"""


def _compile_time() -> str:
    """The first call on a new machine and the first in a new process, from two fresh processes."""
    with tempfile.TemporaryDirectory(prefix="n2n-") as empty:
        counts, everything = _first_call(empty)
        _, again = _first_call(empty)
    return (
        f"Compiling, once per machine: {counts:.1f} s for the counts, {everything:.1f} s with ranking and "
        f"partition; from the cache: {again:.1f} s."
    )


def _first_call(cache: str) -> tuple[float, float]:
    """Seconds of the counts, and of everything, in a new process with this folder of compiled code."""
    command, env = [sys.executable, "-c", _FIRST_CALL], {**os.environ, "NUMBA_CACHE_DIR": cache}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    counts, everything = map(float, done.stdout.split())
    return counts, everything

"""`python -m n2n bench train`: an epoch of N2N compared with an MLP and with graph networks, in one run."""

import argparse
import subprocess
import sys
from typing import TYPE_CHECKING

from n2n.cli.output import table
from n2n.cli.timing import race

if TYPE_CHECKING:
    from n2n.cli.bench.networks import Method, Network
    from n2n.graph import Graph

HELP = "Time training epochs and inference of N2N, compared with an MLP, GCN, GraphSAGE and DGI."
GRAPHS = ("cora", "cs", "physics")
GROWTH = (1_000, 10_000, 100_000, 1_000_000)
GROWTH_WIDTH = 64
MAX_EXACT = 4_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--graphs", nargs="*", default=GRAPHS, help=f"datasets (default: {' '.join(GRAPHS)})."
    )
    parser.add_argument("--rounds", type=int, default=5, help="runs of each method; the best one counts.")
    parser.add_argument(
        "--no-growth", action="store_true", help="leave out the graphs of up to a million nodes."
    )
    parser.add_argument("--no-baselines", action="store_true", help="leave out torch-geometric's networks.")


def run(arguments: argparse.Namespace) -> None:
    import torch

    import n2n

    print(f"torch {torch.__version__}, {torch.get_num_threads()} threads; best of {arguments.rounds} rounds.")
    # First of all: a new process begins with the peak of the one that starts it.
    peaks = {name: _peak_memory(name) for name in arguments.graphs}
    for name in arguments.graphs:
        graph = n2n.load(name)
        print(f"\n{graph.name}: {graph.num_nodes:,} nodes, {graph.num_edges:,} edges, width 512")
        print(_compare(graph, name, arguments.rounds, not arguments.no_baselines))
        print(f"Peak memory of training N2N-TAPS-1 (JL): {peaks[name]:.2f} GB in all.")
    if not arguments.no_growth:
        print(f"\nGrowth with N: N2N-TAPS-1 (JL), width {GROWTH_WIDTH}, 20 features and 10 edges per node")
        print(_growth(arguments.rounds))


def _contestants(graph: "Graph") -> "dict[str, Method]":
    from n2n.cli.bench.networks import Method
    from n2n.methods.n2n.settings import Settings

    chosen = {"MLP (floor)": Method(graph, Settings(tau=5.0, alpha=0.0))}
    for framework in ("JL", "URL"):
        for k in (1, 5, "all"):
            for estimator in ("sampled", "exact"):
                if estimator != "exact" or graph.num_nodes <= MAX_EXACT:
                    settings = Settings(framework, k=k, estimator=estimator, tau=5.0)
                    chosen[f"{settings.name} {estimator}"] = Method(graph, settings, settings.name)
    return chosen


def _compare(graph: "Graph", name: str, rounds: int, with_baselines: bool) -> str:
    from n2n.cli.bench.networks import networks
    from n2n.paper.printed import table3
    from n2n.paper.rows import inference_row

    methods: dict[str, Method | Network] = {
        **_contestants(graph),
        **(networks(graph) if with_baselines else {}),
    }
    for method in methods.values():
        method.epoch()  # compiles, and fills what is kept between epochs
    epochs = race({key: method.epoch for key, method in methods.items()}, rounds, seconds=30)
    inference = race({key: method.inference for key, method in methods.items()}, rounds, seconds=10)
    floor, base = epochs["MLP (floor)"], "N2N-TAPS-1 (JL) sampled"
    rows = []
    for key, method in methods.items():
        printed = table3().get(method.printed, {}).get(name)
        inferred = table3().get(inference_row(method.printed), {}).get(name)
        ours = table3()["N2N-TAPS-1 (JL)"].get(name)
        took = epochs[key]
        here = f"{1e3 * took:.1f}", f"{took / floor:.2f}", f"{took / epochs[base]:.2f}"
        there = f"{printed / ours:.2f}" if printed and ours else "–"
        their_inference = f"{inferred:.2f}" if inferred else "–"
        rows.append([key, *here, there, f"{1e3 * inference[key]:.1f}", their_inference])
    headers = [
        "method", "ms/epoch", "× MLP", "× TAPS-1 sampled", "paper: × TAPS-1", "inference ms", "paper's ms",
    ]  # fmt: skip
    return table(headers, rows)


def _growth(rounds: int) -> str:
    from n2n.methods.n2n.model import N2NModel
    from n2n.methods.n2n.settings import Settings

    rows = []
    for n in GROWTH:
        graph = _synthetic(n)
        times = {}
        for estimator in ("sampled",):
            model = N2NModel(graph, Settings(width=GROWTH_WIDTH, estimator=estimator))
            model.step("joint")
            times |= race({estimator: lambda model=model: model.step("joint")}, rounds, seconds=20)
        rows.append([f"{n:,}", *(f"{1e3 * t:.1f}" for t in times.values())])
        rows[-1] += [f"{1e6 * t / n:.2f}" for t in times.values()]
    headers = ["nodes", "sampled ms", "sampled µs/node"]
    return table(headers, rows, left=0)


def _synthetic(n: int) -> "Graph":
    import numpy as np
    import scipy.sparse as sp

    from n2n.graph import Graph

    rng = np.random.default_rng(0)
    columns = rng.integers(0, 1000, 20 * n)
    x = sp.csr_array((np.ones(20 * n, np.float32), columns, np.arange(0, 20 * n + 1, 20)), shape=(n, 1000))
    return Graph.from_edges(rng.integers(0, n, (2, 5 * n)), x=x, y=rng.integers(0, 5, n), name=f"{n:,} nodes")


def _peak_memory(name: str) -> float:
    """Largest resident memory in GB of a process that does nothing but train on this graph."""
    code = (
        "import sys, resource, n2n\n"
        "graph = n2n.load(sys.argv[1])\n"
        "list(n2n.train(graph, n2n.Settings(epochs=3, evaluate_every=3, estimator='sampled')))\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, name], capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1]) / 2**20

"""`python -m n2n bench scale-training`: mini-batch training from disk, on one process and on two.

    python -m n2n bench scale-training /work/big --positives /work/big-positives --smaller /work/medium

Every training runs in a process of its own, so that peak memory is its own. The matrix products alone, on
data in memory, are the floor; of two processes each has one thread, as has the one they are compared with.
"""

import argparse
import json
import os
import subprocess
import sys

from n2n.cli.output import table
from n2n.cli.timing import race

HELP = "Time mini-batch training of a graph on disk, on one process and on two, and its peak memory."
WORKER = "n2n.cli.bench.one_training"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The graph, its positives, a smaller graph, and the size of the steps."""
    parser.add_argument("folder", help="folder of a graph with dense features.")
    parser.add_argument("--positives", help="folder of its positives; written if it is not there.")
    parser.add_argument(
        "--smaller", help="folder of a smaller graph, on which GCN and the full batch run too."
    )
    parser.add_argument("--smaller-positives", help="folder of the positives of the smaller graph.")
    parser.add_argument("--batch-size", type=int, default=1024)
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--steps", type=int, default=200, help="measured steps (default 200).")


def run(arguments: argparse.Namespace) -> None:
    """Print one table: seconds per step, nodes per second, × the products alone, bytes sent, peak memory."""
    import n2n

    features = n2n.open_graph(arguments.folder).num_features
    size = ["--batch-size", str(arguments.batch_size), "--width", str(arguments.width)]
    size += ["--steps", str(arguments.steps)]
    big = _options(arguments.folder, arguments.positives)
    floor = {
        threads: products_alone(arguments.batch_size, features, arguments.width, threads)
        for threads in (1, None)
    }
    rows = []

    def add(name: str, found: dict, threads: int | None = None) -> None:
        relative = f"{found['seconds'] / floor[threads]:.2f}" if "bytes_per_step" in found else "–"
        rows.append(
            [
                name,
                f"{1e3 * found['seconds']:.1f}",
                f"{found['nodes_per_second']:,.0f}",
                relative,
                f"{found.get('bytes_per_step', 0):,}",
                f"{found['peak_gb']:.2f}",
            ]
        )

    add("N2N in batches", measure("n2n", *big, *size))
    one = measure("n2n", *big, *size, threads=1)
    two = measure("n2n", *big, *size, threads=1, processes=2)
    add("one process, one thread", one, 1)
    add("two processes, one thread each", two, 1)
    if arguments.smaller:
        small = _options(arguments.smaller, arguments.smaller_positives)
        add("N2N in batches, smaller graph", measure("n2n", *small, *size))
        add("N2N, all nodes at once, smaller graph", measure("full", *small, *size))
        add("GCN (torch-geometric), smaller graph", measure("gcn", *small, *size))
    print(table(["training", "ms/step", "nodes/s", "× products", "bytes sent/step", "peak GB"], rows))
    print(f"Two processes are {one['seconds'] / two['seconds']:.2f} times as fast as one.")


def _options(folder: str, positives: str | None) -> list[str]:
    return [folder, *(["--positives", positives] if positives else [])]


def measure(kind: str, *options: str, threads: int | None = None, processes: int = 1) -> dict:
    """What one training in a process, or several, of its own found."""
    command = [sys.executable, "-m", WORKER]
    if processes > 1:
        command = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
        command += [f"--nproc-per-node={processes}", "-m", WORKER]
    limits = {"OMP_NUM_THREADS": str(threads)} if threads else {}
    done = subprocess.run(
        [*command, kind, *options], capture_output=True, text=True, env={**os.environ, **limits}, check=False
    )
    if done.returncode:
        raise ValueError(f"A measured training failed: {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def products_alone(batch: int, features: int, width: int, threads: int | None = None) -> float:
    """Seconds of the matrix products of one step with exact denominators, on data that is in memory.

    Encoding of batch, positives and training nodes and its gradient; products of the batch with itself and
    their gradient. One thread, or as many as torch has.
    """
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(threads or before)
    x, weight = torch.rand(3 * batch, features), torch.rand(features, width)
    u, gram = torch.rand(batch, width), torch.rand(batch, batch)

    def products() -> None:
        h = x @ weight
        _ = x.T @ h
        torch.mm(u, u.T, out=gram)
        _ = gram @ u

    try:
        for _ in range(3):
            products()
        return race({"products": products}, rounds=30, seconds=10)["products"]
    finally:
        torch.set_num_threads(before)

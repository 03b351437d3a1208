"""`python -m n2n bench scale`: graphs larger than memory, each step in a process of its own.

Peak memory is the resident memory of that process as the system counts it, pages of mapped files included.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from n2n.cli.output import table

HELP = "Time and memory of making, converting and ranking a large graph on disk."
# Directed edges in a block of the file that is converted again.
_BLOCK = 1 << 22


class Measured(NamedTuple):
    """What a process took."""

    seconds: float
    peak: int
    """Bytes of resident memory, at most."""
    out: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How large."""
    parser.add_argument("--nodes", type=int, default=1_000_000, help="number of nodes (default: 1,000,000)")
    parser.add_argument("--edges", type=int, default=10_000_000, help="number of edges (default: 10,000,000)")
    parser.add_argument("--features", type=int, default=128, help="features of a node (default: 128)")
    parser.add_argument("--k", type=int, default=1, help="positives per node (default: 1)")
    parser.add_argument("--memory", default="2GB", help="what the converter may use (default: 2GB)")
    parser.add_argument("--graph", type=Path, help="measure on this graph folder instead of making one")
    parser.add_argument("--no-convert", action="store_true", help="leave the converter out")


def run(arguments: argparse.Namespace) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory(prefix="n2n-scale-") as name:
        rows, folder = [], Path(name)
        graph = arguments.graph or folder / "graph"
        if arguments.graph:
            _size(graph)  # a graph that is not there is known before anything starts
        _warm_up(folder)
        if arguments.graph is None:
            options = ("nodes", "edges", "features")
            sizes = [word for o in options for word in (f"--{o}", str(getattr(arguments, o)))]
            rows.append(("synthesize", measure("synthesize", str(graph), *sizes)))
        nodes, edges = _size(graph)
        if not arguments.no_convert:
            source = folder / "edges.parquet"
            _write_edges(graph, source)
            words = ("convert", str(source), str(folder / "again"), "--memory", arguments.memory)
            rows.append(("convert from Parquet", measure(*words)))
            source.unlink()
        ranked = measure("taps", str(graph), "--k", str(arguments.k), "--out", str(folder / "positives"))
        rows.append((f"TAPS, k = {arguments.k}", ranked))
    print(f"{nodes:,} nodes, {edges:,} edges; each step in a new process\n")
    print(
        table(
            ["step", "seconds", "edges/s", "peak memory GB"],
            [
                [step, f"{took.seconds:.1f}", f"{edges / took.seconds:,.0f}", f"{took.peak / 1e9:.2f}"]
                for step, took in rows
            ],
        )
    )
    inside = re.search(r"ranked in ([\d.]+) s", ranked.out)
    if inside:
        print(f"\nTAPS without the start of Python and the loading of compiled code: {inside[1]} s.")


def measure(*words: str) -> Measured:
    """Time and peak memory of one command of this program, in a process of its own."""
    start = time.perf_counter()
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen([sys.executable, "-m", "n2n", *words], stdout=out)
        # The one call that gives the memory of this process alone.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        out.seek(0)
        text = out.read()
    if process.returncode:
        raise ValueError(f"`n2n {' '.join(words)}` failed.")
    return Measured(seconds, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024), text)


def _warm_up(folder: Path) -> None:
    """Compile what TAPS needs, once per machine, before it is timed."""
    import n2n

    n2n.load("karate").save(folder / "small")
    measure("taps", str(folder / "small"), "--out", str(folder / "small-positives"))


def _size(graph: Path) -> tuple[int, int]:
    from n2n.files.folder import read_facts
    from n2n.graph.storage import KIND

    facts = read_facts(graph, KIND)
    return facts["num_nodes"], facts["num_edges"]


def _write_edges(path: Path, file: Path) -> None:
    """Every edge of a graph once, in an order that is not that of the nodes."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    import n2n
    from n2n.taps.positives import row_blocks

    graph = n2n.open_graph(path)
    blocks = row_blocks(graph.indptr, 0, graph.num_nodes, _BLOCK)
    rng = np.random.default_rng(0)
    writer = None
    for place in rng.permutation(len(blocks)):
        start, stop = blocks[place]
        target = graph.indices[graph.indptr[start] : graph.indptr[stop]]
        source = np.repeat(np.arange(start, stop, dtype=target.dtype), graph.degree[start:stop])
        once = rng.permutation(np.flatnonzero(source < target))
        content = pa.table({"source": source[once], "target": target[once]})
        writer = writer or pq.ParquetWriter(file, content.schema)
        writer.write_table(content)
    if writer:
        writer.close()

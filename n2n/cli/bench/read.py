"""`python -m n2n bench read`: how fast edge lists are read, and in how much memory."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from n2n.cli.output import table

HELP = "Time reading edge lists of a million and of ten million lines, each in a process of its own."
SIZES = (1_000_000, 10_000_000)
# Nodes are a tenth of the edges; text ids are looked up in a hash table, numbers in an array.
PREFIXES = {"numbers": "", "text": "n"}
"""What stands before the number of a node in its id."""
_READ = """
import resource, sys, time
import pyarrow.csv, scipy.sparse, n2n.reading
start, used = time.perf_counter(), time.process_time()
graph = n2n.reading.read_graph(sys.argv[1])
print(time.perf_counter() - start, time.process_time() - used)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20, graph.num_edges)
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    words = f"lengths of the edge lists (default: {' '.join(map(str, SIZES))})"
    parser.add_argument("--lines", nargs="+", type=int, default=SIZES, metavar="lines", help=words)


def run(arguments: argparse.Namespace) -> None:
    rows = []
    with tempfile.TemporaryDirectory(prefix="n2n-bench-") as folder:
        for lines in arguments.lines:
            for form, prefix in PREFIXES.items():
                path = Path(folder) / f"{form}-{lines}.csv"
                _write(path, lines, prefix)
                size = path.stat().st_size / 2**20
                done = subprocess.run(
                    [sys.executable, "-c", _READ, str(path)], capture_output=True, text=True, check=True
                )
                path.unlink()
                seconds, cpu, peak, edges = map(float, done.stdout.split())
                times = f"{seconds:.2f}", f"{cpu:.2f}", f"{peak:.2f}"
                rows.append([f"{lines:,}", form, f"{size:,.0f}", f"{edges:,.0f}", *times])
    print(table(["lines", "ids", "file MB", "edges", "seconds", "CPU seconds", "peak GB"], rows, left=0))
    print("CPU seconds are those of all threads; the peak is that of the whole process.")


def _write(path: Path, lines: int, prefix: str) -> None:
    """An edge list of random pairs with a header, written by columns."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.csv as pacsv

    from n2n.io.tables import compute

    rng = np.random.default_rng(0)
    numbers = [rng.integers(0, max(lines // 10, 2), lines) for _ in range(2)]
    texts = [compute().cast(pa.array(one), pa.string()) for one in numbers]
    columns = [compute().binary_join_element_wise(prefix, text, "") for text in texts] if prefix else texts
    options = pacsv.WriteOptions(quoting_style="none")
    pacsv.write_csv(pa.table(columns, names=["source", "target"]), path, options)

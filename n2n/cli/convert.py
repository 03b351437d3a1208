"""`python -m n2n convert edges.csv.gz --nodes nodes.parquet out/`: a graph folder from files of any size."""

import argparse
from pathlib import Path

from n2n.cli.progress import end_line, progress_line
from n2n.compute.machine import timed

HELP = "Write a graph to a folder from files that may be larger than memory (CSV, CSV.gz, Parquet)."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("edges", type=Path, help="an edge list, or any file that n2n.read_graph reads")
    parser.add_argument("out", type=Path, help="folder to write the graph to")
    parser.add_argument("--nodes", type=Path, help="a table of nodes: id, label, columns of features")
    parser.add_argument("--label", help="column of the nodes with the classes (default: guessed)")
    parser.add_argument("--memory", default="2GB", help="what DuckDB may use before it goes to disk (2GB)")
    parser.add_argument("--name", help="name of the graph (default: that of the file)")
    parser.add_argument("--replace", action="store_true", help="replace a graph folder that is already there")


def run(arguments: argparse.Namespace) -> None:
    import n2n

    options = {name: value for name, value in vars(arguments).items() if name not in ("edges", "out", "run")}
    graph, seconds = timed(
        lambda: n2n.convert(arguments.edges, arguments.out, **options, progress=progress_line())
    )
    end_line()
    dropped = graph.dropped
    print(
        f"{arguments.out}: {graph.num_nodes:,} nodes, {graph.num_edges:,} edges, "
        f"{graph.num_classes} classes, {graph.num_features} features; {seconds:.1f} s"
    )
    print(
        f"Dropped: {dropped.self_loops:,} self-loops, {dropped.repeats:,} repeats; edges that came in one "
        f"direction only: {dropped.one_way:,}"
    )

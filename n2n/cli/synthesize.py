"""`python -m n2n synthesize --nodes 1_000_000 --edges 10_000_000 out/`: a graph with known properties."""

import argparse
from pathlib import Path

from n2n.cli.progress import end_line, progress_line
from n2n.compute.machine import timed

HELP = "Write a synthetic graph of any size to a folder: planted classes, triangles, known Bayes accuracy."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", type=Path, help="folder to write the graph to")
    parser.add_argument("--nodes", type=int, required=True, help="number of nodes, such as 10_000_000")
    parser.add_argument("--edges", type=int, required=True, help="number of undirected edges to draw")
    parser.add_argument("--classes", type=int, default=40, help="number of classes (default: 40)")
    parser.add_argument(
        "--features", type=int, default=128, help="features of a node (default: 128; 0: none)"
    )
    parser.add_argument(
        "--homophily", type=float, default=0.8, help="share of edges within a class (default: 0.8)"
    )
    parser.add_argument(
        "--accuracy",
        type=float,
        default=0.8,
        help="Bayes accuracy: that of the best possible classifier on the features alone (default: 0.8)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="a different seed draws a different graph (default: 0)"
    )
    parser.add_argument("--replace", action="store_true", help="replace a graph folder that is already there")


def run(arguments: argparse.Namespace) -> None:
    import n2n

    options = {name: value for name, value in vars(arguments).items() if name not in ("out", "run")}
    graph, seconds = timed(lambda: n2n.synthesize(arguments.out, **options, progress=progress_line()))
    end_line()
    print(
        f"{arguments.out}: {graph.num_nodes:,} nodes, {graph.num_edges:,} edges, highest degree "
        f"{graph.degree.max():,}, {graph.num_classes} classes, {graph.num_features} features; {seconds:.1f} s"
    )
    print(graph.provenance)

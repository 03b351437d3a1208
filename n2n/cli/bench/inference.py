"""`python -m n2n bench inference`: how long each method takes to predict one new node."""

import argparse
import platform
from pathlib import Path

from n2n.cli.output import table
from n2n.cli.shipping import check_count
from n2n.files.atomic import whole_file
from n2n.files.csv import from_rows, to_csv
from n2n.methods.hyperparameters import DATASETS

HELP = "Time the prediction of one new node, for every method: features alone, or with its neighbourhood."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--graphs", nargs="+", metavar="graph", default=list(DATASETS), help="datasets.")
    parser.add_argument("--methods", nargs="+", metavar="method", help="methods (default: all).")
    parser.add_argument("--nodes", type=int, default=20, help="nodes that play the new one (default 20).")
    parser.add_argument("--out", type=Path, help="a CSV file for the times.")


def run(arguments: argparse.Namespace) -> None:
    from n2n.compute.threads import num_threads
    from n2n.graph.catalogue import load
    from n2n.methods.registry import settings_for
    from n2n.paper.lineup import families
    from n2n.paper.points import INFERENCE_COLUMNS
    from n2n.training.inference import inference_time

    check_count(arguments, "nodes")
    rows = []
    for name in arguments.graphs:
        graph = load(name)
        for method in arguments.methods or families():
            found = inference_time(graph, settings_for(method, name), arguments.nodes)
            if found is not None:
                read, time = round(found.nodes_read, 1), round(found.microseconds, 1)
                rows.append((name, method, found.reach, read, time, num_threads(), platform.machine()))
    titles = ["graph", "method", "hops", "nodes read", "µs per new node"]
    print(table(titles, [list(map(str, row[:5])) for row in rows]))
    if arguments.out:
        with whole_file(arguments.out) as part:
            part.write_text(to_csv(from_rows(INFERENCE_COLUMNS, rows)), encoding="utf-8", newline="")
        print(f"Saved in {arguments.out}.")

"""`python -m n2n cold-start`: hidden nodes predicted from their features, by N2N and by others."""

import argparse
from pathlib import Path

from n2n.cli.graphs import add_graph, chosen_graph
from n2n.cli.progress import end_line, progress_line
from n2n.cli.tables import table
from n2n.files.atomic import whole_file
from n2n.training.cold_start import DEFAULT, METHODS

HELP = "Hide nodes with their edges during training, then predict them from their features alone."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_graph(parser)
    parser.add_argument("--share", type=float, default=0.2, help="share of all nodes to hide (default 0.2).")
    parser.add_argument(
        "--methods", nargs="+", default=list(DEFAULT), metavar="NAME", help=f"some of {', '.join(METHODS)}."
    )
    parser.add_argument("--k", default="1", help="positives per node of N2N, a number or all (default 1).")
    parser.add_argument("--seed", type=int, default=0, help="draws the hidden nodes and seeds the training.")
    parser.add_argument("--split", default="paper", help="paper (default), public or random.")
    parser.add_argument("--epochs", type=int, help="maximum number of epochs, instead of the recipes' own.")
    parser.add_argument("--out", type=Path, help="a JSON file for the result.")


def run(arguments: argparse.Namespace) -> None:
    from n2n.training.cold_start import ColdStart

    graph = chosen_graph(arguments)
    cold = ColdStart(
        graph,
        arguments.share,
        arguments.methods,
        _positives(arguments.k),
        arguments.seed,
        arguments.split,
        arguments.epochs,
    )
    show = progress_line()
    for step in cold:
        show(step.words, step.fraction)
    end_line()
    found = cold.result()
    print(
        f"{found.graph_name}: {found.hidden:,} of {graph.num_nodes:,} nodes were hidden with "
        f"{found.lost_edges:,} edges, split '{arguments.split}', seed {found.seed}."
    )
    rows = [
        [
            score.method,
            score.given,
            f"{100 * score.accuracy:.2f}",
            f"{score.microseconds:.2f}",
            f"{score.nodes_read:,}",
            str(score.epochs),
        ]
        for score in found.scores
    ]
    print(table(["method", "given", "correct %", "µs per node", "nodes read", "epochs"], rows, left=2))
    if arguments.out:
        with whole_file(arguments.out) as part:
            part.write_text(found.to_json() + "\n", encoding="utf-8")
        print(f"Saved in {arguments.out}.")


def _positives(text: str) -> int | str:
    if text == "all" or text.isdecimal():
        return text if text == "all" else int(text)
    raise ValueError(f"--k is {text!r}: give a whole number of 1 or more, or all.")

"""`python -m n2n merge`: add what was measured into another folder to the results."""

import argparse
from pathlib import Path

from n2n.cli.shipping import add_output

HELP = "Add measured cells from another folder to the results; of two equal ones the newer is kept."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="a folder that `python -m n2n measure` wrote.")
    add_output(parser, "results")


def run(arguments: argparse.Namespace) -> None:
    from n2n.paper.store import FILE, RESULTS, merge

    if not (arguments.folder / FILE).is_file():
        raise ValueError(f"{arguments.folder} has no {FILE}: name a folder with measured cells.")
    new, replaced = merge(arguments.folder, arguments.out or RESULTS)
    print(f"{new:,} new cells, {replaced:,} measured again.")

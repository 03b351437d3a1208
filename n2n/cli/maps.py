"""`python -m n2n maps`: the maps that ship with the program, made again."""

import argparse
import time

from n2n.cli.options import add_output
from n2n.cli.tables import table

HELP = "Lay out the graphs of the paper for the maps that the app shows."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("datasets", nargs="*", help="keys of datasets; default: all that ship.")
    add_output(parser, "map")


def run(arguments: argparse.Namespace) -> None:
    """Make the files, then print their sizes."""
    import n2n
    from n2n.sampling.shipped_map import DATASETS, MAPS, make_map

    names = [name.lower() for name in arguments.datasets] or list(DATASETS)
    for name in names:
        if name not in DATASETS:
            raise ValueError(f"No map is shipped of {name!r}: choose among {', '.join(DATASETS)}.")
    rows = []
    for name in names:
        began = time.perf_counter()
        path = make_map(name, n2n.load(name), arguments.out or MAPS)
        rows.append([name, f"{path.stat().st_size / 1024:.0f}", f"{time.perf_counter() - began:.1f}"])
    print(table(["graph", "kB", "s"], rows, left=1))

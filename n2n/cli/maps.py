"""`python -m n2n maps`: the maps that ship with the program, made again."""

import argparse

from n2n.cli.output import table
from n2n.cli.shipping import add_output, add_shipped, shipped_names
from n2n.compute.machine import timed
from n2n.files.assets import output_folder

HELP = "Lay out the graphs of the paper for the maps that the app shows."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_shipped(parser)
    add_output(parser, "map")


def run(arguments: argparse.Namespace) -> None:
    import n2n
    from assets.map.make import DATASETS, make_map

    rows, folder = [], arguments.out or output_folder("map")
    for name in shipped_names(arguments, DATASETS, "maps"):
        path, seconds = timed(lambda name=name: make_map(name, n2n.load(name), folder))
        rows.append([name, f"{path.stat().st_size / 1024:.0f}", f"{seconds:.1f}"])
    print(table(["graph", "kB", "s"], rows, left=1))

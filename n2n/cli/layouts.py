"""`python -m n2n layouts`: the embeddings that ship with the program, made again."""

import argparse
import time
from collections.abc import Iterable, Iterator

from n2n.cli.output import table
from n2n.cli.shipping import add_output, add_shipped, check_count, shipped_names
from n2n.files.assets import output_folder

HELP = "Train and lay out the embeddings that the app shows before any training."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_shipped(parser)
    parser.add_argument("--epochs", type=int, help="epochs instead of the recipe's own.")
    add_output(parser, "layouts")


def run(arguments: argparse.Namespace) -> None:
    import n2n
    from n2n.embedding import shipped

    check_count(arguments, "epochs")
    folder = arguments.out or output_folder("layouts")
    changes = {} if arguments.epochs is None else {"epochs": arguments.epochs}
    rows = []
    for name in shipped_names(arguments, shipped.DATASETS, "layouts"):
        began, graph = time.perf_counter(), n2n.load(name)
        path = shipped.make_layouts(name, graph, folder=folder, watch=_bar, **changes)
        seconds = time.perf_counter() - began
        for key in shipped.RUNS:
            made = shipped.load_shipped(name, graph, key, folder)
            assert made is not None  # it has just been written
            assert made.scores is not None
            raw, trained = made.separation("raw"), made.separation("trained")
            purity = f"{raw.purity:.2f} → {trained.purity:.2f}"
            silhouette = f"{raw.silhouette:.2f} → {trained.silhouette:.2f}"
            cost = f"{path.stat().st_size / 1024:.0f}", f"{seconds:.0f}"
            test = f"{100 * made.scores.test:.1f}"
            rows.append([name, made.name, test, purity, silhouette, str(len(made.epochs)), *cost])
    print(table(["graph", "run", "test", "purity", "silhouette", "snapshots", "kB", "s"], rows, left=2))


def _bar(steps: Iterable, words: str) -> Iterator:
    from tqdm import tqdm

    return iter(tqdm(steps, desc=words, leave=False))

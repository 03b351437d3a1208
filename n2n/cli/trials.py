"""`python -m n2n trials`: what could make N2N better, tried on folds without a test node.

    python -m n2n trials --datasets cora citeseer --out trials.csv

It can be stopped and started again at any time: each run is kept as soon as it is finished.
"""

import argparse
from pathlib import Path

from n2n.cli.output import text_of

HELP = "Try changes of N2N's recipe on non-test nodes; it resumes where it was stopped."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from n2n.methods.hyperparameters import DATASETS
    from n2n.paper.trials import FOLDS, METHODS

    parser.add_argument("--datasets", nargs="*", default=list(DATASETS), choices=DATASETS, help="graphs.")
    parser.add_argument(
        "--methods", nargs="*", default=list(METHODS), choices=METHODS, help="variants of N2N."
    )
    parser.add_argument("--folds", type=int, default=FOLDS, help=f"how many of the {FOLDS} folds (all).")
    parser.add_argument(
        "--out", type=Path, help="a CSV file to add to; without it, the bundled trials are shown."
    )


def run(arguments: argparse.Namespace) -> None:
    from n2n.paper.trials import FOLDS, append_trial, effects, read_trials, summary_table

    if not 1 <= arguments.folds <= FOLDS:
        raise ValueError(f"--folds is {arguments.folds}: give a number from 1 to {FOLDS}.")
    outcomes = read_trials(arguments.out) if arguments.out else read_trials()
    if arguments.out:
        from n2n.graph.catalogue import load
        from n2n.paper.trying import try_changes

        known = {(one.dataset, one.method, one.change, one.fold) for one in outcomes}
        for name in arguments.datasets:
            chosen = arguments.methods, range(arguments.folds)
            for one in try_changes(load(name), name, *chosen, known):
                append_trial(one, arguments.out)
                outcomes.append(one)
                words = f"{one.method} on {one.dataset}, fold {one.fold}, {one.change}"
                print(f"{words}: {100 * one.held_out:.2f} in {one.seconds:.0f} s", flush=True)
    print(text_of(summary_table(effects(outcomes))))

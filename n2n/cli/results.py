"""`python -m n2n results`: the N2N rows of Table 1 on one dataset, measured here and printed there.

A shortcut to `python -m n2n reproduce table1` that can also depart from the recipe.
"""

import argparse
from dataclasses import replace

from n2n.cli.options import add_output, add_recipe
from n2n.cli.tables import table

HELP = "Measure the N2N rows of Table 1 on a dataset; what is done already is kept."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Dataset, rows, seeds, recipe."""
    parser.add_argument("dataset", help="a key of `python -m n2n datasets`.")
    parser.add_argument("--rows", nargs="*", help='names such as "N2N-TAPS-1 (JL)"; default: all fourteen.')
    parser.add_argument("--seeds", type=int, default=5, help="runs of each row (default 5).")
    add_recipe(parser)
    parser.add_argument(
        "--estimator", default=None, help="exact, series or sampled instead of the recipe's own."
    )
    parser.add_argument("--epochs", type=int, default=None, help="epochs instead of the recipe's own.")
    add_output(parser, "results")
    parser.add_argument("--show", action="store_true", help="only print what has been measured.")


def run(arguments: argparse.Namespace) -> None:
    """Measure what is missing, then print the table."""
    from n2n.cli.reproduce import follow
    from n2n.paper import reproduce, stored
    from n2n.paper.experiments import N2N_ROWS
    from n2n.paper.store import RESULTS

    key, folder = arguments.dataset.lower(), arguments.out or RESULTS
    names = arguments.rows or list(N2N_ROWS)
    for name in names:
        if name not in N2N_ROWS:
            raise ValueError(f"There is no row {name!r}: choose among {', '.join(N2N_ROWS)}.")
    if not arguments.show:
        follow(
            reproduce(_tasks(arguments, key, names), folder=folder, command=f"python -m n2n results {key}")
        )
    print(comparison(key, stored(folder)))


def _tasks(arguments, key: str, names: list[str]) -> list:
    """One cell for each row and seed; a departure from the recipe shows in the name of the row."""
    from n2n.methods.registry import settings_for
    from n2n.paper import Task
    from n2n.paper.experiments import has_own_split

    changes = {name: getattr(arguments, name) for name in ("estimator", "epochs")}
    changes = {name: value for name, value in changes.items() if value is not None}
    told = {"recipe": arguments.recipe} if arguments.recipe else {}
    variant = ", ".join(f"{name} {value}" for name, value in (told | changes).items())
    tasks = []
    for name in names:
        settings = settings_for(name, key).as_recipe(key, arguments.recipe).replace(**changes)
        label = replace(settings.identity, variant=variant).label
        for seed in range(arguments.seeds):
            tasks.append(Task("accuracy", label, key, settings.with_seed(seed, has_own_split(key))))
    return tasks


def comparison(key: str, cells: list) -> str:
    """Measured and printed scores, with the difference in points and the verdict.

    >>> print(comparison("cora", []))
    Nothing has been measured on cora yet.
    """
    from n2n.methods.identity import MethodName
    from n2n.paper.experiments import has_own_split
    from n2n.paper.formatting import difference, words
    from n2n.paper.printed import table1
    from n2n.paper.store import SELECTION, latest_cells
    from n2n.paper.verdicts import compare_accuracy

    rows = []
    for (name, split), group in latest_cells(cells, key, has_own_split(key)).items():
        if split == "paper":
            printed = table1().get(replace(MethodName.parse(name), variant="").label, {}).get(key)
            one = compare_accuracy(name, key, printed, tuple(group))
            numbers = words(one.measured), str(len(group)), words(printed), difference(one)
            rows.append([name, *numbers, one.verdict, group[-1].environment.get("estimator", "–")])
    if not rows:
        return f"Nothing has been measured on {key} yet."
    text = table(["row", "measured", "seeds", "printed", "difference", "verdict", "estimator"], rows)
    return f"{text}\n{key}, split 'paper': {SELECTION}."

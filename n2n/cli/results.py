"""`python -m n2n results`: the N2N rows of Table 1 on one dataset, measured here beside the printed ones.

A short way to `python -m n2n reproduce table1` that can also depart from the recipe.
"""

import argparse

from n2n.cli.options import add_output
from n2n.cli.tables import table

HELP = "Measure the N2N rows of Table 1 on a dataset; what is done already is kept."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Dataset, rows, seeds, recipe."""
    parser.add_argument("dataset", help="a key of `python -m n2n datasets`.")
    parser.add_argument("--rows", nargs="*", help='names such as "N2N-TAPS-1 (JL)"; default: all fourteen.')
    parser.add_argument("--seeds", type=int, default=5, help="runs of each row (default 5).")
    parser.add_argument(
        "--recipe", default=None, help="text, released, or (default) the better on validation data."
    )
    parser.add_argument(
        "--estimator", default=None, help="exact, series or sampled instead of the recipe's own."
    )
    parser.add_argument("--epochs", type=int, default=None, help="epochs instead of the recipe's own.")
    add_output(parser, "results")
    parser.add_argument("--show", action="store_true", help="only print what has been measured.")


def run(arguments: argparse.Namespace) -> None:
    """Measure what is missing, then print the table."""
    from n2n.cli.reproduce import follow
    from n2n.paper import reproduce
    from n2n.paper import results as kept

    key, folder = arguments.dataset.lower(), arguments.out or kept.RESULTS
    names = arguments.rows or list(kept.ROWS)
    for name in names:
        if name not in kept.ROWS:
            raise ValueError(f"There is no row {name!r}: choose among {', '.join(kept.ROWS)}.")
    if not arguments.show:
        follow(
            reproduce(_tasks(arguments, key, names), folder=folder, command=f"python -m n2n results {key}")
        )
    print(comparison(key, kept.load_results(key, folder)))


def _tasks(arguments, key: str, names: list[str]) -> list:
    """One cell for each row and seed; a departure from the recipe shows in the name of the row."""
    from n2n.methods.n2n.settings import Settings
    from n2n.paper import Task
    from n2n.paper import results as kept

    tasks = []
    for name in names:
        row, recipe = kept.ROWS[name], arguments.recipe
        settings = Settings.for_dataset(key, row.framework, row.k, sampler=row.sampler, recipe=recipe)
        label = name if recipe is None else f"{name}, recipe {recipe}"
        for setting in ("estimator", "epochs"):
            value = getattr(arguments, setting)
            if value is not None:
                settings = settings.replace(**{setting: value})
                label += f", {setting} {value}"
        for seed in range(arguments.seeds):
            tasks.append(Task("accuracy", label, key, kept.seeds_for(settings, key, seed)))
    return tasks


def comparison(key: str, results: dict) -> str:
    """Measured beside printed, with the difference in points.

    >>> print(comparison("cora", {"rows": {}}))
    Nothing has been measured on cora yet.
    """
    from n2n.paper.printed import table1
    from n2n.paper.results import SELECTION, summaries

    lines = []
    for name, found in summaries(results).items():
        printed = table1().get(name.split(",")[0], {}).get(key)
        lines.append(
            [
                name,
                f"{found.mean:.2f} ± {found.sd:.2f}",
                str(found.seeds),
                f"{printed.mean:.2f} ± {printed.sd:.2f}" if printed else "–",
                f"{found.mean - printed.mean:+.2f}" if printed else "–",
                results["rows"][name]["environment"].get("estimator", "–"),
            ]
        )
    if not lines:
        return f"Nothing has been measured on {key} yet."
    text = table(["row", "measured", "seeds", "printed", "difference", "estimator"], lines)
    return f"{text}\n{key}, split '{results['split']}': {SELECTION}."

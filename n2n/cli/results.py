"""`python -m n2n results`: the N2N rows of Table 1 on one dataset, measured here and printed there.

A shortcut to `python -m n2n reproduce table1` that can also depart from the recipe. Without a dataset it
counts what is reproduced in all tables, and computes nothing.
"""

import argparse
from typing import TYPE_CHECKING

from n2n.cli.options import add_output, add_protocol, add_recipe
from n2n.cli.tables import text_of

if TYPE_CHECKING:
    from n2n.paper.protocol import Protocol

HELP = "Measure the N2N rows of Table 1 on a dataset, or count what is reproduced in all tables."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "dataset", nargs="?", help="a key of `python -m n2n datasets`; without it, the counts of all tables."
    )
    parser.add_argument("--rows", nargs="*", help='names such as "N2N-TAPS-1 (JL)"; default: all fourteen.')
    parser.add_argument("--seeds", type=int, default=5, help="runs of each row (default 5).")
    add_recipe(parser)
    parser.add_argument("--estimator", default=None, help="exact or sampled instead of the recipe's own.")
    parser.add_argument("--epochs", type=int, default=None, help="epochs instead of the recipe's own.")
    add_protocol(parser)
    add_output(parser, "results")
    parser.add_argument("--show", action="store_true", help="only print what has been measured.")


def run(arguments: argparse.Namespace) -> None:
    from n2n.cli.reproduce import follow
    from n2n.paper import reproduce, stored
    from n2n.paper.experiments import N2N_ROWS
    from n2n.paper.protocol import Protocol
    from n2n.paper.store import RESULTS

    folder, protocol = arguments.out or RESULTS, Protocol(arguments.selection, arguments.probe)
    if arguments.dataset is None:
        print(counts(stored(folder), protocol))
        return
    key = arguments.dataset.lower()
    names = arguments.rows or list(N2N_ROWS)
    for name in names:
        if name not in N2N_ROWS:
            raise ValueError(f"There is no row {name!r}: choose among {', '.join(N2N_ROWS)}.")
    if not arguments.show:
        tasks = _tasks(arguments, key, names)
        follow(reproduce(tasks, folder=folder, command=f"python -m n2n results {key}"))
    print(comparison(key, stored(folder), protocol))


def counts(cells: list, protocol: "Protocol") -> str:
    """Verdicts per table, the sentences to quote, and what the protocol does to the scores of Table 1."""
    from n2n.paper import compare, lens
    from n2n.paper.protocol import DEFAULT
    from n2n.paper.verdicts import quote, totals, totals_table

    found = totals(cells, protocol)
    sentences = [sentence.replace("**", "") for sentence in quote(found, protocol)]
    text = "\n".join([text_of(totals_table(found)), *sentences, f"{protocol.words}."])
    if protocol == DEFAULT:
        return text
    both = (compare("table1", cells, protocol=one) for one in (DEFAULT, protocol))
    moved = lens.look_through(*both, protocols=(DEFAULT, protocol))
    return "\n".join([text, *lens.sentences(moved, {})])


def _tasks(arguments, key: str, names: list[str]) -> list:
    """One cell for each row and seed; a departure from the recipe shows in the name of the row."""
    from n2n.paper.experiments import variant_task

    changes = {name: getattr(arguments, name) for name in ("estimator", "epochs")}
    changes = {name: value for name, value in changes.items() if value is not None}
    seeds = range(arguments.seeds)
    return [variant_task(name, key, seed, arguments.recipe, **changes) for name in names for seed in seeds]


def comparison(key: str, cells: list, protocol: "Protocol | None" = None) -> str:
    """Measured and printed scores, with the difference in points and the verdict.

    >>> print(comparison("cora", []))
    Nothing has been measured on cora yet.
    """
    from dataclasses import replace

    from n2n.methods.identity import MethodName
    from n2n.paper.experiments import has_own_split
    from n2n.paper.printed import table1
    from n2n.paper.protocol import DEFAULT
    from n2n.paper.store import counted_cells
    from n2n.paper.tables import printed_beside_measured
    from n2n.paper.verdicts import NOT_COMPARED, compare_accuracy

    protocol = protocol or DEFAULT
    found, estimators = [], []
    for (name, split), group in counted_cells(cells, key, has_own_split(key)).items():
        if split == "paper":
            method = MethodName.parse(name)
            printed = table1().get(method.plain.label, {}).get(key)
            one = compare_accuracy(name, key, printed, tuple(group), protocol)
            # A run with other settings is no attempt at the printed number.
            found.append(replace(one, verdict=NOT_COMPARED) if method.variant and printed else one)
            estimators.append(group[-1].environment.get("estimator", "–"))
    if not found:
        return f"Nothing has been measured on {key} yet."
    text = text_of(printed_beside_measured(found) | {"estimator": estimators}, left=2)
    return f"{text}\n{key}: {protocol.words}."

"""`python -m n2n results`: the N2N rows of Table 1 on one dataset, measured here and printed there.

A shortcut to `python -m n2n reproduce table1` that can also depart from the recipe. Without a dataset it
counts what is reproduced in all tables, and computes nothing.
"""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from n2n.cli.options import POSITIVE, probe_option, recipe_option, results_folder, selection_option
from n2n.cli.output import text_of
from n2n.graph.catalogue import find
from n2n.methods.identity import MethodName

if TYPE_CHECKING:
    from n2n.paper import Task
    from n2n.paper.protocol import Protocol


@click.command()
@click.argument("dataset", required=False)
@click.option(
    "--rows", multiple=True, metavar="ROW", help='A row such as "N2N-TAPS-1 (JL)"; may be repeated.'
)
@click.option("--seeds", type=POSITIVE, default=5, show_default=True, help="Runs of each row.")
@recipe_option
@click.option("--epochs", type=POSITIVE, help="Epochs instead of the recipe's own.")
@selection_option
@probe_option
@results_folder
@click.option("--show", is_flag=True, help="Only print what has been measured.")
def results(
    dataset: str | None,
    rows: tuple[str, ...],
    seeds: int,
    recipe: str | None,
    epochs: int | None,
    selection: str,
    probe: str,
    out: Path,
    show: bool,
) -> None:
    """Measure the N2N rows of Table 1 on DATASET, or count what is reproduced in all tables.

    A shortcut to `n2n reproduce table1` that can also depart from the recipe. Without DATASET nothing is
    computed.
    """
    from n2n.cli.reproduce import follow
    from n2n.paper import reproduce, stored
    from n2n.paper.experiments import N2N_ROWS, variant_task
    from n2n.paper.protocol import Protocol

    protocol = Protocol(selection, probe)
    if dataset is None:
        print(counts(stored(out), protocol))
        return
    key = find(dataset).key  # by any of its names
    for row in rows:
        if row not in N2N_ROWS:
            raise click.ClickException(f"There is no row {row!r}: choose among {', '.join(N2N_ROWS)}.")
    changes = {} if epochs is None else {"epochs": epochs}
    given = {"seeds": seeds, "recipe": recipe, **changes}
    options = [f"--{name} {value}" for name, value in given.items() if value is not None]
    failed: tuple[str, ...] = ()
    if not show:
        tasks = [
            variant_task(row, key, seed, recipe, **changes)
            for row in rows or N2N_ROWS
            for seed in range(seeds)
        ]

        def command(task: "Task") -> str:
            plain = MethodName.parse(task.row).plain.label
            return " ".join([f"python -m n2n results {key} --rows {shlex.quote(plain)}", *options])

        end = follow(reproduce(tasks, folder=out, command=command))
        failed = end.failed if end else ()
    print(comparison(key, stored(out), protocol))
    if failed:
        raise click.ClickException(f"{len(failed)} runs could not be computed, the first: {failed[0]}")


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


def comparison(key: str, cells: list, protocol: "Protocol | None" = None) -> str:
    """Measured and printed scores, with the difference in points and the verdict.

    >>> print(comparison("cora", []))
    Nothing has been measured on cora yet.
    """
    from dataclasses import replace

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

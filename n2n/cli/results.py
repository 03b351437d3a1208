"""`n2n results`: how many printed numbers are reproduced; with a dataset, Table 1 on it."""

from dataclasses import replace
from pathlib import Path

import click

from n2n.cli.options import POSITIVE, probe_option, recipe_option, results_folder, selection_option
from n2n.cli.reproduce import measure, variants
from n2n.graph.catalogue import find


@click.command()
@click.argument("dataset", required=False)
@click.option("--rows", multiple=True, metavar="ROW", help='A row such as "N2N (JL)"; may be repeated.')
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
    """Count what is reproduced in all tables, or measure the N2N rows of Table 1 on DATASET.

    With DATASET this is a shortcut to `n2n reproduce table1`. Without it, nothing is computed.
    """
    from n2n.paper import EXPERIMENTS, Protocol, compare, load
    from n2n.paper.experiments import N2N_ROWS
    from n2n.paper.results import missing
    from n2n.paper.verdicts import (
        DEFAULT,
        as_text,
        compare_protocols,
        count_all,
        count_table,
        protocol_sentences,
        quote,
    )

    protocol = Protocol(selection, probe)
    if dataset is None:
        found = load(out)
        counts = count_all(found, protocol)
        print(count_table(counts).to_string(index=False))
        print("\n".join(sentence.replace("**", "") for sentence in quote(counts, protocol)))
        print(f"{protocol.description}.")
        if protocol != DEFAULT:
            both = compare_protocols("table1", found, None, protocol)
            print("\n".join(protocol_sentences(both, protocol, {})))
        return
    key = find(dataset).key  # by any of its names
    experiment = replace(EXPERIMENTS["table1"], datasets=(key,))  # also one that the paper does not have
    changes = {} if epochs is None else {"epochs": epochs}
    tasks = experiment.tasks(rows or N2N_ROWS, [key], range(seeds), recipe, **changes)
    options = [f"--recipe {recipe}"] if recipe else []
    options += [f"--epochs {epochs}"] if epochs else []
    todo = [] if show else missing(tasks, load(out))
    failed = measure(todo, ["n2n results", *options], out)
    found = load(out)
    if key in EXPERIMENTS["table1"].datasets:
        compared = compare("table1", found, datasets=[key], protocol=protocol)
        print(as_text(compared[compared.runs > 0]).to_string(index=False))
    if recipe or epochs or key not in EXPERIMENTS["table1"].datasets:
        print(variants(tasks, protocol.scores(found)))
    print(f"{key}: {protocol.description}.")
    if failed:
        raise click.ClickException(f"{len(failed)} runs could not be measured, the first: {failed[0]}")

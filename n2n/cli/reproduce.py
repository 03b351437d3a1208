"""`n2n reproduce table1` and `n2n results`: the paper's numbers, measured here and compared with it."""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from n2n.cli.options import PATH, POSITIVE, probe_option, recipe_option, selection_option, split_option
from n2n.files.assets import output_folder
from n2n.graph.catalogue import find

if TYPE_CHECKING:
    from n2n.paper import Experiment, Protocol
    from n2n.paper.experiments import Task

NAMES = ("table1", "table2", "table3", "fig3", "fig4", "fig5", "fig6", "paired", "baselines", "times")


def _shared(command: Callable) -> Callable:
    """The options of both commands."""
    for option in (
        click.option("--show", is_flag=True, help="Only print what has been measured."),
        click.option(
            "--out",
            type=PATH,
            default=output_folder("results"),
            show_default=True,
            help="Folder of the results.",
        ),
        probe_option,
        selection_option,
        click.option("--epochs", type=POSITIVE, help="Epochs instead of the recipe's own."),
        recipe_option,
        click.option("--rows", multiple=True, metavar="ROW", help="A method such as GCN; may be repeated."),
    ):
        command = option(command)
    return command


@click.command(short_help="Measure a table or figure of the paper and compare it.")
@click.argument("name", type=click.Choice(NAMES))
@click.option("--datasets", multiple=True, metavar="DATASET", help="A dataset; may be repeated.")
@click.option("--seeds", type=POSITIVE, help="Runs of each number, with seeds 0, 1, …")
@click.option("--seed", type=int, multiple=True, help="This seed instead; may be repeated.")
@click.option("--again", is_flag=True, help="Also measure what has been measured already.")
@split_option
@click.option("--minutes", type=float, help="Budget; a run that will not fit is not started.")
@_shared
def reproduce(
    name: str, datasets: Sequence[str], seeds: int | None, seed: Sequence[int], split: str, **options: Any
) -> None:
    """Measure what is missing of a table or figure of the paper, then compare it with the paper.

    NAME is a table or figure, or a further experiment. Results are stored after every run, so that the same
    command continues where it was interrupted. Runs with another recipe or number of epochs are stored and
    listed, but not compared with printed numbers.
    """
    from n2n.paper import EXPERIMENTS, Protocol, claims, load
    from n2n.paper.differences import paired_differences
    from n2n.paper.experiments import find_experiment
    from n2n.paper.verdicts import DEFAULT

    experiment = find_experiment(name)
    protocol = Protocol(options["selection"], options["probe"], split)
    rows, keys = experiment.choose(options["rows"] or None, [find(key).key for key in datasets] or None)
    asked = seed or (range(seeds) if seeds else None)
    left = _measure_and_compare(experiment, rows, keys, asked, protocol, options)
    print(experiment.about)
    if name == "paired":
        print(paired_differences(load(options["out"]), protocol, keys).to_string(index=False))
    elif protocol == DEFAULT and name in EXPERIMENTS:
        for claim in claims(name, load(options["out"]), keys):
            if claim.evidence:
                print(f"{claim.dataset}: {claim.text} {claim.status.capitalize()}: {claim.evidence}.")
    if left and not options["show"]:
        print(f"{left} runs are missing. The same command continues with them.")


@click.command(short_help="Count how many printed numbers are reproduced.")
@click.argument("dataset", required=False)
@click.option("--seeds", type=POSITIVE, default=5, show_default=True, help="Runs of each row.")
@_shared
def results(dataset: str | None, seeds: int, **options: Any) -> None:
    """Count what is reproduced in all tables, or measure the N2N rows of Table 1 on DATASET.

    DATASET may be one that the paper does not use. Without it, nothing is computed.
    """
    from n2n.paper import EXPERIMENTS, Protocol, load
    from n2n.paper.experiments import N2N_ROWS
    from n2n.paper.verdicts import count_all, count_table, quote

    protocol = Protocol(options["selection"], options["probe"])
    if dataset:
        key = find(dataset).key
        experiment = replace(EXPERIMENTS["table1"], datasets=(key,))
        rows, keys = experiment.choose(options["rows"] or N2N_ROWS, [key])
        _measure_and_compare(experiment, rows, keys, range(seeds), protocol, options, key)
        return
    if options["rows"] or options["recipe"] or options["epochs"]:
        raise click.UsageError("--rows, --recipe and --epochs need a DATASET", click.get_current_context())
    counts = count_all(load(options["out"]), protocol)
    print(count_table(counts).to_string(index=False))
    print("\n".join(sentence.replace("**", "") for sentence in quote(counts, protocol)))
    print(f"{protocol.description}.")


def _measure_and_compare(
    experiment: "Experiment",
    rows: list[str],
    keys: list[str],
    seeds: Sequence[int] | None,
    protocol: "Protocol",
    options: dict[str, Any],
    dataset: str = "",
) -> int:
    """Measure what is missing and print it beside the printed numbers. Returns how many runs are missing.

    Args:
        dataset: the argument of `n2n results`.
    """
    from n2n.paper import EXPERIMENTS, compare, load
    from n2n.paper.results import missing
    from n2n.paper.verdicts import DEFAULT, as_text

    recipe, out, epochs = options["recipe"], options["out"], options["epochs"]
    changes: dict[str, Any] = {"epochs": epochs} if epochs else {}
    if experiment.kind == "accuracy":
        chosen = {name: getattr(protocol, name) for name in ("split", "probe")}
        changes |= {name: value for name, value in chosen.items() if value != getattr(DEFAULT, name)}
    tasks = experiment.tasks(rows, keys, seeds, recipe, **changes)
    todo = tasks if options.get("again") else missing(tasks, load(out))
    more = [f"--{name} {value}" for name, value in ({"recipe": recipe} | changes).items() if value]
    start = f"n2n results {dataset}" if dataset else f"n2n reproduce {experiment.name}"
    failed = [] if options["show"] else _measure(todo, start, more, out, options.get("minutes"))
    found = load(out)
    if not dataset or dataset in EXPERIMENTS["table1"].datasets:
        compared = compare(experiment.name, found, None if dataset else rows, keys, protocol)
        print(as_text(compared[compared.runs > 0] if dataset else compared).to_string(index=False))
    if experiment.kind == "accuracy":
        print(f"{protocol.description}.")
        if recipe or epochs or dataset not in ("", *EXPERIMENTS["table1"].datasets):
            print(_not_compared(tasks, protocol.scores(found)))
    if failed:
        raise click.ClickException(f"{len(failed)} runs could not be measured, the first: {failed[0]}")
    return len(missing(tasks, found))


def _measure(
    tasks: "Sequence[Task]", start: str, more: list[str], out: Path, minutes: float | None
) -> list[str]:
    """Measure tasks under a progress bar; each row gets the command that repeats it. Returns the failures."""
    from tqdm import tqdm

    from n2n.paper.measuring import measure_all

    def command(task: "Task") -> str:
        row, seed = shlex.quote(task.row), task.settings.seed
        if start.startswith("n2n results"):
            which = f"--rows {row} --seeds {seed + 1}"
        else:
            which = f"--rows {row} --datasets {task.dataset} --seed {seed} --again"
        return " ".join([start, which, *more])

    failed = []
    # disable=None: no bar where the output is a file.
    with tqdm(total=len(tasks), leave=False, disable=None, unit="run") as bar:
        for task, row in measure_all(tasks, command, out, minutes):
            bar.update()
            if isinstance(row, str):
                failed.append(row)
                continue
            score = f": {100 * row['test']:.2f}" if "test" in row else ""
            bar.write(f"{task.title}{score} in {row['seconds']:.0f} s")
    return failed


def _not_compared(tasks: "Sequence[Task]", scores: Any) -> str:
    """The mean scores of runs that are not compared with printed numbers."""
    names = {task.variant for task in tasks}
    known = scores[scores.variant.isin(names) & scores.dataset.isin({task.dataset for task in tasks})]
    table = known.groupby(["row", "variant", "dataset"]).score.agg(["mean", "size"]).round(2).reset_index()
    return table.rename(columns={"mean": "measured here", "size": "runs"}).to_string(index=False)

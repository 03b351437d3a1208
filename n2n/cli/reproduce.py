"""`n2n reproduce table1`: a table or figure of the paper, measured here and compared with it."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from n2n.cli.options import POSITIVE, probe_option, recipe_option, results_folder, selection_option
from n2n.graph.catalogue import find
from n2n.graph.splits import PROTOCOLS

if TYPE_CHECKING:
    import pandas as pd

    from n2n.paper.experiments import Task

NAMES = ("table1", "table2", "table3", "fig3", "fig4", "fig5", "fig6", "paired", "baselines", "times")


@click.command()
@click.argument("name", type=click.Choice(NAMES))
@click.option("--rows", multiple=True, metavar="ROW", help="A method such as GCN; may be repeated.")
@click.option("--datasets", multiple=True, metavar="DATASET", help="A dataset; may be repeated.")
@click.option("--seeds", type=POSITIVE, help="Runs of each number, with seeds 0, 1, …")
@click.option("--seed", type=int, multiple=True, help="This seed instead; may be repeated.")
@click.option("--again", is_flag=True, help="Also measure what has been measured already.")
@click.option("--split", type=click.Choice(PROTOCOLS), default="paper", show_default=True)
@click.option("--minutes", type=float, help="Budget; a run that will not fit is not started.")
@recipe_option
@click.option("--epochs", type=POSITIVE, help="Epochs instead of the recipe's own.")
@selection_option
@probe_option
@results_folder
@click.option("--show", is_flag=True, help="Only print what has been measured.")
def reproduce(
    name: str,
    rows: tuple[str, ...],
    datasets: tuple[str, ...],
    seeds: int | None,
    seed: tuple[int, ...],
    again: bool,
    split: str,
    minutes: float | None,
    recipe: str | None,
    epochs: int | None,
    selection: str,
    probe: str,
    out: Path,
    show: bool,
) -> None:
    """Measure what is missing of a table or figure of the paper, then compare it with the paper.

    NAME is a table or figure, or a further experiment. Results are stored after every run, so that the same
    command continues where it was interrupted. Runs with another recipe or number of epochs are stored and
    listed, but not compared with printed numbers.
    """
    from n2n.paper import Protocol, claims, compare, load
    from n2n.paper.differences import paired_differences
    from n2n.paper.experiments import EXPERIMENTS, find_experiment
    from n2n.paper.results import missing
    from n2n.paper.verdicts import DEFAULT, as_text

    experiment, protocol = find_experiment(name), Protocol(selection, probe, split)
    chosen = experiment.choose(rows or None, [find(key).key for key in datasets] or None)
    changes = {"split": split} if experiment.kind == "accuracy" else {}
    if experiment.kind == "accuracy" and probe != DEFAULT.probe:
        changes["probe"] = probe
    changes |= {} if epochs is None else {"epochs": epochs}
    asked = seed or (range(seeds) if seeds else None)
    tasks = experiment.tasks(*chosen, asked, recipe, **changes)
    failed: list[str] = []
    if not show:
        todo = tasks if again else missing(tasks, load(out))
        words = [f"n2n reproduce {name}", *_changed(split, recipe, epochs, probe)]
        failed = measure(todo, words, out, minutes)
    results = load(out)
    print(as_text(compare(name, results, *chosen, protocol)).to_string(index=False))
    print(experiment.about)
    if experiment.kind == "accuracy":
        print(f"{protocol.description}.")
    if recipe or epochs:
        print(variants(tasks, protocol.scores(results)))
    if name == "paired":
        print(paired_differences(results, protocol, chosen[1]).to_string(index=False))
    elif protocol == DEFAULT and name in EXPERIMENTS:
        for claim in claims(name, results, chosen[1]):
            if claim.evidence:
                print(f"{claim.dataset}: {claim.text} {claim.status.capitalize()}: {claim.evidence}.")
    left = [] if show else missing(tasks, results)
    if failed:
        raise click.ClickException(f"{len(failed)} runs could not be measured, the first: {failed[0]}")
    if left:
        print(f"{len(left)} of {len(tasks)} runs are missing. The same command continues with them.")


def _changed(split: str, recipe: str | None, epochs: int | None, probe: str) -> list[str]:
    """The options that a repetition of a run needs as well."""
    options = {"split": split if split != "paper" else None, "recipe": recipe, "epochs": epochs}
    options["probe"] = probe if probe != "logistic" else None
    return [f"--{name} {value}" for name, value in options.items() if value is not None]


def measure(tasks: "Sequence[Task]", words: list[str], out: Path, minutes: float | None = None) -> list[str]:
    """Measure tasks under a progress bar; each row gets the command that repeats it. Returns the failures."""
    from tqdm import tqdm

    from n2n.paper.measuring import measure_all

    start, *options = words

    def command(task: "Task") -> str:
        row, seed = shlex.quote(task.row), task.settings.seed
        if start == "n2n results":
            own = f"{task.dataset} --rows {row} --seeds {seed + 1}"
        else:
            own = f"--rows {row} --datasets {task.dataset} --seed {seed} --again"
        return " ".join([start, own, *options])

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


def variants(tasks: "Sequence[Task]", scores: "pd.DataFrame") -> str:
    """The mean scores of runs that are not compared with printed numbers."""
    names = {task.variant for task in tasks}
    known = scores[scores.variant.isin(names) & scores.dataset.isin({task.dataset for task in tasks})]
    table = known.groupby(["row", "variant", "dataset"]).score.agg(["mean", "size"]).round(2).reset_index()
    return table.rename(columns={"mean": "measured here", "size": "runs"}).to_string(index=False)

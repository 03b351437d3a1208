"""`python -m n2n reproduce`: a table or figure of the paper, run here and compared with it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from n2n.cli.options import POSITIVE, probe_option, results_folder, selection_option
from n2n.cli.output import text_of
from n2n.graph.catalogue import find
from n2n.graph.splits import PROTOCOLS

if TYPE_CHECKING:
    from n2n.paper import Cell, Progress
    from n2n.paper.protocol import Protocol

NAMES = ("table1", "table2", "table3", "fig3", "fig4", "fig5", "fig6", "paired", "baselines", "times")


@click.command()
@click.argument("name", type=click.Choice(NAMES))
@click.option("--rows", multiple=True, metavar="ROW", help="A method such as GCN; may be repeated.")
@click.option("--datasets", multiple=True, metavar="DATASET", help="A dataset; may be repeated.")
@click.option("--seeds", type=POSITIVE, help="Runs of each cell, with seeds 0, 1, …")
@click.option("--seed", type=int, multiple=True, help="This seed instead; may be repeated.")
@click.option("--again", is_flag=True, help="Also compute what has been computed already.")
@click.option("--split", type=click.Choice(PROTOCOLS), default="paper", show_default=True)
@click.option("--minutes", type=float, help="Budget; a cell that will not fit is not begun.")
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
    selection: str,
    probe: str,
    out: Path,
    show: bool,
) -> None:
    """Compute what is missing of a table or figure of the paper, then compare it with the paper.

    NAME is a table or figure, or a further experiment; what has been computed already is kept.
    """
    from n2n.paper import claims, compare, stored
    from n2n.paper import reproduce as computed
    from n2n.paper.experiments import FURTHER, PAIRED, find_experiment
    from n2n.paper.plan import exact_command
    from n2n.paper.protocol import DEFAULT, Protocol
    from n2n.paper.tables import printed_beside_measured

    experiment = find_experiment(name)
    chosen = experiment.choose(rows or None, [find(key).key for key in datasets] or None)
    tasks = experiment.tasks(*chosen, seed or (range(seeds) if seeds else None), split=split)
    end = None
    if not show:
        end = follow(computed(tasks, minutes, out, lambda task: exact_command(name, task), again))
    cells = stored(out)
    protocol = Protocol(selection, probe, split)
    found = compare(name, cells, *chosen, protocol)
    print(text_of(printed_beside_measured(found), left=2))
    print(experiment.about)
    if experiment.kind == "accuracy":
        print(f"{protocol.words}.")
    if name == PAIRED.name:
        print(paired_report(cells, protocol, chosen[1]))
    elif protocol == DEFAULT and name not in FURTHER:
        for claim in claims(name, cells, chosen[1]):
            if claim.evidence:
                print(f"{claim.dataset}: {claim.text} {claim.status.capitalize()}: {claim.evidence}.")
    for failure in end.failed if end else ():
        print(f"Not computed: {failure}")
    if end and end.left:
        print(
            f"{len(end.left)} of {len(tasks)} cells did not fit into the budget; they will take about "
            f"{end.left_seconds / 60:.0f} minutes. The same command continues with them."
        )


def follow(progress: "Iterator[Progress]") -> "Progress | None":
    """Show a run as a bar with the time left, and return its last report."""
    from tqdm import tqdm

    last = None
    # disable=None: no bar where the output is a file.
    with tqdm(leave=False, disable=None, bar_format="{l_bar}{bar}| {n:.1f}/{total}{postfix}") as bar:
        for last in progress:
            bar.total, bar.n = last.total, last.done
            words = f"{last.task.title}, {last.seconds_left / 60:.1f} min left" if last.task else ""
            bar.set_postfix_str(words)
            if last.cell is not None and "test" in last.cell.values:
                score, seconds = 100 * last.cell.values["test"], last.cell.seconds
                bar.write(f"{last.done:.0f}/{last.total} {words}: {score:.2f} in {seconds:.0f} s")
    return last


def paired_report(cells: "list[Cell]", protocol: "Protocol", datasets: list[str] | None) -> str:
    """TAPS minus random with its confidence interval, one line per graph, framework and k."""
    from n2n.paper.paired import paired_differences, paired_table

    return text_of(paired_table(paired_differences(cells, protocol, datasets)), left=2)

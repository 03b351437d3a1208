"""`python -m n2n reproduce`: a table or figure of the paper, run here and compared with it."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from n2n.cli.options import add_output, add_protocol, check_count
from n2n.cli.tables import text_of

if TYPE_CHECKING:
    from n2n.paper import Cell, Progress
    from n2n.paper.protocol import Protocol

HELP = "Run a table or figure of the paper, or a further experiment; what is done already is kept."
NAMES = ("table1", "table2", "table3", "fig3", "fig4", "fig5", "fig6", "paired", "baselines", "times")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", choices=NAMES, help="the table or figure.")
    parser.add_argument("--rows", nargs="*", help='methods such as GCN "N2N-TAPS-1 (JL)"; default: all.')
    parser.add_argument("--datasets", nargs="*", help="default: all that the paper has there.")
    parser.add_argument("--seeds", type=int, help="runs of each cell, with seeds 0, 1, …")
    parser.add_argument("--seed", type=int, nargs="+", help="these seeds instead.")
    parser.add_argument("--again", action="store_true", help="also compute what has been computed already.")
    parser.add_argument("--split", default=None, help="paper (default), public or random.")
    parser.add_argument("--minutes", type=float, help="budget; a cell that will not fit is not begun.")
    add_protocol(parser)
    add_output(parser, "results")
    parser.add_argument("--show", action="store_true", help="only print what has been measured.")


def run(arguments: argparse.Namespace) -> None:
    """Compute what is missing, then print the table and what is left."""
    from n2n.paper import claims, compare, reproduce, stored
    from n2n.paper.experiments import FURTHER, PAIRED, find_experiment
    from n2n.paper.plan import exact_command
    from n2n.paper.protocol import DEFAULT, Protocol
    from n2n.paper.store import RESULTS
    from n2n.paper.tables import printed_beside_measured

    check_count(arguments, "seeds")
    experiment, folder = find_experiment(arguments.name), arguments.out or RESULTS
    changes = {} if arguments.split is None else {"split": arguments.split}
    seeds = arguments.seed or (None if arguments.seeds is None else range(arguments.seeds))
    tasks = experiment.tasks(arguments.rows, arguments.datasets, seeds, **changes)
    end = None
    if not arguments.show:
        end = follow(
            reproduce(
                tasks,
                arguments.minutes,
                folder,
                lambda task: exact_command(arguments.name, task),
                arguments.again,
            )
        )
    cells = stored(folder)
    protocol = Protocol(arguments.selection, arguments.probe, arguments.split or DEFAULT.split)
    found = compare(arguments.name, cells, arguments.rows, arguments.datasets, protocol)
    print(text_of(printed_beside_measured(found), left=2))
    print(experiment.about)
    if experiment.kind == "accuracy":
        print(f"{protocol.words}.")
    if arguments.name == PAIRED.name:
        print(paired_report(cells, protocol, arguments.datasets))
    elif protocol == DEFAULT and arguments.name not in FURTHER:
        for claim in claims(arguments.name, cells, arguments.datasets):
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

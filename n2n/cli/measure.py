"""`python -m n2n measure`: every cell of the paper's tables and figures, for hours, in the background.

    nice -n 19 python -m n2n measure --out cells --jobs 1
    python -m n2n merge cells

It can be stopped and started again at any time: each run is kept as soon as it is finished.
"""

import argparse
from pathlib import Path

from n2n.paper.plan import LONG

HELP = "Measure all missing cells of the paper, cheap ones first; it resumes where it was stopped."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, help="folder of the results.")
    parser.add_argument("--datasets", nargs="*", help="default: all that the paper has.")
    parser.add_argument(
        "--jobs", type=int, choices=(1, 2), default=1, help="processes of one thread each (default 1)."
    )
    parser.add_argument(
        "--longest",
        type=float,
        default=LONG,
        metavar="SECONDS",
        help="one seed is enough where a run took longer (default: ten minutes).",
    )


def run(arguments: argparse.Namespace) -> None:
    from n2n.paper.plan import plan
    from n2n.paper.workers import measure_planned

    if not arguments.longest > 0:
        raise ValueError(f"--longest is {arguments.longest:g}: give a number of seconds above 0.")

    for one in measure_planned(plan(arguments.datasets), arguments.out, arguments.jobs, arguments.longest):
        print(line(one), flush=True)
    print(f"Everything else has been measured. `python -m n2n merge {arguments.out}` adds it to the results.")


def line(finished) -> str:
    """How a cell came out, and how long the rest will take."""
    from n2n.training.tables import duration

    start = f"{finished.done}/{finished.total} {finished.planned.task.title}"
    if finished.cell is None:
        return f"{start}: not measured: {finished.failure}"
    values = finished.cell.values
    score = f": {100 * values['test']:.2f}" if "test" in values else ""
    others = "".join(
        f", {kind} probe {100 * scores['test']:.2f}" for kind, scores in values.get("probes", {}).items()
    )
    left = duration(finished.seconds_left)
    return f"{start}{score}{others} in {duration(finished.cell.seconds)}; {left} left"

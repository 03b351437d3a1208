"""The command line, `n2n …` or `python -m n2n …`.

A command is a module of this package with a one-line `HELP`, `add_arguments(parser)` and `run(arguments)`,
which prints its result; benchmarks are in `bench`. To add one, write the module and enter it in `COMMANDS`.
It imports what is slow to load inside its functions, so that `python -m n2n --help` answers at once.
"""

import argparse
import os
import sys
from pathlib import Path
from typing import NoReturn

from n2n.cli import (
    cold_start,
    convert,
    datasets,
    explore,
    layouts,
    maps,
    measure,
    merge,
    reproduce,
    results,
    synthesize,
    taps,
    train,
    trials,
)
from n2n.cli.bench import batches as bench_batches
from n2n.cli.bench import estimates as bench_estimates
from n2n.cli.bench import inference as bench_inference
from n2n.cli.bench import read as bench_read
from n2n.cli.bench import scale as bench_scale
from n2n.cli.bench import scale_training as bench_scale_training
from n2n.cli.bench import taps as bench_taps
from n2n.cli.bench import train as bench_train

# The word on the command line -> its module; a dictionary within it has the second words.
COMMANDS = {
    "explore": explore,
    "datasets": datasets,
    "convert": convert,
    "synthesize": synthesize,
    "taps": taps,
    "train": train,
    "cold-start": cold_start,
    "results": results,
    "layouts": layouts,
    "maps": maps,
    "reproduce": reproduce,
    "measure": measure,
    "merge": merge,
    "trials": trials,
    "bench": {
        "taps": bench_taps,
        "train": bench_train,
        "inference": bench_inference,
        "read": bench_read,
        "scale": bench_scale,
        "batches": bench_batches,
        "scale-training": bench_scale_training,
        "estimates": bench_estimates,
    },
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One sentence, without argparse's usage text."""
        raise ValueError(f"{message.rstrip('.')}: see `{self.prog} --help`.")


def _add(parser: argparse.ArgumentParser, commands: dict) -> None:
    choices = parser.add_subparsers(metavar="command", required=True)
    for name, command in commands.items():
        if isinstance(command, dict):
            words = f"Measure how fast the program is: {', '.join(command)}."
            _add(choices.add_parser(name, help=words, description=words), command)
        else:
            chosen = choices.add_parser(name, help=command.HELP, description=command.HELP)
            command.add_arguments(chosen)
            chosen.set_defaults(run=command.run)


def main(words: list[str] | None = None) -> int:
    """Run one command and return the exit code: 0, or 2 with one sentence on stderr after a user's mistake.

    >>> main(["taps", "cora", "--k", "0"])
    2
    """
    # The command has the name of the program that was started; a module is started by Python.
    prog = "n2n" if Path(sys.argv[0]).stem == "n2n" else "python -m n2n"
    parser = _Parser(prog=prog, description="Node-to-Neighbourhood learning on graphs.")
    _add(parser, COMMANDS)
    try:
        arguments = parser.parse_args(words)
        arguments.run(arguments)
    except ValueError as error:
        print(f"n2n: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0

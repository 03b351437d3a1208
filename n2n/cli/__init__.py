"""The command line, `n2n …` or `python -m n2n …`.

Each command is a module of this package. It imports what is slow to load inside its function, so that
`n2n --help` answers at once.
"""

import os
import sys
import traceback
from pathlib import Path

import click

from n2n.cli import (
    cold_start,
    convert,
    datasets,
    explore,
    reproduce,
    robustness,
    synthesize,
    taps,
    train,
)

_PACKAGE = Path(__file__).parents[1]


@click.group(no_args_is_help=False)
def commands() -> None:
    """Node-to-Neighbourhood learning on graphs."""


for _command in (
    explore.explore,
    datasets.datasets,
    taps.taps,
    convert.convert,
    synthesize.synthesize,
    train.train,
    cold_start.cold_start,
    reproduce.results,
    reproduce.reproduce,
    robustness.robustness,
):
    commands.add_command(_command)


def main(words: list[str] | None = None) -> int:
    """Run one command and return the exit code: 0, or 2 with one sentence on stderr after a user's mistake.

    >>> main(["taps", "cora", "--k", "0"])
    2
    """
    # The command has the name of the program that was started; a module is started by Python.
    program = "n2n" if Path(sys.argv[0]).stem == "n2n" else "python -m n2n"
    try:
        return commands.main(words, prog_name=program, standalone_mode=False) or 0
    except click.UsageError as error:
        hint = f": see `{error.ctx.command_path} --help`." if error.ctx else "."
        message = error.format_message().rstrip(".") + hint
    except click.ClickException as error:
        message = error.format_message()
    except ValueError as error:
        if not _is_deliberate(error):
            raise
        message = str(error)
    except click.Abort:
        return 130
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    print(f"n2n: {message}", file=sys.stderr)
    return 2


def _is_deliberate(error: ValueError) -> bool:
    """Whether a `raise` statement of this package made the error: its message is then for the user.

    A ValueError out of a library, such as NumPy's for arrays of different shapes, is a bug of this program
    and keeps its traceback.
    """
    origin = traceback.extract_tb(error.__traceback__)[-1]
    return Path(origin.filename).is_relative_to(_PACKAGE) and (origin.line or "").startswith("raise ")

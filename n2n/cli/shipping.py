"""Options of the commands that make files which ship with the program."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from n2n.files.assets import output_folder


def add_output(parser: argparse.ArgumentParser, name: str) -> None:
    """`--out`, for a command that writes files of one kind of `output_folder`."""
    default = str(output_folder(name)).replace("%", "%%")
    parser.add_argument("--out", type=Path, help=f"folder of the {name} (default: {default}).")


def add_shipped(parser: argparse.ArgumentParser) -> None:
    """The datasets of a command that makes files which ship with the program."""
    parser.add_argument("datasets", nargs="*", help="keys of datasets; default: all that are bundled.")


def shipped_names(arguments: argparse.Namespace, known: Sequence[str], what: str) -> list[str]:
    """The datasets that `add_shipped` asks for; ValueError for one of which nothing ships."""
    names = [name.lower() for name in arguments.datasets] or list(known)
    for name in names:
        if name not in known:
            raise ValueError(f"There are no bundled {what} of {name!r}: choose among {', '.join(known)}.")
    return names


def check_count(arguments: argparse.Namespace, option: str) -> None:
    """Raise ValueError if an option is given and below 1."""
    value = getattr(arguments, option.replace("-", "_"))
    if value is not None and value < 1:
        raise ValueError(f"--{option} is {value}: give a whole number of 1 or more.")

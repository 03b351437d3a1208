"""Options of more than one command; those for settings are made from the declarations of the settings."""

import argparse
from pathlib import Path

from n2n.files.assets import output_folder
from n2n.methods.n2n.settings import Settings
from n2n.methods.spec import ALL, Spec

# `python -m n2n train` chooses these itself: by position, or one a seed.
CHOSEN_ELSEWHERE = ("seed", "sampling_seed", "split_seed")


def add_output(parser: argparse.ArgumentParser, name: str) -> None:
    """`--out`, for a command that writes files of one kind of `output_folder`."""
    default = str(output_folder(name)).replace("%", "%%")
    parser.add_argument("--out", type=Path, help=f"folder of the {name} (default: {default}).")


def add_settings(parser: argparse.ArgumentParser) -> None:
    """One option for each setting; those that are not given are those of the dataset."""
    parser.add_argument(
        "--recipe", default=None, help="text, released, or (default) the better on validation data."
    )
    for group in dict.fromkeys(spec.group for spec in Settings.specs().values()):
        options = parser.add_argument_group(group)
        for name, spec in Settings.specs().items():
            if spec.group == group and name not in CHOSEN_ELSEWHERE:
                options.add_argument(
                    _flag(name), type=_reader(name, spec), help=_help(spec), metavar=_meta(spec)
                )


def read_settings(arguments: argparse.Namespace) -> Settings:
    """The settings that the options ask for, on top of those for the dataset."""
    given = {name: getattr(arguments, name, None) for name in Settings.specs()}
    given = {name: value for name, value in given.items() if value is not None}
    first = {name: given.pop(name) for name in ("framework", "k", "sampler") if name in given}
    return Settings.for_dataset(arguments.dataset, recipe=arguments.recipe, **first).replace(**given)


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _meta(spec: Spec) -> str:
    return "|".join(spec.choices) or (spec.symbol or "VALUE")


def _help(spec: Spec) -> str:
    symbol = f" {spec.symbol}" if spec.symbol else ""
    return f"{spec.label}{symbol}. {spec.help} ({spec.range})".replace("%", "%%")


def _reader(name: str, spec: Spec):
    default = getattr(Settings(), name)

    def read(text: str):
        if spec.choices or (spec.or_all and text == ALL):
            return text
        if isinstance(default, bool):
            if text.lower() not in ("true", "false"):
                raise argparse.ArgumentTypeError(f"{name} is {text!r}: expected true or false")
            return text.lower() == "true"
        try:
            return type(default)(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{name} is {text!r}: expected {spec.range}") from None

    return read

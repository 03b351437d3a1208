"""Options of more than one command; those for settings are made from the declarations of the settings."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from n2n.files.assets import output_folder
from n2n.methods.base import SEEDS, MethodSettings
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.n2n.settings import Settings
from n2n.methods.registry import settings_for
from n2n.methods.spec import ALL, Spec
from n2n.training.selection import SELECTIONS, VALIDATION

_CHOSEN_ELSEWHERE = ("method", *SEEDS)
"""Settings without an option of their own: `--method` and `--seeds` choose them."""
BASELINES_ONLY = "Baselines only"
"""The group of the options that N2N does not have."""


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


def add_recipe(parser: argparse.ArgumentParser) -> None:
    """`--recipe`, where the settings that are not given come from."""
    parser.add_argument(
        "--recipe",
        help="tuned (default: chosen on validation nodes), text (as in the paper's text) or released (as "
        "in the released code).",
    )


def add_selection(parser: argparse.ArgumentParser) -> None:
    """`--selection`: the epoch whose test score counts; every run has the scores of all of them."""
    parser.add_argument(
        "--selection",
        choices=tuple(SELECTIONS),
        default=VALIDATION,
        help="the epoch that counts: that of the best validation score (default), the last, or that of the "
        "best test score, which is marked.",
    )


def add_protocol(parser: argparse.ArgumentParser) -> None:
    """`--selection` and `--probe`: how measured scores are read; nothing is computed for it."""
    add_selection(parser)
    parser.add_argument(
        "--probe",
        choices=Settings.specs()["probe"].choices,
        default=Settings().probe,
        help="the linear probe of methods that learn without labels (default: %(default)s).",
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    """`--method`, `--recipe` and one option for each setting; what is not given is as for the dataset."""
    parser.add_argument(
        "--method",
        default=Settings().name,
        help='a method by its name in the paper, such as GCN or "N2N-TAPS-2 (URL)" (default: %(default)s).',
    )
    add_recipe(parser)
    groups: dict[str, dict[str, Spec]] = {}
    for name, spec in (BaselineSettings.specs() | Settings.specs()).items():
        if name not in _CHOSEN_ELSEWHERE:
            group = spec.group if name in Settings.specs() else BASELINES_ONLY
            groups.setdefault(group, {})[name] = spec
    for group in sorted(groups, key=lambda group: group == BASELINES_ONLY):
        options = parser.add_argument_group(group)
        for name, spec in groups[group].items():
            meta = "|".join(spec.choices) or spec.symbol or "VALUE"
            options.add_argument(_flag(name), type=_reader(name, spec), help=_help(spec), metavar=meta)


def read_settings(arguments: argparse.Namespace) -> MethodSettings:
    """The settings that the options ask for, on top of those for the method on the dataset.

    A file of one's own gets the settings of a graph that the paper does not use, as in the app.
    """
    settings, given = settings_for(arguments.method, arguments.dataset), given_settings(arguments)
    for name in given:
        if name not in settings.relevant:
            raise ValueError(f"{settings.name} has no setting {_flag(name)}: leave it out.")
    if arguments.recipe not in (None, *settings.recipes):
        raise ValueError(
            f"There is no recipe {arguments.recipe!r} of {settings.name}: "
            f"choose one of {', '.join(settings.recipes)}."
        )
    # A recipe depends on these.
    first = {name: given.pop(name) for name in ("framework", "k", "sampler") if name in given}
    return settings.replace(**first).as_recipe(arguments.dataset, arguments.recipe).replace(**given)


def given_settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """The settings that have been given as options."""
    names = dict.fromkeys((*Settings.specs(), *BaselineSettings.specs()))
    given = {name: getattr(arguments, name, None) for name in names if name not in _CHOSEN_ELSEWHERE}
    return {name: value for name, value in given.items() if value is not None}


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _help(spec: Spec) -> str:
    symbol = f" {spec.symbol}" if spec.symbol else ""
    return f"{spec.label}{symbol}. {spec.help} ({spec.range})".replace("%", "%%")


def _reader(name: str, spec: Spec) -> Callable[[str], Any]:
    default = getattr(Settings() if name in Settings.specs() else BaselineSettings(), name)

    def read(text: str) -> Any:
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

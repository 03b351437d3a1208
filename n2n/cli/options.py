"""Options of more than one command; those for settings follow from the declarations of the settings."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from n2n.graph.splits import PROTOCOLS
from n2n.methods.base import ALL, SEEDS, MethodSettings, Spec
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.n2n.settings import Settings
from n2n.methods.registry import settings_for
from n2n.training.selection import SELECTIONS, VALIDATION

_CHOSEN_ELSEWHERE = ("method", *SEEDS)
"""Settings without an option of their own: `--method` and `--seeds` choose them."""
_SPECS = {
    name: spec
    for name, spec in (Settings.specs() | BaselineSettings.specs() | Settings.specs()).items()
    if name not in _CHOSEN_ELSEWHERE
}
POSITIVE = click.IntRange(1)
PATH = click.Path(path_type=Path)


class _NumberOrAll(click.ParamType):
    name = "number or all"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        if value == ALL or isinstance(value, int):
            return value
        if not value.isdecimal():
            self.fail(f"{value!r} is neither a whole number nor 'all'", param, ctx)
        return int(value)


NUMBER_OR_ALL = _NumberOrAll()

recipe_option = click.option(
    "--recipe",
    help="tuned (default: chosen on validation nodes), text (as in the paper's text) or released (as in the "
    "released code).",
)
selection_option = click.option(
    "--selection",
    type=click.Choice(tuple(SELECTIONS)),
    default=VALIDATION,
    help="The epoch that counts: that of the best validation score (default), the last, or that of the best "
    "test score, which is marked.",
)
split_option = click.option(
    "--split",
    type=click.Choice(PROTOCOLS),
    default="paper",
    show_default=True,
    help="Which nodes are for training, validation and test.",
)
probe_option = click.option(
    "--probe",
    type=click.Choice(Settings.specs()["probe"].choices),
    default=Settings().probe,
    show_default=True,
    help="The linear probe of methods that learn without labels.",
)


def settings_options(command: Callable) -> Callable:
    """`--method`, `--recipe` and one option for each setting; what is not given is as for the dataset."""
    for name, spec in reversed(_SPECS.items()):
        command = click.option(
            _flag(name), type=_type(name, spec), metavar=spec.symbol or None, help=_help(name, spec)
        )(command)
    command = recipe_option(command)
    return click.option(
        "--method",
        default=Settings().name,
        show_default=True,
        help='A method by its name in the paper, such as GCN or "N2N-TAPS-2 (URL)".',
    )(command)


def chosen_settings(dataset: str, method: str, recipe: str | None = None, **given: Any) -> MethodSettings:
    """The settings that the options ask for, on top of those for the method on the dataset.

    A file of one's own gets the settings of a graph that the paper does not use, as in the app.
    """
    settings, given = settings_for(method, dataset), given_settings(given)
    for name in given:
        if name not in settings.relevant:
            raise click.ClickException(f"{settings.name} has no setting {_flag(name)}: leave it out.")
    if recipe not in (None, *settings.recipes):
        raise click.ClickException(
            f"There is no recipe {recipe!r} of {settings.name}: choose one of {', '.join(settings.recipes)}."
        )
    # A recipe depends on these.
    first = {name: given.pop(name) for name in ("framework", "k", "sampler") if name in given}
    return settings.replace(**first).as_recipe(dataset, recipe).replace(**given)


def given_settings(options: dict[str, Any]) -> dict[str, Any]:
    """The settings among the options that have been given."""
    return {name: value for name, value in options.items() if name in _SPECS and value is not None}


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _help(name: str, spec: Spec) -> str:
    who = "" if name in Settings.specs() else "Baselines only: "
    # Click lists the choices itself.
    known = spec.choices or _type(name, spec) is bool
    return f"{who}{spec.label}. {spec.help}" + ("" if known else f" ({spec.range})")


def _type(name: str, spec: Spec) -> click.ParamType | type:
    if spec.choices:
        return click.Choice(spec.choices)
    if spec.or_all:
        return NUMBER_OR_ALL
    return type(getattr(Settings() if name in Settings.specs() else BaselineSettings(), name))

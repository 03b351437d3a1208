"""Widgets for every setting of a training run, made from the declarations of the methods.

Five settings come first, all others are one click away. The defaults of the widgets are the values of the
chosen recipe, so the address holds what differs from it. Another recipe or dataset fills all widgets again;
another framework or k only those that were left alone.
"""

import math
from contextlib import suppress
from typing import Any

import streamlit as st

import n2n
from n2n.methods.base import ALL, MethodSettings, Spec
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.identity import N2N
from n2n.methods.recipes import baselines
from pages.session.markdown import escape
from pages.ui import controls

LEADING = ("framework", "sampler", "k")
"""What a recipe depends on."""
FIRST = (*LEADING, "epochs")
"""With the method, the five settings that are always seen."""
GROUPS = ("Method", "Positives", "Loss", "Encoder", "Optimiser", "Record", "Data", "Method details")
RECORDED = {"watch_theorem": True, "snapshots": 12}
"""Recorded unless switched off: the curves of Theorem 1, and snapshots for the replay."""
_RECIPE = "settings of the recipe"
"""The values with which all widgets were last filled; without it, they stay."""
KS = (1, 2, 3, 4, 5, 10)
"""Numbers of positives in the list; any other can be typed."""


def key_of(name: str) -> str:
    """The key of a setting in the address."""
    return f"train.{name}"


def adopt(dataset: str, settings: MethodSettings) -> None:
    """Fill all widgets with the settings of a run of any method, and choose its dataset; for a callback."""
    defaults = type(settings)().to_dict()
    values = {
        key_of(name): str(getattr(settings, name))
        if settings.specs()[name].or_all
        else type(defaults[name])(getattr(settings, name))
        for name in settings.relevant
    }
    recipe, _ = settings.closest_recipe(dataset)
    if recipe in n2n.Settings.recipes:
        values["recipe"] = recipe
    values |= {key_of("method"): getattr(settings, "method", N2N), "dataset": dataset}
    st.session_state.update(values)
    st.session_state.pop(_RECIPE, None)


def choose(dataset: str, graph: n2n.Graph) -> tuple[MethodSettings, str, bool]:
    """All widgets, in the current column.

    Returns the settings that they say, where the recipe comes from, and whether all values are possible: one
    that is not is replaced by that of the recipe, and nothing can be started.
    """
    method = controls.select(
        "Method", _methods(graph), key_of("method"), help="N2N, or one of its baselines."
    )
    first = _first(method, graph)
    values = {name: _widget(first, name, graph) for name in LEADING if name in first.relevant}
    early = st.container()
    more = st.expander("All settings", icon=":material/tune:")
    recipe = None
    if method == N2N:
        with more:
            recipe = controls.choice(
                "Preset",
                n2n.Settings.recipes,
                "recipe",
                help="tuned: on validation nodes; text: the paper; released: the authors' code. Choosing one "
                "fills in all fields.",
            )
    base = first.replace(**_possible(first, values)).as_recipe(dataset, recipe)
    base = base.replace(**{name: value for name, value in RECORDED.items() if name in base.specs()})
    _fill(base, (dataset, method, recipe))
    rest = [name for name in base.relevant if name not in (*LEADING, "method")]
    with early:
        values |= {name: _widget(base, name, graph) for name in rest if name in FIRST}
    for group in GROUPS:
        names = [name for name in rest if base.specs()[name].group == group and name not in FIRST]
        if names:
            with more:
                st.markdown(f"**{group}**")
                values |= {name: _widget(base, name, graph) for name in names}
    possible = _possible(base, values)
    changed = [base.describe(name, value) for name, value in possible.items() if value != getattr(base, name)]
    note = base.note(dataset, recipe) + (f" Changed here: {', '.join(changed)}." if changed else "")
    return base.replace(**possible), escape(note), possible == values


def _possible(settings: MethodSettings, values: dict[str, Any]) -> dict[str, Any]:
    """Those of the values that the settings allow."""
    found = {}
    for name, value in values.items():
        with suppress(ValueError):
            settings.replace(**{name: value})
            found[name] = value
    return found


def _methods(graph: n2n.Graph) -> tuple[str, ...]:
    """The methods that can learn on a graph: without labels, those that need none."""
    found = [
        name for name, baseline in baselines().items() if graph.has_labels or baseline.framework == "URL"
    ]
    return (N2N, *found)


def _first(method: str, graph: n2n.Graph) -> MethodSettings:
    """The settings with which the widgets of a method begin."""
    if method != N2N:
        return BaselineSettings(method)
    return n2n.Settings() if graph.has_labels else n2n.Settings(framework="URL")


def _fill(base: MethodSettings, source: tuple[str, str, str | None]) -> None:
    """Bring the widgets up to date when what the recipe says has changed."""
    before, before_source = st.session_state.get(_RECIPE, (base, source))
    st.session_state[_RECIPE] = (base, source)
    if before == base and before_source == source:
        return
    for name, default in type(base)().to_dict().items():
        key, new = key_of(name), getattr(base, name)
        untouched = st.session_state.get(key) == getattr(before, name, None)
        if name not in (*LEADING, "method") and (before_source != source or untouched):
            st.session_state[key] = type(default)(new)


def _widget(settings: MethodSettings, name: str, graph: n2n.Graph) -> Any:
    """The right widget for a setting; its default is the value in the settings."""
    spec, key, default = settings.specs()[name], key_of(name), getattr(settings, name)
    label = f"{spec.label} {spec.symbol}".strip()
    if spec.choices:
        choices = ("URL",) if name == "framework" and not graph.has_labels else spec.choices
        return controls.choice(label, choices, key, default=default, help=spec.help)
    help = f"{spec.help} {spec.range[0].upper()}{spec.range[1:]}."
    if spec.or_all:
        return _number_or_all(label, spec, key, default, help)
    if isinstance(default, bool):
        return controls.switch(label, key, default, help=spec.help)
    if isinstance(default, int):
        return controls.typed(label, int(spec.low), int(spec.high), default, key, help)
    value = st.number_input(
        label, value=float(default), step=step(default), format="%g", key=key, help=help, **controls.BOUND
    )
    if not spec.low <= value <= spec.high:
        st.error(f"{label} must be {spec.range}.")
    return value


def _number_or_all(label: str, spec: Spec, key: str, default: int | str, help: str) -> int | str:
    """A whole number or the word "all": the usual ones in a list, any other by typing."""
    options = [str(k) for k in KS] + [ALL]
    value = st.selectbox(
        label,
        options,
        index=options.index(str(default)),
        key=key,
        help=help,
        accept_new_options=True,
        **controls.BOUND,
    )
    if value == ALL or (value.isdecimal() and spec.low <= int(value) <= spec.high):
        return value if value == ALL else int(value)
    st.error(f"{label} must be a whole number from {spec.low} to {spec.high}, or {ALL}.")
    return value


def step(value: float) -> float:
    """A tenth of the size of a number: 0.1 for 5, 0.0001 for 0.005."""
    return 10.0 ** (math.floor(math.log10(value)) - 1) if value else 1e-4

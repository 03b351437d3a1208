"""Widgets for every setting of a training run, made from the declarations in `n2n.methods.n2n.settings`.

The defaults of the widgets are the values of the chosen recipe, so the address holds what differs from it.
Another recipe or dataset fills all widgets again; another framework or k only those that were left alone.
"""

import math
from contextlib import suppress
from typing import Any

import streamlit as st

import n2n
from n2n.methods.base import ALL, MethodSettings, Spec
from n2n.methods.baselines.catalogue import baselines
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.identity import N2N
from pages.ui import controls
from pages.ui.markdown import escape

# What a recipe depends on; these stand first.
LEADING = ("framework", "sampler", "k")
GROUPS = {
    "Positives": ":material/hub:",
    "Loss": ":material/compress:",
    "Encoder": ":material/layers:",
    "Optimiser": ":material/trending_down:",
    "Record": ":material/monitoring:",
    "Data": ":material/dataset:",
    "Method details": ":material/tune:",
}
# Recorded unless switched off: the curves of Theorem 1, and snapshots for the Embeddings page.
RECORDED = {"watch_theorem": True, "snapshots": 8}
# Numbers of positives in the list; any other can be typed.
KS = (1, 2, 3, 4, 5, 10)

_BASE = "settings of the recipe"


def key_of(name: str) -> str:
    """The key of a setting in the address."""
    return f"train.{name}"


def adopt(dataset: str, settings: MethodSettings) -> None:
    """Fill all widgets with the settings of a run of any method, and choose its dataset; for a callback."""
    defaults = type(settings)().to_dict()
    for name in settings.relevant:
        value = getattr(settings, name)
        st.session_state[key_of(name)] = (
            str(value) if settings.specs()[name].or_all else type(defaults[name])(value)
        )
    st.session_state[key_of("method")] = _method_of(settings)
    recipe, _ = settings.closest_recipe(dataset)
    if recipe in n2n.Settings.recipes:
        st.session_state["recipe"] = recipe
    st.session_state["dataset"] = dataset
    keep_values()


def choose(dataset: str, graph: n2n.Graph) -> tuple[MethodSettings, str, bool]:
    """All widgets, in the current column.

    Returns the settings that they say, where the recipe comes from, and whether all values are possible: one
    that is not is replaced by that of the recipe, and nothing can be started.
    """
    methods = _methods(graph)
    if st.session_state.get(key_of("method")) not in (None, *methods):  # left over from a graph with labels
        del st.session_state[key_of("method")]
    method = controls.select(
        "Method", methods, key_of("method"), help="N2N, or one of the methods that it is compared with."
    )
    recipe = None
    if method == N2N:
        recipe = controls.choice(
            "Recipe",
            n2n.Settings.recipes,
            "recipe",
            help="Where the values come from: tuned on validation nodes, the text of the paper, or the "
            "authors' released code. Choosing one fills in all fields.",
        )
    first = _first(method, graph)
    leading = {
        name: _widget(first, name, getattr(first, name), graph) for name in LEADING if name in first.relevant
    }
    base = first.replace(**_possible(first, leading)).as_recipe(dataset, recipe)
    base = base.replace(**{name: value for name, value in RECORDED.items() if name in base.specs()})
    _fill(base, (dataset, method, recipe))
    values = dict(leading)
    rest = [name for name in base.relevant if name not in (*LEADING, "method")]
    for group in ("Method", *GROUPS):
        chosen = [name for name in rest if base.specs()[name].group == group]
        if not chosen:
            continue
        with st.container() if group == "Method" else st.expander(group, icon=GROUPS[group]):
            for name in chosen:
                values[name] = _widget(base, name, getattr(base, name), graph)
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


def _method_of(settings: MethodSettings) -> str:
    """What the widget calls the method: the name of a baseline, or N2N."""
    return getattr(settings, "method", N2N)


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


def keep_values() -> None:
    """The widgets have been set from elsewhere: the next recipe does not fill them again."""
    st.session_state.pop(_BASE, None)


def _fill(base: MethodSettings, source: tuple[str, str, str | None]) -> None:
    """Bring the widgets up to date when what the recipe says has changed."""
    before, before_source = st.session_state.get(_BASE, (base, source))
    st.session_state[_BASE] = (base, source)
    if before == base and before_source == source:
        return
    for name, default in type(base)().to_dict().items():
        key, new = key_of(name), getattr(base, name)
        untouched = st.session_state.get(key) == getattr(before, name, None)
        if name not in (*LEADING, "method") and (before_source != source or untouched):
            st.session_state[key] = type(default)(new)


def _widget(settings: MethodSettings, name: str, default: Any, graph: n2n.Graph) -> Any:
    """The right widget for a setting."""
    spec, key = settings.specs()[name], key_of(name)
    label = f"{spec.label} {spec.symbol}".strip()
    if spec.choices:
        choices = ("URL",) if name == "framework" and not graph.has_labels else spec.choices
        if st.session_state.get(key) not in (None, *choices):  # left over from a graph with labels
            del st.session_state[key]
        return controls.choice(label, choices, key, default=default, help=spec.help)
    help = f"{spec.help} {spec.range[0].upper()}{spec.range[1:]}."
    if spec.or_all:
        return _number_or_all(label, spec, key, default, help)
    if isinstance(default, bool):
        return controls.switch(label, key, default, help=spec.help)
    return _number(label, spec, key, default, help)


def _number_or_all(label: str, spec: Spec, key: str, default: int | str, help: str) -> int | str:
    """A whole number or the word "all": the usual ones in a list, any other by typing."""

    def possible(raw: str) -> bool:
        return raw == ALL or (raw.isdecimal() and spec.low <= int(raw) <= spec.high)

    expected = f"a whole number from {spec.low} to {spec.high}, or {ALL}"
    options = [str(k) for k in KS] + [ALL]
    typed = st.session_state.get(key) or st.query_params.get(key)
    value = st.selectbox(
        label,
        options if typed is None or typed in options else [*options, typed],
        index=options.index(str(default)),
        key=key,
        help=help,
        accept_new_options=True,
        **controls.BOUND,
    )
    if not possible(value):
        st.error(f"{label} must be {expected}.")
        return value
    return value if value == ALL else int(value)


def _number(label: str, spec: Spec, key: str, default: float, help: str) -> float | None:
    """A whole number, or one with decimals and a step that fits its size; see `controls.typed`."""
    if isinstance(default, int):
        return controls.typed(label, int(spec.low), int(spec.high), default, key, help)

    value = st.number_input(
        label, value=float(default), step=step(default), format="%g", key=key, help=help, **controls.BOUND
    )
    if not spec.low <= value <= spec.high:
        st.error(f"{label} must be {spec.range}.")
    return value


def step(value: float) -> float:
    """A tenth of the size of a number: 0.1 for 5, 0.0001 for 0.005."""
    return 10.0 ** (math.floor(math.log10(value)) - 1) if value else 1e-4

"""Widgets for every setting of a training run, made from the declarations of the methods.

Five settings come first, all others are one click away. The defaults of the widgets are the values of the
chosen recipe, so the address holds what differs from it. Another recipe or dataset fills all widgets again;
another framework or k only those that were left alone.
"""

import math
from typing import Any

import streamlit as st

import n2n
from n2n.methods.base import ALL, MethodSettings
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.identity import N2N
from n2n.methods.recipes import baselines
from pages.session.markdown import escape
from pages.ui import controls

LEADING = ("framework", "sampler", "k")
"""What a recipe depends on; with the method and the epochs, the five settings that are always seen."""
GROUPS = ("Method", "Positives", "Loss", "Encoder", "Optimiser", "Record", "Data", "Method details")
RECORDED = {"watch_theorem": True, "snapshots": 12}
"""Recorded unless switched off: the curves of Theorem 1, and snapshots for the replay."""
KS = ("1", "2", "3", "4", "5", "10", ALL)
"""Numbers of positives in the list; any other can be typed."""
_RECIPE = "settings of the recipe"


def key_of(name: str) -> str:
    """The key of a setting in the address."""
    return f"train.{name}"


def adopt(dataset: str, settings: MethodSettings) -> None:
    """Fill all widgets with the settings of a run of any method, and choose its dataset; for a callback."""
    specs, defaults = settings.specs(), type(settings)().to_dict()
    for name in settings.relevant:
        kind = str if specs[name].or_all else type(defaults[name])
        st.session_state[key_of(name)] = kind(getattr(settings, name))
    recipe, _ = settings.closest_recipe(dataset)
    if recipe in n2n.Settings.recipes:
        st.session_state["recipe"] = recipe
    st.session_state[key_of("method")] = getattr(settings, "method", N2N)
    st.session_state["dataset"] = dataset
    st.session_state.pop(_RECIPE, None)  # the widgets stay as they are


def choose(dataset: str, graph: n2n.Graph) -> tuple[MethodSettings, str, list[str]]:
    """All widgets, in the current column.

    Returns the settings that they say, where the recipe comes from, and what is wrong: a value that is not
    possible is replaced by that of the recipe, and nothing can be started.
    """
    # Without labels only methods can learn that need none.
    methods = [name for name, one in baselines().items() if graph.has_labels or one.framework == "URL"]
    help = "N2N, or one of its baselines."
    method = controls.select("Method", [N2N, *methods], key_of("method"), help=help)
    first = BaselineSettings(method) if method != N2N else n2n.Settings()
    if method == N2N and not graph.has_labels:
        first = first.replace(framework="URL")
    values = {name: _setting(first, name, graph) for name in LEADING if name in first.relevant}
    early, more, recipe = st.container(), st.expander("All settings", icon=":material/tune:"), None
    if method == N2N:
        with more:
            help = "tuned: on validation nodes; text: the paper; released: the authors' code. Choosing one "
            help += "fills in all fields."
            recipe = controls.choice("Preset", n2n.Settings.recipes, "recipe", help=help)
    base = first.replace(**_possible(first, values)[0]).as_recipe(dataset, recipe)
    base = base.replace(**{name: value for name, value in RECORDED.items() if name in base.specs()})
    _fill(base, (dataset, method, recipe))
    rest = [name for name in base.relevant if name not in (*LEADING, "method")]
    for group in GROUPS:
        names = [name for name in rest if base.specs()[name].group == group and name != "epochs"]
        if names:
            more.markdown(f"**{group}**")
        for name in names:
            with more:
                values[name] = _setting(base, name, graph)
    if "epochs" in rest:
        with early:
            values["epochs"] = _setting(base, "epochs", graph)
    possible, problems = _possible(base, values)
    changed = [base.describe(name, value) for name, value in possible.items() if value != getattr(base, name)]
    note = base.note(dataset, recipe) + (f" Changed here: {', '.join(changed)}." if changed else "")
    return base.replace(**possible), escape(note), problems


def _possible(settings: MethodSettings, values: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Those of the values that the settings allow, and what is wrong about the others."""
    possible, problems = {}, []
    for name, value in values.items():
        try:
            settings.replace(**{name: value})
            possible[name] = value
        except ValueError as problem:
            problems.append(str(problem).replace(f"{name} is ", f"{label(settings, name)} is ", 1))
    return possible, problems


def _fill(base: MethodSettings, source: tuple[str, str, str | None]) -> None:
    """Bring the widgets up to date when what the recipe says has changed."""
    before, before_source = st.session_state.get(_RECIPE, (base, source))
    st.session_state[_RECIPE] = (base, source)
    if before == base and before_source == source:
        return
    for name, default in type(base)().to_dict().items():
        key = key_of(name)
        untouched = st.session_state.get(key) == getattr(before, name, None)
        if name not in (*LEADING, "method") and (before_source != source or untouched):
            st.session_state[key] = type(default)(getattr(base, name))


def _setting(settings: MethodSettings, name: str, graph: n2n.Graph) -> Any:
    spec, key, default = settings.specs()[name], key_of(name), getattr(settings, name)
    if spec.choices:
        choices = ("URL",) if name == "framework" and not graph.has_labels else spec.choices
        return controls.choice(label(settings, name), choices, key, default=default, help=spec.help)
    return widget(settings, name, key, **controls.BOUND)


def label(settings: MethodSettings, name: str) -> str:
    """What a setting is called, with its symbol."""
    spec = settings.specs()[name]
    return f"{spec.label} {spec.symbol}".strip()


def widget(settings: MethodSettings, name: str, key: str, **options: Any) -> Any:
    """The widget of a number, or of yes or no; its default is the value in the settings.

    It has no limits of its own: a browser would keep what lies outside them to itself, and the page would
    start something with the number before.
    """
    spec, value = settings.specs()[name], getattr(settings, name)
    options |= {"label": label(settings, name), "key": key, "help": spec.help}
    if spec.or_all:
        ks = list(dict.fromkeys([*KS, str(value)]))
        chosen = st.selectbox(options=ks, index=ks.index(str(value)), accept_new_options=True, **options)
        return int(chosen) if chosen.isdecimal() else chosen
    if isinstance(value, bool):
        return st.toggle(value=value, **options)
    options["help"] += f" {spec.range[0].upper()}{spec.range[1:]}."
    if isinstance(value, int):
        return int(st.number_input(value=value, step=1, **options))
    # A tenth of the size of a number: 0.1 for 5, 0.0001 for 0.005.
    step = 10.0 ** (math.floor(math.log10(value)) - 1) if value else 1e-4
    return st.number_input(value=float(value), step=step, format="%g", **options)

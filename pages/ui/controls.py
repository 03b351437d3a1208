"""Controls whose value is part of the address, so that a copied link shows the same view.

Streamlit carries the value of a control to other pages that have a control of the same key, and ignores
values in the address that are not possible. Dataset and node names are written into the address here, since
Streamlit would write what the visitor sees of them.
"""

from collections.abc import Sequence

import streamlit as st

import n2n
from n2n.methods.n2n.settings import Settings
from pages.session import address, own_graphs
from pages.session.markdown import escape

BOUND = {"bind": "query-params", "persist_state": "session"}
"""Options of every control in the address."""
DEFAULT = "cora"
_DEAD_LINK, _CLICKS = "dead link", "clicks"


def button(label: str, key: str, **options) -> None:
    """A button whose click the page acts on by itself; see `clicked`."""
    st.button(label, key=key, on_click=_click, args=(key,), **options)


def _click(key: str) -> None:
    st.session_state.setdefault(_CLICKS, {})[key] = st.session_state.get("dataset")


def clicked(key: str) -> bool:
    """Whether the button was clicked since the page last asked; to be asked when all controls are drawn.

    The arguments of a callback are those of the previous run of the page, so a value that was typed just
    before the click is not among them. A plain `if st.button(…)` would lose the click where another run
    overtakes this one.
    """
    clicks = st.session_state.get(_CLICKS, {})
    return key in clicks and clicks.pop(key) == st.session_state.get("dataset")


def forget_clicks() -> None:
    """At the end of every page: what it did not act on by then is not acted on later."""
    st.session_state.pop(_CLICKS, None)


def stop() -> None:
    """End the page here, where something is wrong: what was clicked is not acted on later either."""
    forget_clicks()
    st.stop()


def number(
    label: str, low: int, high: int, default: int, key: str, *, help: str | None = None, slider: bool = False
) -> int:
    """A whole number between two limits."""
    low, high = int(low), int(high)
    default = min(max(int(default), low), high)
    if low == high:
        st.caption(f"{label}: {low}, the only choice here")
        return low
    value = st.session_state.get(key)
    if value is not None and not low <= value <= high:  # the limits may have changed since it was set
        st.session_state[key] = min(max(int(value), low), high)
    make = st.slider if slider else st.number_input
    return int(make(label, low, high, value=default, step=1, key=key, help=help, **BOUND))


def typed(label: str, low: int, high: int, default: int, key: str, help: str | None = None) -> int | None:
    """As `number`, for what is about to be started: None, with a sentence, where it cannot be.

    The field has no limits of its own. A browser would keep what lies outside them to itself, and the page
    would start something with the number before.
    """
    value = int(st.number_input(label, value=default, step=1, key=key, help=help, **BOUND))
    if low <= value <= high:
        return value
    st.error(f"{label} must be a whole number from {low} to {high:,}.")
    return None


def choice(
    label: str,
    options: Sequence[str],
    key: str,
    *,
    default: str | None = None,
    help: str | None = None,
    letters: int = 36,
) -> str:
    """One of a few words: side by side where they fit, else one below the other.

    Args:
        letters: how many characters fit side by side, with five more for the space around each option; the
            default is for the narrow column of controls.
    """
    default = default or options[0]
    if sum(len(option) + 5 for option in options) >= letters:
        return st.radio(label, options, index=options.index(default), key=key, help=help, **BOUND)
    return st.segmented_control(label, options, default=default, required=True, key=key, help=help, **BOUND)


def select(
    label: str, options: Sequence[str], key: str, *, default: str | None = None, help: str | None = None
) -> str:
    """One of many words, from a list that opens."""
    index = options.index(default or options[0])
    return st.selectbox(label, options, index=index, key=key, help=help, **BOUND)


def switch(label: str, key: str, help: str | None = None) -> bool:
    """On or off."""
    return st.toggle(label, key=key, help=help, **BOUND)


def several(
    label: str,
    options: Sequence[str],
    key: str,
    *,
    default: Sequence[str] = (),
    **more: str,
) -> list[str]:
    """Any number of words, in the order of their choice."""
    kept = st.session_state.get(key)
    if kept and not set(kept) <= set(options):  # what does not fit another dataset is left out
        st.session_state[key] = [one for one in kept if one in options]
    return st.multiselect(label, options, default=list(default), key=key, wrap=True, **more, **BOUND)


def positives() -> int:
    """k, with the name and the help that the settings declare."""
    spec = Settings.specs()["k"]
    help = spec.help.partition(";")[0]
    return number(f"{spec.label} {spec.symbol}", 1, 5, 1, "k", help=help, slider=True)


def seed() -> int:
    """The seed of random positives."""
    spec = Settings.specs()["sampling_seed"]
    return number(spec.label, 0, 999, 0, "seed", help=spec.help)


def named(label: str, names: dict[int, str], key: str, *, help: str | None = None) -> int:
    """One of many things that have a number, for the address, and a name; the first of them by default."""
    numbers, default = {str(number): number for number in names}, next(iter(names))
    if (raw := address.read(key)) in numbers:
        st.session_state[key] = numbers[raw]
    if st.session_state.get(key) not in names:
        st.session_state[key] = default
    # Not bound: the name would be in the address.
    value = st.selectbox(
        label, list(names), key=key, format_func=names.get, help=help, persist_state="session"
    )
    address.write(key, str(value) if value != default else None)
    return value


def dataset() -> str:
    """The dataset picker of the sidebar; the address holds the key of the dataset, unless it is Cora."""
    from n2n.graph.catalogue import find, unlisted

    datasets = n2n.catalogue() | {key: own.info for key, own in own_graphs.held().items()}
    if (raw := address.read("dataset")) is not None:
        try:
            st.session_state["dataset"] = raw if raw in datasets else find(raw).key
        except ValueError:
            st.session_state[_DEAD_LINK] = _problem_of(raw, datasets[DEFAULT].title)
    if st.session_state.get("dataset") not in (None, *datasets):
        st.session_state["dataset"] = DEFAULT  # a graph that was removed
    key = st.selectbox(
        "Dataset",
        list(datasets),
        key="dataset",
        format_func=lambda key: datasets[key].title,
        persist_state="session",
        help="Some are bundled, the others are loaded when first chosen. Add a graph of your own on the page "
        "Your data.",
    )
    for problem in unlisted():
        st.warning(escape(problem))
    address.write("dataset", None if key == DEFAULT else key)  # not bound, as above
    return key


def _problem_of(raw: str, shown: str) -> str:
    """Why a link leads to another graph than it names."""
    if own_graphs.is_own(raw):
        return (
            f"The link refers to an uploaded graph, {escape(repr(own_graphs.name_in(raw)))}. A link does not "
            f"contain the graph: upload its files again on the page Your data. {shown} is shown."
        )
    return f"There is no dataset {escape(repr(raw[:40]))}: {shown} is shown."


def warn_of_dead_link() -> None:
    """Above the page, where people look: why it is not about the graph that the link names."""
    if problem := st.session_state.pop(_DEAD_LINK, ""):
        st.warning(problem, icon=":material/link_off:")

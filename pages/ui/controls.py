"""Controls whose value is part of the address, so that a copied link shows the same view.

A control is bound to the address by its key. Its value is also carried over to other pages that have a
control of the same key. An impossible value in the address is replaced by the default, and a notice says so.

Streamlit tells a browser the value of a control, if it is not the default, in one run of the page only. Where
the next run begins before a slow browser has drawn the control, it draws the default and later asks for that:
on a busy machine a training of the karate club began, and its page fell back to Cora. So a value is told in
every run for which the browser has not sent one.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

import streamlit as st
from streamlit.errors import StreamlitAPIException

import n2n
from n2n.methods.n2n.settings import Settings
from pages.session import address, browser, own_graphs
from pages.ui.markdown import escape

_KEPT = "kept."
_PAGE = "page"
_ARRIVED = "arrived"
_ADDRESS = "dataset in the address"
_ADDRESSED = "in the address: "
_CLICKS = "clicks"
DEFAULT = "cora"


def arrive(page: str) -> None:
    """To be told by every page, so that a control knows when the visitor has just come to it."""
    st.session_state[_ARRIVED] = st.session_state.get(_PAGE) != page
    st.session_state[_PAGE] = page


def prepare(key: str, possible: Callable[[str], bool], expected: str) -> None:
    """Before a control is made: say what is wrong with the address, or carry its value over to a new page."""
    _tell_again(key)
    given = st.query_params.get_all(key)
    for raw in given:
        if not possible(raw):
            st.warning(
                f"The link asks for {key} = {escape(repr(raw[:40]))}, but here it must be "
                f"{escape(expected)}. The default is shown."
            )
            return
    if given:
        return
    if not st.session_state.get(_ARRIVED):
        return
    kept = st.session_state.get(_KEPT + key)
    if isinstance(kept, list):  # what does not fit another dataset is left out
        kept = [one for one in kept if possible(one)] or (None if kept else kept)
    if kept is not None and (isinstance(kept, list) or possible(str(kept))):
        st.session_state[key] = kept
        # A control that keeps its value does not write it into the address of the new page by itself; while
        # it is still bound from the page before, it does.
        with suppress(StreamlitAPIException):
            st.query_params[key] = _raw(kept)
    elif key in st.session_state:
        del st.session_state[key]


def _raw(value) -> str | list[str]:
    """A value as the address has it."""
    if isinstance(value, list):
        return value
    return str(value).lower() if isinstance(value, bool) else str(value)


def _tell_again(key: str) -> None:
    """Let this run tell the browser the value of a control, unless the browser has just sent it."""
    if key in st.session_state and not browser.sent(key):
        st.session_state[key] = st.session_state[key]


def keep(key: str, value, default) -> None:
    """Remember a value for the control of this key on another page; a default is not worth it."""
    st.session_state[_KEPT + key] = None if value == default else value


def bring(settings: dict[str, str | int | bool]) -> None:
    """Set controls of this page or another; to be called before the controls are made."""
    for key, value in settings.items():
        st.session_state[key] = value
        st.session_state[_KEPT + key] = value


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

    def possible(raw: str) -> bool:
        return raw.lstrip("-").isdecimal() and low <= int(raw) <= high

    if low == high:
        st.caption(f"{label}: {low}, the only choice here")
        return low
    prepare(key, possible, f"a whole number from {low} to {high:,}")
    make = st.slider if slider else st.number_input
    value = int(make(label, low, high, value=default, step=1, key=key, help=help, bind="query-params"))
    value = min(max(value, low), high)  # the limits may have changed since it was set
    keep(key, value, default)
    return value


def typed(label: str, low: int, high: int, default: int, key: str, help: str | None = None) -> int | None:
    """As `number`, for what is about to be started: None, with a sentence, where it cannot be.

    The field has no limits of its own. A browser would keep what lies outside them to itself, and the page
    would start something with the number before.
    """

    def whole(raw: str) -> bool:
        return raw.removeprefix("-").isdecimal()

    prepare(key, whole, f"a whole number from {low} to {high:,}")
    value = int(st.number_input(label, value=default, step=1, key=key, help=help, bind="query-params"))
    keep(key, value, default)
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
    letters: int = 24,
) -> str:
    """One of a few words: side by side where they fit, else one below the other.

    Args:
        letters: how many characters fit side by side; the default is for the narrow column of controls.
    """
    default = default or options[0]
    prepare(key, lambda raw: raw in options, "one of " + ", ".join(options))
    shared = {"key": key, "help": help, "bind": "query-params"}
    if sum(map(len, options)) < letters:
        value = st.segmented_control(label, options, default=default, required=True, **shared)
    else:
        value = st.radio(label, options, index=options.index(default), **shared)
    keep(key, value, default)
    return value


def select(
    label: str, options: Sequence[str], key: str, *, default: str | None = None, help: str | None = None
) -> str:
    """One of many words, from a list that opens."""
    default = default or options[0]
    prepare(key, lambda raw: raw in options, "one of " + ", ".join(options))
    value = st.selectbox(
        label, options, index=options.index(default), key=key, help=help, bind="query-params"
    )
    keep(key, value, default)
    return value


def switch(label: str, key: str, default: bool = False, help: str | None = None) -> bool:
    """On or off."""
    prepare(key, lambda raw: raw.lower() in ("true", "false"), "true or false")
    value = st.toggle(label, value=default, key=key, help=help, bind="query-params")
    keep(key, value, default)
    return value


def several(
    label: str,
    options: Sequence[str],
    key: str,
    *,
    default: Sequence[str] = (),
    placeholder: str | None = None,
    help: str | None = None,
) -> list[str]:
    """Any number of words, in the order of their choice."""
    prepare(key, lambda raw: raw in options, "among " + ", ".join(options))
    value = st.multiselect(
        label,
        options,
        default=list(default),
        key=key,
        placeholder=placeholder,
        help=help,
        wrap=True,
        bind="query-params",
    )
    keep(key, value, list(default))
    return value


def positives(key: str = "k", high: int = 5) -> int:
    """k, with the name and the help that the settings declare."""
    spec = Settings.specs()["k"]
    return number(
        f"{spec.label} {spec.symbol}", 1, high, 1, key, help=spec.help.partition(";")[0], slider=True
    )


def seed() -> int:
    """The seed of random positives."""
    spec = Settings.specs()["sampling_seed"]
    return number(spec.label, 0, 999, 0, "seed", help=spec.help)


def named(label: str, names: dict[int, str], key: str, *, help: str | None = None) -> int:
    """One of many things that have a number, for the address, and a name; the first of them by default."""
    numbers, default = {str(number): number for number in names}, next(iter(names))
    raw, written = st.query_params.get(key), _ADDRESSED + key
    if raw is not None and raw == st.session_state.get(written) and raw not in numbers:
        del st.query_params[key]  # written here for another list, such as the neighbours of another node
    prepare(key, lambda raw: raw in numbers, "one of the list")
    if raw in numbers and raw != st.session_state.get(written):  # a link, or the way back in the browser
        st.session_state[key] = numbers[raw]
    if st.session_state.get(key) not in names:
        st.session_state[key] = default
    # Written here, not bound: a bound list would put the name into the address.
    value = st.selectbox(label, list(names), key=key, format_func=names.get, help=help)
    keep(key, value, default)
    st.session_state[written] = str(value) if value != default else None
    address.write(key, st.session_state[written])
    return value


def dataset() -> str:
    """The dataset picker of the sidebar; the address holds the key of the dataset, unless it is Cora."""
    from n2n.graph.catalogue import find, unlisted

    datasets = n2n.catalogue() | {key: own.info for key, own in own_graphs.held().items()}
    _tell_again("dataset")
    raw = st.query_params.get("dataset")
    if raw is not None and raw != st.session_state.get(_ADDRESS):  # a link, or the way back in the browser
        try:
            st.session_state["dataset"] = raw if raw in own_graphs.held() else find(raw).key
        except ValueError:
            shown = f"{datasets[DEFAULT].title} is shown."
            if own_graphs.is_own(raw):
                st.warning(
                    f"The link refers to an uploaded graph, {escape(repr(own_graphs.name_in(raw)))}. A link "
                    f"does not contain the graph: upload its files again on the page Your data. {shown}"
                )
            else:
                st.warning(f"There is no dataset {escape(repr(raw[:40]))}: {shown}")
    if st.session_state.get("dataset") not in (None, *datasets):
        st.session_state["dataset"] = DEFAULT  # a graph that was removed
    key = st.selectbox(
        "Dataset",
        list(datasets),
        key="dataset",
        format_func=lambda key: datasets[key].title,
        help="Cora, CiteSeer, PubMed and the karate club are bundled; the others are loaded when first "
        "chosen. Add a graph of your own on the page Your data.",
    )
    for problem in unlisted():
        st.warning(escape(problem))
    # Written here, not bound: a bound picker would put its title into the address.
    address.write("dataset", None if key == DEFAULT else key)
    st.session_state[_ADDRESS] = key
    return key

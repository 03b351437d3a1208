"""Whose embedding is looked at: a run of the session, or one that came with the program."""

import streamlit as st

import n2n
from n2n.shipped import RUNS, load_shipped
from n2n.stages import Stages
from pages import _chip, _controls, _frame, _runs

SHIPPED = "shipped"
# A short run for those who have none: enough to see the classes part.
SHORT = {"epochs": 60, "snapshots": 24, "patience": 0}
_REFUSED = "short run refused"


def choose(dataset: str, graph: n2n.Graph) -> tuple[str, Stages, _runs.Entry | None]:
    """A picker; the address names a run by its id, a shipped one by its name.

    Returns a name that tells its layouts from others, the stages, and the entry where it is a run.
    """
    ready = {name: found for name in RUNS if (found := load_shipped(dataset, graph, name))}
    entries = {entry.id: entry for entry in _runs.mine() if entry.dataset == dataset}
    chosen = [entry.id for entry in _runs.chosen()]
    default = next((id for id in [*chosen, *entries, *ready] if id in entries or id in ready), None)
    _controls.prepare(
        SHIPPED, lambda raw: raw in ready, f"one of {', '.join(ready)}" if ready else "left out"
    )
    named = st.query_params.get(SHIPPED) or st.session_state.get(SHIPPED)
    current = named if named in ready else default
    if current is None:
        _remember(None)
        return dataset, Stages(graph), None
    names = {id: entry.name for id, entry in entries.items()}
    names |= {name: f"{found.name}, shipped" for name, found in ready.items()}
    picked = st.selectbox(
        "Embedding of",
        list(names),
        index=list(names).index(current),
        format_func=names.get,
        help="Your runs on this graph, and those that were trained beforehand and come with the program.",
    )
    if picked in entries:
        if picked != default:
            _runs.choose([picked, *(id for id in chosen if id != picked)])
        _remember(None)
        return picked, Stages(graph, entries[picked].run), entries[picked]
    _remember(picked if picked != default else None)
    return f"{dataset}-{picked}", ready[picked], None


def _remember(name: str | None) -> None:
    """The shipped run in the address, and for the way back to this page; None is the default."""
    st.session_state[SHIPPED] = name
    _controls.keep(SHIPPED, name, None)
    if name:
        st.query_params[SHIPPED] = name
    elif SHIPPED in st.query_params:
        del st.query_params[SHIPPED]


def offer(dataset: str, graph: n2n.Graph) -> None:
    """For those who have no run on this graph yet: a button that starts a short one, with snapshots."""
    if any(entry.dataset == dataset for entry in _runs.mine()):
        return
    refused = st.session_state.pop(_REFUSED, None)
    if refused:
        st.error(refused)
    st.button(
        "Train now",
        key="short",
        icon=":material/play_arrow:",
        on_click=_start,
        args=(dataset, graph),
        help=f"A short run: N2N-TAPS-1, {SHORT['epochs']} epochs at most, with snapshots for the animation.",
    )
    st.page_link("pages/train.py", label="All settings", icon=":material/model_training:")


def _start(dataset: str, graph: n2n.Graph) -> None:
    settings = n2n.Settings.for_dataset(dataset, "JL" if graph.has_labels else "URL")
    short = SHORT | {"epochs": min(SHORT["epochs"], settings.epochs)}
    try:
        _runs.start(dataset, graph, settings.replace(**short))
        _remember(None)
    except ValueError as problem:
        st.session_state[_REFUSED] = str(problem)


def tell(entry: _runs.Entry | None) -> None:
    """What there is to say of a run that has not ended, or that left nothing behind."""
    if entry and not entry.status.ended:
        _wait_for(entry)
    elif entry and entry.run is None:
        st.warning(f"{_frame.text(entry.name)} left no embedding. {entry.status.cause or _runs.GONE}")


@st.fragment(run_every=1.5)
def _wait_for(entry: _runs.Entry) -> None:
    status = entry.status
    if status.ended:
        st.rerun()
    st.info(f"{_frame.text(entry.name)} is being trained; its embedding appears here when it is done.")
    _chip.progress(status)

"""Whose embedding is looked at: a run of the session, or one that came with the program."""

import streamlit as st

import n2n
from n2n.embedding.shipped import RUNS, load_shipped
from n2n.embedding.timeline import Timeline
from pages.session import data, runs
from pages.ui import chip, controls, frame

SHIPPED = "shipped"
_PICKED, _WRITTEN = "embedding of", "shipped run in the address"
# A short run for those who have none: enough to see the classes part.
SHORT = {"epochs": 60, "snapshots": 24, "patience": 0}
_REFUSED = "short run refused"


def choose(dataset: str, graph: n2n.Graph) -> tuple[str, Timeline, n2n.Run | None]:
    """A picker; the address names a run by its id, a shipped one by its name.

    Returns a name that tells its layouts from others, the timeline, and the entry where it is a run.
    """
    cache = data.layout_cache(dataset)
    ready = {name: found for name in RUNS if (found := load_shipped(dataset, graph, name, cache=cache))}
    entries = {entry.id: entry for entry in runs.mine() if entry.dataset == dataset}
    names = {id: entry.name for id, entry in entries.items()}
    names |= {name: f"{found.name}, shipped" for name, found in ready.items()}
    chosen = [entry.id for entry in runs.chosen()]
    default = next((id for id in [*chosen, *names] if id in names), None)
    _follow_address(ready)
    if st.session_state.get(_PICKED) not in names:
        st.session_state[_PICKED] = default
    if default is None:
        _write(None)
        return dataset, Timeline(graph, cache=cache), None
    picked = st.selectbox(
        "Embedding of",
        list(names),
        key=_PICKED,
        format_func=names.get,
        help="Your runs on this graph, and those that were trained beforehand and come with the program.",
    )
    if picked in entries:
        if picked != default:
            runs.choose([picked, *(id for id in chosen if id != picked)])
        _write(None)
        run = entries[picked] if entries[picked].result else None
        waiting = run is None and ready
        timeline = next(iter(ready.values())) if waiting else Timeline(graph, run, cache)
        return f"{dataset}-waiting" if waiting else picked, timeline, entries[picked]
    _write(picked if picked != default else None)
    return f"{dataset}-{picked}", ready[picked], None


def _follow_address(ready: dict) -> None:
    """Pick the shipped run that a link names, or that was picked when this page was left."""
    options = f"one of {', '.join(ready)}" if ready else "left out"
    controls.prepare(SHIPPED, lambda raw: raw in ready, options)
    named = st.query_params.get(SHIPPED)
    if named != st.session_state.get(_WRITTEN) or _PICKED not in st.session_state:
        wanted = named or st.session_state.get(SHIPPED)
        if wanted in ready:
            st.session_state[_PICKED] = wanted


def _write(name: str | None) -> None:
    """The shipped run into the address, and kept for the way back to this page; None is the default."""
    st.session_state[_WRITTEN] = name
    controls.keep(SHIPPED, name, None)
    if name:
        st.query_params[SHIPPED] = name
    elif SHIPPED in st.query_params:
        del st.query_params[SHIPPED]


def offer(dataset: str, graph: n2n.Graph) -> None:
    """For those who have no run on this graph yet: a button that starts a short one, with snapshots."""
    if any(entry.dataset == dataset for entry in runs.mine()):
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
        st.session_state[_PICKED] = runs.start(dataset, graph, settings.replace(**short)).id
    except ValueError as problem:
        st.session_state[_REFUSED] = str(problem)


def tell(entry: n2n.Run | None) -> None:
    """What there is to say of a run that has not ended, or that left nothing behind."""
    if entry and not entry.status.ended:
        _wait_for(entry)
    elif entry and entry.result is None:
        st.warning(f"{frame.text(entry.name)} left no embedding. {entry.status.cause or runs.GONE}")


@st.fragment(run_every=1.5)
def _wait_for(entry: n2n.Run) -> None:
    status = entry.status
    if status.ended:
        st.rerun()
    st.info(f"{frame.text(entry.name)} is being trained; this page shows it when it is done.")
    chip.progress(status)

"""Whose embedding is looked at: a run of the session, or one that came with the program."""

import streamlit as st

import n2n
from n2n.embedding.shipped import RUNS, load_shipped
from n2n.embedding.timeline import Timeline
from n2n.training.run import Run
from pages.session import address, data, runs
from pages.session.markdown import escape
from pages.ui import controls, problems, run_view

SHIPPED = "shipped"
_PICKED, _WRITTEN = "embedding of", "shipped run in the address"
# A short run for those who have none: enough to see the classes part.
SHORT = {"epochs": 60, "snapshots": 24}
_REFUSED, _SHORT = "short run refused", "short"


def choose(dataset: str, graph: n2n.Graph) -> tuple[str, Timeline, Run | None]:
    """A picker; the address names a run by its id, a shipped one by its name.

    Returns a name that tells its layouts from others, the timeline, and the run where it is one.
    """
    cache = data.layout_cache(dataset)
    if controls.clicked(_SHORT):
        _start(dataset, graph)
        st.rerun()
    ready = {name: found for name in RUNS if (found := load_shipped(dataset, graph, name, cache=cache))}
    known = {run.id: run for run in runs.mine() if run.dataset == dataset}
    names = {id: run.name for id, run in known.items()}
    names |= {name: f"{found.name}, bundled" for name, found in ready.items()}
    chosen = [run.id for run in runs.chosen()]
    default = next((id for id in [*chosen, *names] if id in names), None)
    _follow_address(ready)
    if st.session_state.get(_PICKED) not in names:
        st.session_state[_PICKED] = default
    if default is None:
        _write(None)
        return dataset, Timeline(graph, cache=cache), None
    picked = st.selectbox(
        "Embedding from",
        list(names),
        key=_PICKED,
        format_func=names.get,
        persist_state="session",
        help="Your runs on this graph, and the bundled ones.",
    )
    if picked in known:
        if picked != default:
            runs.choose([picked, *(id for id in chosen if id != picked)])
        _write(None)
        run = known[picked]
        if not run.has_result and ready:
            bundled = next(iter(ready.values()))
            st.caption(
                f"Until it is there: {bundled.name}, bundled. {data.label_use(graph, bundled.settings)}"
            )
            return f"{dataset}-waiting", bundled, run
        st.caption(data.label_use(graph, run.settings))
        return picked, Timeline(graph, run if run.has_result else None, cache), run
    _write(picked if picked != default else None)
    st.caption(data.label_use(graph, ready[picked].settings))
    return f"{dataset}-{picked}", ready[picked], None


def _follow_address(ready: dict) -> None:
    """Pick the shipped run that a link names, or that was picked when this page was left."""
    named = st.query_params.get(SHIPPED)
    if named in ready and named != st.session_state.get(_WRITTEN):
        st.session_state[_PICKED] = named


def _write(name: str | None) -> None:
    """The shipped run into the address; None is the default."""
    st.session_state[_WRITTEN] = name
    address.write(SHIPPED, name)


def offer_training(dataset: str, graph: n2n.Graph) -> None:
    """For those who have no run on this graph yet: a button that starts a short one, with snapshots."""
    if any(run.dataset == dataset for run in runs.mine()):
        return
    problems.show(_REFUSED)
    controls.button(
        "Train now",
        key=_SHORT,
        icon=":material/play_arrow:",
        help=f"A short run without labels: N2N-TAPS-1 (URL), {SHORT['epochs']} epochs at most, with "
        "snapshots for the animation.",
    )
    st.page_link("train.py", label="All settings", icon=":material/model_training:")


def _start(dataset: str, graph: n2n.Graph) -> None:
    with problems.kept(_REFUSED):
        st.session_state[_PICKED] = runs.start_short(dataset, graph, **SHORT).id


def show_state(run: Run | None) -> None:
    """What there is to say of a run that has not ended, or that left nothing behind."""
    if run and not run.status.ended:
        st.info(f"{escape(run.name)} is being trained; this page shows it when it is done.")
        run_view.follow(lambda: run_view.progress(run), [run], 1.5, "embedding_source")
    elif run and not run.has_result:
        st.warning(f"{escape(run.name)} left no embedding. {escape(run.status.message)}")

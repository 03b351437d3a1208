"""Features for a graph that has none: which ones, and how they are made in the background."""

import streamlit as st

from n2n.graph import Graph
from n2n.graph.features import KINDS, with_features
from n2n.training.jobs import Jobs
from pages.session import progress
from pages.ui.markdown import escape

# What is made sooner than this shows no progress bar: it would only flicker.
PATIENCE = 1.5
FEATURES = {
    "spectral": "Spectral: nodes of one community get similar features (32 leading eigenvectors of the "
    "adjacency matrix); best on five of six graphs whose own features had been taken away",
    "projection": "Random projection: 64 random mixtures of a node's neighbourhood",
    "degree": "Degree buckets: whether a node has 1, 2 to 3, 4 to 7 … neighbours",
}
"""What the kinds of features are, in one sentence each; the default is the first."""
_MAKING = "features being made"


@st.cache_resource(show_spinner=False)
def _jobs() -> Jobs:
    return Jobs(workers=1, keep=8, forget_after=60.0)


def choose(graph: Graph) -> str:
    """The kind of features that the visitor wants."""
    kind = st.radio(
        "Features made from the edges", list(FEATURES), format_func=FEATURES.get, key="own features"
    )
    st.caption(f"The choice becomes part of the name of the graph: {escape(graph.name)}, {KINDS[kind]}.")
    return kind


def ensure(graph: Graph, kind: str) -> Graph | None:
    """The graph with its features; None while they are being made, and then the page shows the progress."""
    wanted = graph.name, kind, graph.num_nodes, graph.num_edges, id(graph.indices)
    made_for, job, made = st.session_state.get(_MAKING, (None, "", []))
    if made_for != wanted or (not made and progress.look(_jobs(), job).cause == progress.GONE):
        forget()
        try:
            job, made = _start(graph, kind)
        except ValueError as full:
            st.warning(escape(full))
            return None
        st.session_state[_MAKING] = (wanted, job, made)
    status = progress.look(_jobs(), job, PATIENCE)
    if made:
        return made[0]
    if status.ended:
        st.error(f"The features could not be made: {escape(status.cause)}", icon=":material/error:")
        st.button("Try again", key="make features again", on_click=forget, icon=":material/refresh:")
    else:
        _watch(job)
    return None


def _start(graph: Graph, kind: str) -> tuple[str, list[Graph]]:
    """The job, and where it leaves the graph: with the visitor, not among the results of the worker."""
    made: list[Graph] = []

    def make(report) -> None:
        made.append(with_features(graph, kind, progress=report))

    return _jobs().submit("Making features", lambda: progress.reports(make, (0.0,))), made


def forget() -> None:
    """Give up what is being made, and let go of what has been made."""
    _, job, _ = st.session_state.pop(_MAKING, (None, "", []))
    _jobs().cancel(job)
    _jobs().forget(job)


@st.fragment(run_every=0.7)
def _watch(job: str) -> None:
    status = progress.look(_jobs(), job)
    if status.ended:
        st.rerun()
    said = progress.said(_jobs(), job)
    share = said[0][0] if said else 0.0
    st.progress(share, f"Making features from the edges, {status.seconds:.0f} s …")

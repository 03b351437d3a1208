"""Loading a dataset that does not come with the app: in the background, with progress and a way to stop."""

from collections.abc import Iterator

import streamlit as st

import n2n
from n2n.compute.cache import BoundedCache
from n2n.training.jobs import DONE, FAILED, RUNNING, Jobs, Status
from pages.session import data, progress
from pages.session.markdown import escape

# What is loaded sooner than this shows no progress bar: it would only flicker.
PATIENCE = 0.8
_IDS = "loading"


@st.cache_resource(show_spinner=False)
def _jobs() -> Jobs:
    return Jobs(workers=2, keep=20, forget_after=60.0)


@st.cache_resource(show_spinner=False)
def _loaded() -> BoundedCache:
    """The datasets that have been loaded since the start: they come from memory or from a small file."""
    return BoundedCache(256)


def _load(key: str) -> Iterator[tuple[str, float | None]]:
    """What is being done, and the share that is done."""
    first = (f"Loading {n2n.catalogue()[key].title}", None)
    yield from progress.reports(lambda report: data.graph(key, report), first)
    _loaded().put(key, True)


def ensure(key: str) -> None:
    """Continue only when the dataset is here; until then show the progress, and end the page."""
    if n2n.catalogue()[key].bundled or _loaded().get(key):
        return
    ids = st.session_state.setdefault(_IDS, {})
    if key not in ids or progress.look(_jobs(), ids[key]).cause == progress.GONE:
        title = n2n.catalogue()[key].title
        try:
            ids[key] = _jobs().submit(f"Loading {title}", lambda: _load(key))
        except ValueError as full:
            st.warning(escape(full))
            st.stop()
    status = progress.look(_jobs(), ids[key], PATIENCE)
    if status.state == DONE:
        return
    if status.ended:
        tell = st.error if status.state == FAILED else st.info
        tell(
            f"{escape(status.cause)} Meanwhile, choose another dataset in the sidebar.",
            icon=":material/cloud_off:",
        )
        st.button("Try again", on_click=ids.pop, args=(key,), icon=":material/refresh:")
    else:
        _watch(key, ids[key])
    st.stop()


@st.fragment(run_every=0.5)
def _watch(key: str, id: str) -> None:
    status = progress.look(_jobs(), id)
    if status.ended:
        st.rerun()
    message, fraction = _latest(status)
    st.progress(fraction or 0.0, text=f"{escape(message)} …")
    st.caption(
        "The first time can take a minute; afterwards the graph is kept on the server. "
        "Meanwhile, you can look at another dataset."
    )
    st.button("Cancel", on_click=_give_up, args=(key, id), icon=":material/close:")


def _latest(status: Status) -> tuple[str, float | None]:
    items = progress.said(_jobs(), status.id) if status.state == RUNNING else []
    return items[-1] if items else ("Waiting for other datasets to be loaded", None)


def _give_up(key: str, id: str) -> None:
    title = n2n.catalogue()[key].title
    _jobs().cancel(id, f"{title} was not loaded because you cancelled it.")

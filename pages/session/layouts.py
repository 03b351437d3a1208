"""UMAP in the background: one job per wanted picture, its progress while it runs, and a warm-up.

A layout is kept in the cache of its graph (`data.layout_cache`); here is only the way to it.
"""

import threading
from collections.abc import Callable

import streamlit as st

import n2n
from n2n.compute.cache import BoundedCache
from n2n.embedding.timeline import Timeline
from n2n.training.jobs import FAILED, Jobs
from pages.session import progress
from pages.session.markdown import escape

# A worker of its own, so that a picture does not wait behind a long training.
WORKER = {"workers": 1, "queue_limit": 30, "keep": 200, "forget_after": 120.0}
# Seconds after the first page: neither must compete with a visitor who has just arrived.
LOAD_AFTER, WARM_UP_AFTER = 1.5, 8.0
_CANCELLED = "layouts that were cancelled"


@st.cache_resource(show_spinner=False)
def jobs() -> Jobs:
    """The worker for layouts, one for the process."""
    return Jobs(**WORKER)


@st.cache_resource(show_spinner=False)
def _requested() -> BoundedCache:
    """The id of the job of each requested picture; there is no point in more than the worker keeps."""
    return BoundedCache(WORKER["keep"])


@st.cache_resource(show_spinner=False)
def _pandas() -> threading.Lock:
    """Held while pandas is being loaded."""
    return threading.Lock()


def arrive() -> None:
    """Before a page is drawn: plotly must not see pandas half loaded."""
    with _pandas():
        pass


@st.cache_resource(show_spinner=False)
def warm_up() -> None:
    """After the first page of the process: load pandas, which UMAP needs, and the kernels of TAPS as soon as
    the browser has drawn that page; let UMAP compile later.

    The first use of UMAP costs many seconds.
    """
    _later(LOAD_AFTER, _load, _pandas())
    _later(WARM_UP_AFTER, _compile)


def _later(seconds: float, action: Callable[..., None], *arguments) -> None:
    timer = threading.Timer(seconds, action, arguments)
    timer.daemon = True
    timer.start()


def _load(lock: threading.Lock) -> None:
    with lock:
        _load_pandas()
    n2n.partition(n2n.rank(n2n.load("karate")).top(1))


def _load_pandas() -> None:
    import pandas  # noqa: F401


def _compile() -> None:
    import numpy as np

    from n2n.embedding.projection import project

    project(np.random.default_rng(0).normal(size=(60, 4)).astype(np.float32))


def ensure(timeline: Timeline, name: str, wanted: list[str | int], dimensions: int) -> bool:
    """Whether the UMAP layouts are there; if not, a job makes them and its progress is shown."""
    if all(
        timeline.layout(moment, "umap", dimensions) or not timeline.possible(moment, "umap", dimensions)
        for moment in wanted
    ):
        return True
    wanted = [moment for moment in wanted if timeline.possible(moment, "umap", dimensions)]
    key = (name, dimensions, *map(str, wanted))
    if key in st.session_state.setdefault(_CANCELLED, set()):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption("PCA is shown; UMAP was cancelled.")
            st.button("Compute UMAP", key="again", on_click=_try_again, args=(key,))
        return False
    id = _requested().get(key)
    status = progress.look(jobs(), id) if id else None
    if status and status.state == FAILED:
        st.warning(f"UMAP failed: {escape(status.cause)} PCA is shown.")
        st.button("Try again", key="again", on_click=_try_again, args=(key,))
        return False
    if status is None or status.ended:
        _load_pandas()
        title = f"UMAP in {dimensions} dimensions"
        try:
            id = jobs().submit(title, lambda: timeline.lay_out(wanted, dimensions), len(wanted))
        except ValueError as problem:
            st.warning(f"{escape(problem)} PCA is shown.")
            return False
        _requested().put(key, id)
    _watch(id, lambda: _cancel(key, id))
    return False


@st.fragment(run_every=1.0)
def _watch(id: str, cancel: Callable[[], None]) -> None:
    """What the job is doing, with a button to cancel it; the page runs again when it has ended."""
    status = progress.look(jobs(), id)
    if status.ended:
        st.rerun()
    said = progress.said(jobs(), id)
    words = said[0] if said else "UMAP waits for another layout" if status.position else "UMAP begins"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(
            max(status.done - 1, 0) / max(status.total, status.done, 1),
            f"PCA is shown until UMAP is done. {words}, {status.seconds:.0f} s. The first one takes longer.",
        )
        st.button("Cancel", key="cancel layout", on_click=cancel, type="tertiary")


def _cancel(key: tuple, id: str) -> None:
    st.session_state[_CANCELLED].add(key)
    jobs().cancel(id)


def _try_again(key: tuple) -> None:
    st.session_state[_CANCELLED].discard(key)
    _requested().put(key, None)

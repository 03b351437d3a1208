"""Work that takes longer than a page may: in a worker process, with progress, and remembered.

A page asks for a result as for any other. Where it is not there yet, a worker makes it while the page shows
how far it is; the page runs again when it is there. Nothing else on the server waits meanwhile.
"""

from collections.abc import Callable, Hashable
from typing import Any

import streamlit as st

from n2n.training.workers import DONE, FAILED, WAITING, Job, QueueFull, pool
from pages.session.markdown import escape
from pages.session.visitor import visitor

PATIENCE = 0.6
"""Seconds that a page waits: what takes less shows no progress bar, which would only flicker."""


def background(
    key: Hashable, function: Callable[..., Any], *arguments: Any, title: str, note: str = ""
) -> Any:
    """`function(*arguments)`; while it is not there, the page shows the progress and ends.

    Args:
        key: tells the result from others; the same key gives the same result to all visitors.
        function: of a module that needs no visitor, such as `pages.session.jobs`; None is no result.
        title: what is done, for those who wait.
        note: why it takes a while.
    """
    found = ask(key, function, *arguments, title=title, note=note)
    if found is None:
        st.stop()
    return found


def ask(
    key: Hashable,
    function: Callable[..., Any],
    *arguments: Any,
    title: str,
    note: str = "",
    urgent: bool = True,
) -> Any:
    """As `background`, but the page goes on: None, with the progress shown here, while it is not there.

    The page runs again at every item that is added to a list which the function reports; see `partial`.
    """
    try:
        job = pool().submit(key, function, *arguments, title=title, owner=visitor(), urgent=urgent)
    except QueueFull as full:
        st.warning(escape(str(full)))
        return None
    if job.seconds < PATIENCE:
        job.wait(PATIENCE)
    if job.state == DONE:
        return job.result()
    if job.ended:
        say = st.error if job.state == FAILED else st.info
        say(f"{escape(title)}: {escape(job.message)}", icon=":material/info:")
        st.button(
            "Try again", key=f"again {key}", on_click=pool().forget, args=(key,), icon=":material/refresh:"
        )
    else:
        _watch(job, title, note, len(partial(key)))
    return None


def partial(key: Hashable) -> list:
    """The items that a job has reported so far; an empty list where there is no such job."""
    job = pool().find(key)
    return job.value[:] if job is not None and isinstance(job.value, list) else []


@st.fragment(run_every=0.7)
def _watch(job: Job, title: str, note: str, seen: int) -> None:
    if job.ended or len(partial(job.key)) != seen:
        st.rerun()
    waits = job.state == WAITING
    words = f"{title}: waiting for other work" if waits else job.message or title
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(min(job.fraction, 1.0), f"{escape(words)} … {job.seconds:.0f} s")
        if job.owner == visitor():
            st.button(
                "Stop", key=f"stop {job.key}", on_click=job.stop, type="tertiary", icon=":material/close:"
            )
    st.caption(f"{note} Other pages remain usable.".strip())

"""Heavy statistics of large graphs: made in the background, with progress, each of them once.

A page asks for a result as for any other. Where it is not there yet, a job makes it, the page shows how far
the job is, and ends; it runs again when the result is there. Nothing else on the server waits meanwhile.
"""

import weakref
from collections.abc import Callable, Hashable, Iterator
from contextvars import ContextVar
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from n2n.compute.cache import BoundedCache
from n2n.training.jobs import FAILED, Jobs
from pages.session.markdown import escape
from pages.session.progress import look, reports, said

# What takes less shows no progress bar: it would only flicker.
PATIENCE = 0.8
# Statistics use all cores, so one at a time is soonest done.
WORKER = {"workers": 1, "queue_limit": 100, "keep": 200, "forget_after": 120.0}
LARGE = "This graph is large, so this takes a moment the first time."
_MISSING = object()
_reporter: ContextVar[Callable[[str, float | None], None] | None] = ContextVar("reporter", default=None)


@st.cache_resource(show_spinner=False)
def jobs() -> Jobs:
    """The worker for statistics, one for the process."""
    return Jobs(**WORKER)


@st.cache_resource(show_spinner=False)
def _requested() -> BoundedCache:
    """The job of each result that has been asked for."""
    return BoundedCache(WORKER["keep"])


def report(message: str, fraction: float | None = None) -> None:
    """Tell whoever waits what is being done and, where known, the share that is done."""
    tell = _reporter.get()
    if tell is not None:
        tell(message, fraction)


def in_page() -> bool:
    """Whether a visitor's page asks; a job or a download that needs a result makes it on the spot."""
    return get_script_run_ctx() is not None


def ensure(
    results: BoundedCache, what: Hashable, make: Callable[[], Any], words: str, reason: str = LARGE
) -> Any:
    """The result, if it is there or made quickly; else show the progress of its job, and end the page.

    Args:
        results: where the result is kept, under the key `what`.
        make: makes it, in the worker: whatever it needs must not depend on the session.
        words: what is made, for those who wait.
        reason: why it takes a moment.
    """
    found = results.get(what, _MISSING)
    if found is not _MISSING:
        return found
    # The jobs that were asked for must not keep the results of a visitor alive.
    key = (weakref.ref(results), what)
    job = _requested().get(key)
    if job is None or _gone(job):
        job = jobs().submit(words, lambda: _work(results, what, make, words))
        _requested().put(key, job)
    status = look(jobs(), job, PATIENCE)
    found = results.get(what, _MISSING)
    if found is not _MISSING:
        return found
    if status.state == FAILED:
        st.error(f"{escape(words)} failed: {escape(status.cause)}", icon=":material/error:")
        st.button("Try again", on_click=_requested().put, args=(key, None), icon=":material/refresh:")
    else:
        _watch(job, words, reason)
    st.stop()


def _gone(job: str) -> bool:
    """Whether a job has ended without a failure to show: its result is kept, or was dropped since."""
    status = look(jobs(), job)
    return status.ended and status.state != FAILED


def _work(results: BoundedCache, what: Hashable, make: Callable[[], Any], words: str) -> Iterator[tuple]:
    """What is being done to make a result."""

    def work(report: Callable[[str, float | None], None]) -> None:
        _reporter.set(report)
        results.get_or_make(what, make)

    return reports(work, (words, None))


@st.fragment(run_every=0.7)
def _watch(job: str, words: str, reason: str) -> None:
    status = look(jobs(), job)
    if status.ended:
        st.rerun()
    last = said(jobs(), job)
    message, fraction = last[0] if last else (f"{words}: waiting for another computation", None)
    st.progress(fraction or 0.0, text=f"{escape(message)} … {status.seconds:.0f} s")
    st.caption(f"{reason} Other pages remain usable.")

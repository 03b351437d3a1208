"""How long runs will take: measured in the background when a visitor looks at settings, counted until then.

One run is tried out at a time, for about a second, and none while a training runs: it would make both slower,
and the measured time would be wrong. So a trial ends when a training is queued. What was measured is kept
with the visitor's session.
"""

import threading
import time
from contextlib import suppress
from dataclasses import replace

import streamlit as st

import n2n
from n2n.compute.cache import BoundedCache
from n2n.methods.base import MethodSettings
from n2n.training.cost import Estimate, count_cost
from pages.session import data, runs
from pages.session.progress import GivenUp

WATCHED = 1.08
"""A run that somebody watches is slower by this factor: its curves are drawn on the same computer."""
FRESH = 300.0
"""Seconds for which a measured time is good: other things may run on the computer later."""
_KNOWN = "expectations"


@st.cache_resource(show_spinner=False)
def _turn() -> threading.Lock:
    return threading.Lock()


def _known() -> BoundedCache:
    return st.session_state.setdefault(_KNOWN, BoundedCache(60))


def known_or_counted(dataset: str, graph: n2n.Graph, settings: MethodSettings) -> Estimate:
    """What a run will need: as measured, if it was, else as counted."""
    _, found = _known().get((dataset, settings), (0.0, None))
    # To look at the load would slow down a training that runs, which the next one need not share with.
    found = found or count_cost(graph, settings, load=1.0 if runs.jobs().queue() else None)
    return replace(found, seconds=WATCHED * found.seconds)


def is_known(dataset: str, settings: MethodSettings) -> bool:
    """Whether the time of such a run was measured lately, or cannot be."""
    when, _ = _known().get((dataset, settings), (-FRESH, None))
    return time.monotonic() - when < FRESH


def is_measuring() -> bool:
    """Whether a run is being tried out, for this visitor or another one."""
    return _turn().locked()


def measure(dataset: str, graph: n2n.Graph, settings: MethodSettings) -> bool:
    """Begin to measure, unless that is known or a training runs; whether something is being measured."""
    if is_known(dataset, settings) or runs.jobs().queue() or data.is_large(dataset):
        return False
    ranking = data.ranking_for(dataset, settings)
    if not _turn().acquire(blocking=False):
        return False
    known, turn, jobs = _known(), _turn(), runs.jobs()

    def clock() -> float:
        if jobs.queue():
            raise GivenUp
        return time.perf_counter()

    def work() -> None:
        found = None
        try:
            with suppress(ValueError):  # the run itself will say what is wrong
                found = n2n.estimate(graph, settings, ranking=ranking, clock=clock)
            known.put((dataset, settings), (time.monotonic(), found))
        except GivenUp:
            pass
        finally:
            turn.release()

    # Not a daemon, as threads of a page are by default: it ends within a second, and torch may abort where
    # Python ends in the middle of a product.
    threading.Thread(target=work, name="n2n-expect", daemon=False).start()
    return True

"""The chip in the sidebar: the run that is under way, on every page."""

import streamlit as st

import n2n
from n2n.training.tables import duration
from pages.session import machine, runs
from pages.ui.text import text

POLL = 3.0


def chip() -> None:
    """Take in the runs of the address and show what runs or waits; only then does it refresh itself."""
    machine.machine()
    if runs.arrive():
        st.warning("The link names a run that is not here any more: train it again, or load its file.")
    if _active():
        st.fragment(_draw, run_every=POLL)()


def progress(status) -> None:
    """A bar with the epoch and the time that is left."""
    if status.state == "queued":
        ahead = status.position + 1
        st.progress(0.0, f"Waiting, {ahead} {'run' if ahead == 1 else 'runs'} ahead")
        return
    left = status.seconds_left
    rest = f", {duration(left)} left" if left is not None and not status.ended else ""
    st.progress(
        min(status.done / max(status.total, 1), 1.0), f"Epoch {status.done:,} of {status.total:,}{rest}"
    )


def _active() -> list[n2n.Run]:
    return [entry for entry in reversed(runs.mine()) if not entry.status.ended]


def _draw() -> None:
    active = _active()
    if not active:
        st.rerun()
    with st.container(border=True, key="live_chip"):
        st.page_link("pages/train.py", label=text(active[0].name), icon=":material/model_training:")
        progress(active[0].status)
        if len(active) > 1:
            st.caption(f"{len(active) - 1} more of yours in the queue")

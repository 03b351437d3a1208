"""The chip in the sidebar: the run in progress, on every page."""

import streamlit as st

import n2n
from n2n.training.jobs import QUEUED, Status
from n2n.training.tables import duration
from pages.session import hardware, runs
from pages.ui.markdown import escape

POLL = 5.0


def show(dataset: str) -> None:
    """Take in the runs of the address and show what runs or waits; only then does it refresh itself."""
    hardware.current()
    if runs.arrive():
        st.warning("The link names a run that is no longer here: train it again, or load its file.")
    runs.follow(dataset)
    if active():
        st.fragment(_draw, run_every=POLL)()


def active() -> list[n2n.Run]:
    """The runs of this session that have not ended, oldest first."""
    return [run for run in reversed(runs.mine()) if not run.status.ended]


def progress(status: Status) -> None:
    """A bar with the epoch and the time that is left."""
    if status.state == QUEUED:
        ahead = status.position + 1
        st.progress(0.0, f"Waiting, {ahead} {'run' if ahead == 1 else 'runs'} ahead")
        return
    left = status.seconds_left
    rest = f", {duration(left)} left" if left is not None and not status.ended else ""
    st.progress(
        min(status.done / max(status.total, 1), 1.0), f"Epoch {status.done:,} of {status.total:,}{rest}"
    )


def _draw() -> None:
    waiting = active()
    if not waiting:
        st.rerun()
    first = waiting[0]
    with st.container(border=True, key="live_chip"):
        st.page_link(
            "pages/train.py",
            label=escape(first.name),
            icon=":material/model_training:",
            query_params={"dataset": first.dataset, runs.ADDRESS: first.id},
        )
        progress(first.status)
        if len(waiting) > 1:
            st.caption(f"{len(waiting) - 1} more of yours in the queue")

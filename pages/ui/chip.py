"""The chip in the sidebar: the run in progress, on every page."""

import streamlit as st

import n2n
from n2n.training.jobs import Status
from pages.session import hardware, runs
from pages.ui.live_run import Followed, bar, progress_of
from pages.ui.markdown import escape

POLL = 5.0


def show(dataset: str) -> None:
    """Take in the runs of the address and show what runs or waits; only then does it follow that."""
    hardware.current()
    if runs.arrive():
        st.warning("The link names a run that is no longer here: train it again, or load its file.")
    runs.follow(dataset)
    if waiting := active():
        first = waiting[0]
        followed = Followed([first], {"bar": lambda: bar(first.status)})
        st.fragment(_draw, run_every=None if followed.address else POLL)(first, followed)


def active() -> list[n2n.Run]:
    """The runs of this session that have not ended, oldest first."""
    return [run for run in reversed(runs.mine()) if not run.status.ended]


def progress(status: Status) -> None:
    """A bar with the epoch and the time that is left."""
    st.progress(*progress_of(status))


def _draw(first: n2n.Run, followed: Followed) -> None:
    waiting = active()
    if first not in waiting:
        st.rerun()
    with st.container(border=True, key="live_chip"):
        st.page_link(
            "train.py",
            label=escape(first.name),
            icon=":material/model_training:",
            query_params={"dataset": first.dataset, runs.ADDRESS: first.id},
        )
        if followed.address:
            followed.show("bar", "chip")
        else:
            progress(first.status)
        if len(waiting) > 1:
            st.caption(f"{len(waiting) - 1} more of your runs in the queue")

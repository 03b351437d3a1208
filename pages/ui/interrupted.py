"""The banner above every page: runs that a server left behind, and whether runs are saved at all."""

import streamlit as st

import n2n
from pages.session import data, interrupted, own_graphs, runs
from pages.ui import problems
from pages.ui.markdown import escape

MOST = 3
"""Runs that are offered; the others are in the list on the page Train."""
_PROBLEM, _TOLD = "why a run did not go on", "told about saving"


def banner() -> None:
    """What there is to say, if anything."""
    _tell_once()
    problems.show(_PROBLEM, icon=":material/error:")
    left = interrupted.interrupted()
    for run in left[:MOST]:
        with st.container(border=True, key=f"interrupted_{run.id}"):
            st.markdown(
                f":material/pause_circle: **{escape(run.name)}** on {escape(data.title(run.dataset))}: "
                f"{escape(run.status.cause)}"
            )
            with st.container(horizontal=True):
                buttons(run, "banner")
    if len(left) > MOST:
        st.caption(f"{len(left) - MOST} more interrupted runs are in the list on the page Train.")


def buttons(run: n2n.Run, place: str) -> None:
    """Resume, or discard, an interrupted run of the visitor's own."""
    st.button(
        "Resume",
        key=f"{place}.resume.{run.id}",
        icon=":material/play_arrow:",
        on_click=_resume,
        args=(run,),
        help="Resumes from the last checkpoint, with the same result as without the interruption.",
    )
    st.button(
        "Discard",
        key=f"{place}.discard.{run.id}",
        icon=":material/delete:",
        on_click=runs.delete,
        args=(run.id,),
        help="Deletes the run and its files.",
    )


def _resume(run: n2n.Run) -> None:
    with problems.kept(_PROBLEM):
        interrupted.resume(run.id)
        if run.dataset == st.session_state.get("dataset"):
            runs.choose([run.id])


def _tell_once() -> None:
    """What is wrong with the folder of runs: once in a session, and again only where it is something else."""
    store = runs.table().store
    words = f"{store.problem} {own_graphs.shelf().problem}".strip()
    if count := len(store.damaged):
        runs_of = "A saved run" if count == 1 else f"{count} saved runs"
        words += f" {runs_of} could not be read and {'was' if count == 1 else 'were'} left out."
    if words and words != st.session_state.get(_TOLD):
        st.session_state[_TOLD] = words
        st.warning(escape(words), icon=":material/save:")

"""Compare: accuracy against time, curves, embeddings and splits of N2N and its rivals."""

import streamlit as st

from pages import _beside, _chip, _controls, _frame, _plan, _runs, _scores

VIEWS = ("Accuracy and time", "Curves", "Embeddings", "Splits")
POLL = 3.0


def _progress(count: int) -> None:
    """The run under way; when one has ended, the whole page is drawn anew."""
    active = [entry for entry in reversed(_runs.mine()) if not entry.status.ended]
    if len(active) != count:
        st.rerun()
    with st.container(key="live_comparison"):
        more = f", {count - 1} more of yours {'waits' if count == 2 else 'wait'}" if count > 1 else ""
        st.markdown(f"**{_frame.text(active[0].name)}**{more}")
        _chip.progress(active[0].status)


def _curves(plan: _plan.Plan) -> None:
    with st.container(key="live_curves"):
        _beside.curves_of(plan)


def _failures() -> None:
    for entry in _runs.chosen():
        if entry.status.state == "failed":
            st.error(f"{_frame.text(entry.name)} failed: {entry.status.cause.splitlines()[0]}")


main, side = _frame.page(
    "Compare",
    "A method is worth its accuracy and its time: see N2N beside the networks that pass messages, all "
    "trained by the same loop on the same nodes.",
)
key, graph = _frame.dataset()
_frame.needs_labels(graph)
with side:
    buttons = st.container()
    plan = _plan.choose(key, graph, main)
    show_printed = _controls.switch(
        "Printed too", "printed", help="Tables 1 and 3 of the paper; its times are those of a GPU."
    )
    with buttons:
        _plan.act(plan)
with main:
    view = _controls.choice("View", VIEWS, "comparison", letters=80)
    waiting = sum(not entry.status.ended for entry in _runs.mine())
    if waiting:
        st.fragment(_progress, run_every=POLL)(waiting)
    _failures()
    if view == "Accuracy and time":
        _scores.accuracy(plan, show_printed)
    elif view == "Curves":
        st.fragment(_curves, run_every=POLL if waiting else None)(plan)
    elif view == "Embeddings":
        _beside.embeddings(plan, key)
    else:
        _scores.splits(plan, key)
    _frame.mathematics(
        "Each node has one label and gets one prediction, so micro-averaged F1 is the share of test nodes "
        "that are predicted right:",
        r"$\text{micro-}F_1 = \frac{1}{|\mathcal{V}_{\text{test}}|} \sum_{v_i \in \mathcal{V}_{\text{test}}} "
        r"\mathbb{1}[\hat{y}_i = y_i]$",
        "Every method is judged in the same way: of all evaluated epochs, that of the best score on the "
        "validation nodes counts, and its test score is reported. Methods that learn without labels get a "
        "linear classifier on top of their representations.",
    )

"""Compare: accuracy against time, curves, embeddings and splits of N2N and its rivals."""

import streamlit as st

from pages.session import runs
from pages.ui import chip, comparison_plan, comparison_runs, comparison_scores, controls, frame

VIEWS = ("Accuracy and time", "Curves", "Embeddings", "Splits")
POLL = 3.0


def _progress(count: int) -> None:
    """The run under way; when one has ended, the whole page is drawn anew."""
    active = [entry for entry in reversed(runs.mine()) if not entry.status.ended]
    if len(active) != count:
        st.rerun()
    with st.container(key="live_comparison"):
        more = f", {count - 1} more of yours {'waits' if count == 2 else 'wait'}" if count > 1 else ""
        st.markdown(f"**{frame.text(active[0].name)}**{more}")
        chip.progress(active[0].status)


def _curves(plan: comparison_plan.Plan) -> None:
    with st.container(key="live_curves"):
        comparison_runs.curves_of(plan)


def _failures() -> None:
    for entry in runs.chosen():
        if entry.status.state == "failed":
            st.error(f"{frame.text(entry.name)} failed: {entry.status.cause.splitlines()[0]}")


main, side = frame.page(
    "Compare",
    "A method is worth its accuracy and its time: see N2N beside the networks that pass messages, all "
    "trained by the same loop on the same nodes.",
)
key, graph = frame.dataset()
frame.needs_labels(graph)
with side:
    buttons = st.container()
    plan = comparison_plan.choose(key, graph, main)
    show_printed = controls.switch(
        "Printed too", "printed", help="Tables 1 and 3 of the paper; its times are those of a GPU."
    )
    with buttons:
        comparison_plan.act(plan)
with main:
    view = controls.choice("View", VIEWS, "comparison", letters=80)
    waiting = sum(not entry.status.ended for entry in runs.mine())
    if waiting:
        st.fragment(_progress, run_every=POLL)(waiting)
    _failures()
    if view == "Accuracy and time":
        comparison_scores.accuracy(plan, show_printed)
    elif view == "Curves":
        st.fragment(_curves, run_every=POLL if waiting else None)(plan)
    elif view == "Embeddings":
        comparison_runs.embeddings(plan, key)
    else:
        comparison_scores.splits(plan, key)
    frame.mathematics(
        "Each node has one label and gets one prediction, so micro-averaged F1 is the share of test nodes "
        "that are predicted right:",
        r"$\text{micro-}F_1 = \frac{1}{|\mathcal{V}_{\text{test}}|} \sum_{v_i \in \mathcal{V}_{\text{test}}} "
        r"\mathbb{1}[\hat{y}_i = y_i]$",
        "Every method is judged in the same way: of all evaluated epochs, that of the best score on the "
        "validation nodes counts, and its test score is reported. Methods that learn without labels get a "
        "linear classifier on top of their representations.",
    )

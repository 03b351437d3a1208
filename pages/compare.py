"""Compare: accuracy against time, curves, embeddings and splits of N2N and its baselines."""

import streamlit as st

from pages.parts import cold_start, comparison_plan, comparison_runs, comparison_scores
from pages.session import runs
from pages.session.markdown import escape
from pages.ui import controls, frame, run_view

COLD_START = "Cold start"
VIEWS = ("Accuracy and time", "Curves", "Embeddings", "Splits", COLD_START)


def _progress() -> None:
    """The runs in progress."""
    active = runs.active()
    if not active:
        return
    more = f", {len(active) - 1} more in the queue" if len(active) > 1 else ""
    st.markdown(f"**{escape(active[0].name)}**{more}")
    run_view.progress(active[0])


def _failures() -> None:
    for run in runs.chosen():
        if run.status.state == "failed":
            st.error(f"{escape(run.name)} failed: {escape(run.status.message)}")


main, side = frame.page(
    "Compare",
    "A method is judged by its accuracy and its time: see how N2N compares with networks that pass messages, "
    "all trained by the same loop on the same nodes.",
    first="actions",
)
key, graph = frame.dataset()
frame.needs_labels(graph)
with main:
    view = controls.choice("View", VIEWS, "comparison", letters=80)
if view == COLD_START:
    cold_start.show(key, graph, side, main)
    controls.stop()
with side:
    actions = st.container(key="actions")
    plan = comparison_plan.choose(key, graph, main)
    show_printed = controls.switch(
        "Also show printed values",
        "printed",
        help="Tables 1 and 3 of the paper; its times were measured on a GPU.",
    )
    with actions:
        comparison_plan.act(plan)
with main:
    run_view.follow(_progress, runs.active(), run_view.HEAD_EVERY, "comparison")
    _failures()
    if view == "Accuracy and time":
        comparison_scores.show_accuracy(plan, show_printed)
    elif view == "Curves":
        comparison_runs.show_curves(plan)
    elif view == "Embeddings":
        comparison_runs.show_embeddings(plan, key)
    else:
        comparison_scores.show_splits(plan, key)
    frame.mathematics(
        "Each node has one label and gets one prediction, so micro-averaged F1 is the share of test nodes "
        "that are predicted correctly:",
        r"$\text{micro-}F_1 = \frac{1}{|\mathcal{V}_{\text{test}}|} \sum_{v_i \in \mathcal{V}_{\text{test}}} "
        r"\mathbb{1}[\hat{y}_i = y_i]$",
        "Every method is judged in the same way: the evaluated epoch with the best score on the validation "
        "nodes counts, and its test score is reported. Methods that learn without labels get a linear "
        "classifier on top of their representations.",
    )

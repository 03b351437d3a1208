"""Compare: accuracy against time, curves, embeddings and splits of N2N and its baselines."""

import streamlit as st

from n2n.training.jobs import FAILED
from pages.session import runs
from pages.ui import chip, comparison_plan, comparison_runs, comparison_scores, controls, frame
from pages.session.markdown import escape

VIEWS = ("Accuracy and time", "Curves", "Embeddings", "Splits")
POLL = 3.0


def _progress(count: int) -> None:
    """The run in progress; when one has ended, the whole page is drawn again."""
    active = chip.active()
    if len(active) != count:
        st.rerun()
    with st.container(key="live_comparison"):
        more = f", {count - 1} more in the queue" if count > 1 else ""
        st.markdown(f"**{escape(active[0].name)}**{more}")
        chip.progress(active[0].status)


def _curves(plan: comparison_plan.Plan) -> None:
    with st.container(key="live_curves"):
        comparison_runs.show_curves(plan)


def _failures() -> None:
    for run in runs.chosen():
        if run.status.state == FAILED:
            st.error(f"{escape(run.name)} failed: {escape(run.status.cause)}")


main, side = frame.page(
    "Compare",
    "A method is judged by its accuracy and its time: see how N2N compares with networks that pass messages, "
    "all trained by the same loop on the same nodes.",
    first="actions",
)
key, graph = frame.dataset()
frame.needs_labels(graph)
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
    view = controls.choice("View", VIEWS, "comparison", letters=80)
    waiting = len(chip.active())
    if waiting:
        st.fragment(_progress, run_every=POLL)(waiting)
    _failures()
    if view == "Accuracy and time":
        comparison_scores.show_accuracy(plan, show_printed)
    elif view == "Curves":
        st.fragment(_curves, run_every=POLL if waiting else None)(plan)
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

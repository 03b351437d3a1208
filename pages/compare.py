"""Compare: accuracy against time, embeddings and splits of N2N and its baselines, and a cold start."""

import streamlit as st

import n2n
from n2n.graph.splits import PROTOCOLS
from n2n.methods.base import MethodSettings
from n2n.paper.experiments import comparison_runs, families
from n2n.plots import theme
from pages.parts import cold_start, comparison
from pages.session import runs
from pages.session.markdown import escape
from pages.ui import controls, frame, problems, run_view

DEFAULT = ("N2N-TAPS-1 (JL)", "N2N (JL)", "N2N (URL)", "MLP", "GCN", "GraphSAGE-Mean", "DGI", "Graph-MLP")
EPOCHS = 1000
COLD_START = "Cold start"
VIEWS = {
    "Accuracy and time": comparison.show_accuracy,
    "Embeddings": comparison.show_embeddings,
    "Splits": comparison.show_splits,
}
_PROBLEM, _RUN = "problem of the last comparison", "compare.run"


def _planned(key: str, graph: n2n.Graph, methods: list[str], split: str) -> list[MethodSettings]:
    """The settings of all runs of the comparison, by two more controls."""
    seeds = controls.typed("Seeds", 1, 5, 1, "seeds", help="Runs per method, each with its own seed.")
    epochs = controls.typed(
        "Maximum epochs", 5, EPOCHS, EPOCHS, "epochs", help="Stops earlier than the recipe of a method would."
    )
    if seeds is None or epochs is None:
        return []
    try:
        return comparison_runs(methods, key, graph, split, seeds, epochs if epochs < EPOCHS else None)
    except ValueError as problem:
        st.warning(f"{escape(str(problem))} Nothing will run there.")
        return []


def _run(key: str, graph: n2n.Graph, planned: list[MethodSettings]) -> None:
    """What will run, and the buttons that queue and stop it."""
    done = {
        run.settings
        for run in runs.mine()
        if run.dataset == key
        and run.fork is None
        and run.status.state not in ("failed", "stopped", "interrupted")
    }
    missing = [settings for settings in planned if settings not in done]
    if controls.clicked(_RUN) and missing:
        _start(key, graph, missing)
        st.rerun()
    own_active = [run.id for run in runs.active() if runs.is_owner(run)]
    with st.container(horizontal=True):
        controls.button(
            f"Run ({len(missing)})" if missing else "Run",
            key=_RUN,
            type="primary",
            icon=":material/play_arrow:",
            disabled=not missing,
            width="stretch",
        )
        st.button(
            "Stop",
            key="compare.stop",
            icon=":material/stop:",
            disabled=not own_active,
            on_click=lambda: [runs.stop(id) for id in own_active],
            width="stretch",
            help="Ends your runs: those that wait and the one in progress.",
        )
    problems.show(_PROBLEM)
    known = len(planned) - len(missing)
    first = f"You have {known} of these {theme.counted(len(planned), 'run')} already. " if known else ""
    then = (
        f"{theme.counted(len(missing), 'run')}, one after the other."
        if missing
        else "Nothing is left to run."
    )
    st.caption(first + then if planned else "There is nothing to run: choose one or more methods.")


def _start(key: str, graph: n2n.Graph, missing: list[MethodSettings]) -> None:
    """Queue the runs; where the queue is full, keep a sentence about what was left out."""
    ids = []
    with problems.kept(_PROBLEM):
        try:
            for settings in missing:
                name = f"{settings.name}, {settings.split}, seed {settings.seed}"
                ids.append(runs.start(key, graph, settings, name).id)
        except ValueError as full:
            left = len(missing) - len(ids)
            raise ValueError(f"{left} of the {len(missing)} runs were not queued: {full}") from None
        finally:
            if ids:
                runs.choose(ids)


def _progress() -> None:
    if active := runs.active():
        more = f", {len(active) - 1} more in the queue" if len(active) > 1 else ""
        st.markdown(f"**{escape(active[0].name)}**{more}")
        run_view.progress(active[0])


main, side = frame.page(
    "Compare",
    "A method is judged by its accuracy and its time: see how N2N compares with networks that pass messages, "
    "all trained by the same loop on the same nodes.",
    first="actions",
)
key, graph = frame.dataset()
frame.needs_labels(graph)
with main:
    view = controls.choice("View", (*VIEWS, COLD_START), "comparison", letters=80)
if view == COLD_START:
    cold_start.show(key, graph, side, main)
    controls.stop()
with main:
    methods = controls.several(
        "Methods",
        list(families()),
        "methods",
        default=DEFAULT,
        placeholder="choose methods",
        help="N2N and its baselines by the paper's names; each runs with the settings of its recipe.",
    )
with side:
    actions = st.container(key="actions")
    split = controls.choice(
        "Split",
        PROTOCOLS,
        "protocol",
        help="Which nodes are for training and which for the test. The split alone moves the score of a "
        "method by points, so only scores of one split are drawn together.",
    )
    planned = _planned(key, graph, methods, split)
    everything = controls.switch(
        "Show every measured method", "everything", help="Also methods that are not chosen for a run."
    )
    printed = controls.switch(
        "Also show printed values",
        "printed",
        help="Tables 1 and 3 of the paper; its times were measured on a GPU.",
    )
    with actions:
        _run(key, graph, planned)
with main:
    run_view.follow(_progress, runs.active(), run_view.HEAD_EVERY, "comparison")
    chosen = [run for run in runs.chosen() if run.dataset == key]
    if chosen:
        st.page_link("train.py", label="Curves of the chosen runs", icon=":material/model_training:")
    for run in chosen:
        if run.status.state == "failed":
            st.error(f"{escape(run.name)} failed: {escape(run.status.message)}")
    VIEWS[view](comparison.Selection(key, graph, tuple(methods), split, everything, printed))
    frame.mathematics(
        "Each node has one label and gets one prediction, so micro-averaged F1 is the share of test nodes "
        "that are predicted correctly:",
        r"$\text{micro-}F_1 = \frac{1}{|\mathcal{V}_{\text{test}}|} \sum_{v_i \in \mathcal{V}_{\text{test}}} "
        r"\mathbb{1}[\hat{y}_i = y_i]$",
        "Every method is judged in the same way: the evaluated epoch with the best score on the validation "
        "nodes counts, and its test score is reported. Methods that learn without labels get a linear "
        "classifier on top of their representations.",
    )

"""The two views of Compare that show runs of the visitor: their curves and their embeddings."""

import plotly.graph_objects as go
import streamlit as st

import n2n
from n2n.compute.cache import BoundedCache
from n2n.embedding.projection import project
from n2n.plots import embedding, training
from n2n.training.run import Run
from pages.parts import comparison_plan
from pages.session import data, runs
from pages.session.markdown import escape
from pages.ui import figures, frame, run_view

# Points per panel; more of them would only lie on top of each other.
MAX_POINTS = 3_000
_FIGURES = "figures of embeddings"


def _runs_of(plan: comparison_plan.Plan) -> list[Run]:
    """The visitor's runs of the chosen methods on the chosen graphs and split, newest first."""
    return [
        run
        for run in runs.mine()
        if run.dataset in plan.graphs
        and run.settings.name in plan.methods
        and run.settings.split == plan.split
    ]


def _none_yet(plan: comparison_plan.Plan, what: str) -> None:
    st.info(
        f"You have no run of these methods under the {plan.split} split yet. **Run** queues them; their "
        f"{what} appear here. Bundled results contain scores only."
    )


def show_curves(plan: comparison_plan.Plan) -> None:
    """Scores and losses over the epochs."""
    drawn = [run for run in _runs_of(plan) if run.history or not run.status.ended]
    if not drawn:
        _none_yet(plan, "curves")
        return
    name = f"{data.file_stem(drawn[0].dataset)}-curves"
    run_view.follow(lambda: run_view.curves(drawn, name, 560), drawn, run_view.CURVES_EVERY, "curves")
    left = len(drawn) - training.MAX_RUNS
    st.caption(
        f"{plan.split.capitalize()} split, one curve per run, named with its seed; a diamond marks the epoch "
        "of the best validation micro-F1." + (f" {left} older runs are not drawn." if left > 0 else "")
    )
    scored = [run for run in drawn if run.scores]
    if scored:
        first = min(scored, key=lambda run: run.scores.epoch)
        best = max(scored, key=lambda run: run.scores.val)
        frame.notice(
            f"{escape(best.name)} has the best validation score, {best.scores.val:.1%} "
            f"(test {best.scores.test:.1%} there).",
            f"{escape(first.name)} peaks first, after {first.scores.epoch:,} epochs.",
        )


def _panels(graph: n2n.Graph, drawn: list[Run]) -> go.Figure:
    """The figure of these runs; the last few are kept in the visitor's session."""

    def make() -> go.Figure:
        shown = [
            (run.name, run.scores.test, project(run.embeddings, "pca", max_points=MAX_POINTS))
            for run in drawn
        ]
        return embedding.side_by_side(graph, shown)

    cache = st.session_state.setdefault(_FIGURES, BoundedCache(4))
    return go.Figure(cache.get_or_make(tuple((run.id, run.name) for run in drawn), make))


def show_embeddings(plan: comparison_plan.Plan, dataset: str) -> None:
    """The representations side by side, by PCA."""
    scored = [run for run in _runs_of(plan) if run.dataset == dataset and run.has_result and run.scores]
    if not scored:
        _none_yet(plan, "embeddings")
        return
    drawn = scored[: embedding.MAX_PANELS]
    figures.figure(
        _panels(plan.graphs[dataset], drawn),
        f"{data.file_stem(dataset)}-embeddings",
        height=420 if len(drawn) <= embedding.PER_ROW else 720,
        alt="The embeddings of the runs by their two principal components",
    )
    left = len(scored) - len(drawn)
    st.caption(
        "The representation of every node at the best validation epoch, by its two principal components "
        f"(PCA), coloured by label; test micro-F1 above each, {plan.split} split."
        + (f" {left} older runs are not drawn." if left else "")
    )
    best = max(drawn, key=lambda run: run.scores.val)
    frame.notice(
        f"Of these, {escape(best.name)} has the best validation score, {best.scores.val:.1%} (test "
        f"{best.scores.test:.1%}).",
        "Each panel has its own axes: compare how well the colours separate, not where they lie.",
    )
    st.page_link("embeddings.py", label="UMAP and a closer look", icon=":material/scatter_plot:")

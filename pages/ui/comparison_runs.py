"""The two views of Compare that show runs of the visitor: their curves and their embeddings."""

from pathlib import Path

import plotly.graph_objects as go
import streamlit as st

import n2n
from n2n.embedding.projection import project
from n2n.plots import embedding, training
from n2n.training.tables import epochs
from pages.session import runs
from pages.ui import comparison_plan, figures, frame

# Points per panel; more of them would only lie on top of each other.
MAX_POINTS = 3_000
EMBEDDINGS = Path(__file__).parents[1] / "embeddings.py"


def _of_plan(plan: comparison_plan.Plan) -> list[n2n.Run]:
    """The visitor's runs of the chosen methods on the chosen graphs and split, newest first."""
    return [
        entry
        for entry in runs.mine()
        if entry.dataset in plan.graphs
        and entry.settings.name in plan.methods
        and entry.settings.split == plan.split
    ]


def _none_yet(plan: comparison_plan.Plan, what: str) -> None:
    st.info(
        f"You have no run of these methods under the {plan.split} split yet. **Run** queues them; their "
        f"{what} appear here. Results that came with the project keep scores only."
    )


def curves_of(plan: comparison_plan.Plan) -> None:
    entries = [entry for entry in _of_plan(plan) if entry.history]
    if not entries:
        _none_yet(plan, "curves")
        return
    listed = entries
    figures.figure(
        training.curves(listed),
        f"{entries[0].dataset}-curves",
        table=epochs(listed),
        height=480,
        alt="Micro-F1 and loss of the runs over the epochs",
    )
    left = len(listed) - training.MAX_RUNS
    st.caption(
        f"{plan.split.capitalize()} split, one run a line, its seed in its name; a diamond marks the epoch "
        "of the best validation micro-F1." + (f" {left} older runs are not drawn." if left > 0 else "")
    )
    scored = [run for run in listed if run.scores]
    if scored:
        first = min(scored, key=lambda run: run.scores.epoch)
        best = max(scored, key=lambda run: run.scores.val)
        frame.notice(
            f"{frame.text(best.name)} has the best validation score, {best.scores.val:.1%} "
            f"(test {best.scores.test:.1%} there).",
            f"{frame.text(first.name)} is at its best soonest, after {first.scores.epoch:,} epochs.",
        )


@st.cache_data(show_spinner=False, max_entries=8)
def _panels(ids: tuple[str, ...], names: tuple[str, ...], dataset: str, _graph, _found) -> go.Figure:
    shown = [
        (name, run.scores.test, project(run.embeddings, "pca", max_points=MAX_POINTS))
        for name, run in zip(names, _found, strict=True)
    ]
    return embedding.side_by_side(_graph, shown)


def embeddings(plan: comparison_plan.Plan, dataset: str) -> None:
    made = [entry for entry in _of_plan(plan) if entry.dataset == dataset and entry.result]
    entries = [entry for entry in made if entry.scores]
    if not entries:
        _none_yet(plan, "embeddings")
        return
    shown = entries[: embedding.MAX_PANELS]
    names = tuple(entry.name for entry in shown)
    figure = _panels(
        tuple(entry.id for entry in shown),
        names,
        dataset,
        plan.graphs[dataset],
        list(shown),
    )
    figures.figure(
        figure,
        f"{dataset}-embeddings",
        height=420 if len(shown) <= embedding.PER_ROW else 720,
        alt="The embeddings of the runs by their two principal components",
    )
    left = len(entries) - len(shown)
    st.caption(
        "The representation of every node at the best validation epoch, by its two principal components "
        f"(PCA), coloured by label; test micro-F1 above each, {plan.split} split."
        + (f" {left} older runs are not drawn." if left else "")
    )
    best = max(shown, key=lambda entry: entry.scores.val)
    frame.notice(
        f"Of these, {frame.text(best.name)} has the best validation score, {best.scores.val:.1%} (test "
        f"{best.scores.test:.1%}).",
        "Each panel has axes of its own: compare how the colours part, not where they lie.",
    )
    if EMBEDDINGS.exists():
        st.page_link("pages/embeddings.py", label="UMAP and a closer look", icon=":material/scatter_plot:")

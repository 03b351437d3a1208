"""The views of the chosen run on the page Train; only the one that is shown is computed."""

from collections.abc import Callable

import streamlit as st

import n2n
from pages.session import data, runs
from pages.ui import controls, live_embedding, node_loss, run_view
from pages.ui.markdown import escape


def _learning(dataset: str, graph: n2n.Graph) -> None:
    """The curves of the chosen runs; beside them the embedding of the first, live and afterwards."""
    run = runs.chosen()[0]
    if run.dataset != dataset:
        run_view.show()
        st.caption(
            f"The run is on {escape(data.title(run.dataset))}: choose that dataset to see its embedding too."
        )
    elif data.is_large(dataset):
        run_view.show()
        st.caption("This graph is too large for a picture of every node: the page Embeddings draws a sample.")
    else:
        run_view.show(lambda: live_embedding.show(run, graph, "train"))


VIEWS: dict[str, Callable[[str, n2n.Graph], None]] = {
    "Curves and embedding": _learning,
    "One node's loss": node_loss.show,
}
"""Name of a view -> what draws it, given the dataset of the page and its graph."""


def show(dataset: str, graph: n2n.Graph) -> None:
    """The switch, and the view."""
    VIEWS[controls.choice("View", list(VIEWS), "runview", letters=80)](dataset, graph)

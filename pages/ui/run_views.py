"""The views of the chosen run on the page Train; only the one that is shown is computed."""

from collections.abc import Callable

import streamlit as st

import n2n
from pages.session import data, runs
from pages.ui import controls, live_embedding, node_loss, run_view
from pages.ui.markdown import escape


def _embedding(dataset: str, graph: n2n.Graph) -> None:
    """The embedding of the first run that is chosen, while it learns and afterwards."""
    run = runs.chosen()[0]
    if run.dataset != dataset:
        st.info(
            f"The chosen run is on {escape(data.title(run.dataset))}: choose that dataset, or another run."
        )
    elif data.is_large(dataset):
        st.info("This graph is too large for a picture of every node: the page Embeddings draws a sample.")
    else:
        live_embedding.show(run, graph, "train")


VIEWS: dict[str, Callable[[str, n2n.Graph], None]] = {
    "Curves": lambda dataset, graph: run_view.show(),
    "Embedding": _embedding,
    "One node's loss": node_loss.show,
}
"""Name of a view -> what draws it, given the dataset of the page and its graph."""


def show(dataset: str, graph: n2n.Graph) -> None:
    """The switch, and the view."""
    VIEWS[controls.choice("View", list(VIEWS), "runview", letters=80)](dataset, graph)

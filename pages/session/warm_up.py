"""What the first visit to a page would otherwise load, loaded after the first page of the process.

Nothing of it is needed before a visitor turns to another page. It takes about a second of a core in all, so
it comes before torch and UMAP, which take longer (`hardware`, `layouts`).
"""

import importlib
import threading

import streamlit as st

from pages.session import layouts, results

MODULES = (
    "plotly.graph_objects",
    "plotly.subplots",
    "n2n.plots.drawings",
    "n2n.plots.network",
    "n2n.plots.paper",
    "n2n.plots.paper_figures",
    "n2n.plots.subgraphs",
    "n2n.plots.taps",
    "n2n.plots.training",
    "n2n.sampling.excerpt",
    "n2n.sampling.gallery",
    "pyvis.network",
    "pandas.io.formats.style",
)
"""Modules of pages that take a tenth of a second and more; none of them loads torch."""


@st.cache_resource(show_spinner=False)
def begin() -> threading.Thread:
    """After the first page of the process."""
    thread = threading.Thread(target=_load, name="n2n-warm-up", daemon=True)
    thread.start()
    return thread


def _load() -> None:
    layouts.arrive()  # plotly must not see pandas half loaded
    for name in MODULES:
        importlib.import_module(name)
    _draw()
    results.cells()


def _draw() -> None:
    """A figure of the kinds that pages draw: plotly loads their parts when they are first used."""
    import plotly.graph_objects as go  # here, for start-up time

    from n2n.plots import theme

    figure = go.Figure()
    figure.add_scatter(x=[0, 1], y=[0, 1], mode="markers+lines+text", marker={"line": {"width": 1}})
    figure.add_bar(x=[0], y=[1])
    figure.add_annotation(text="")
    figure.add_shape(type="line", x0=0, x1=1, y0=0, y1=1)
    theme.legend_below(theme.dress(figure)).to_json()

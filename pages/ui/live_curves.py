"""The curves of runs: a plain drawing while one of them is in progress, afterwards the whole figure."""

from html import escape

import plotly.graph_objects as go
import streamlit as st

import n2n
from n2n.compute.cache import BoundedCache
from n2n.plots import theme, training
from n2n.plots.sketch import sketch
from n2n.training import tables
from pages.ui import figures, frame

_FIGURES = "figures of curves"


def show(runs: list[n2n.Run], name: str, *, height: int, alt: str) -> None:
    """Draw them; `name` is that of the files."""
    if all(run.ended for run in runs):
        figures.figure(_curves(runs), name, table=lambda: tables.epochs(runs), height=height, alt=alt)
        return
    st.image(sketch(runs, _until(runs), frame.dark()), width="stretch", alt=alt)
    names(runs)


def _curves(runs: list[n2n.Run]) -> go.Figure:
    """The figure of runs that have ended; the last few are kept in the visitor's session."""
    cache = st.session_state.setdefault(_FIGURES, BoundedCache(4))
    what = tuple((run.id, run.name, len(run.history)) for run in runs)  # a run may be resumed
    return go.Figure(cache.get_or_make(what, lambda: training.curves(runs)))


def drawing(runs: list[n2n.Run], dark: bool, alt: str) -> str:
    """The plain drawing as a part of a page."""
    return f'<div role="img" aria-label="{escape(alt)}">{sketch(runs, _until(runs), dark)}</div>'


def _until(runs: list[n2n.Run]) -> int:
    """The last epoch of the axes."""
    return max(max(len(run.history), 0 if run.ended else run.status.total) for run in runs)


def names(runs: list[n2n.Run]) -> None:
    """Which colour is which run, where there are several."""
    if len(runs) > 1:
        found = (theme.plain(run.name) for run in runs[: training.MAX_RUNS])
        frame.marks((name, colour, "circle") for name, colour in zip(found, theme.PALETTE, strict=False))

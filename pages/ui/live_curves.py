"""The curves of runs in progress, drawn no more often than they need to be.

Drawing takes time from the training: here while the figure is made, and in the browser, which may run on the
same computer. A figure that differs in anything is a new one to Streamlit 1.67, and the browser sets it up
from scratch, for about 0.6 s of a core; the same figure again costs next to nothing.
"""

import time
from dataclasses import dataclass

import plotly.graph_objects as go
import streamlit as st

import n2n
from n2n.plots import training
from pages.ui import frame

# Curves are drawn again when they are longer by this factor, or after these seconds.
GROWTH, REDRAW = 1.5, 10.0
_DRAWN = "curves of runs in progress"


@dataclass(frozen=True)
class _Drawn:
    """The curves that the visitor sees, and when they were drawn."""

    what: tuple
    epochs: int
    at: float
    figure: go.Figure

    def is_due(self, what: tuple, epochs: int) -> bool:
        """Whether others would look different enough."""
        if what != self.what:
            return True
        waited = time.monotonic() - self.at
        return epochs > self.epochs and (epochs >= GROWTH * self.epochs or waited >= REDRAW)


def growing(runs: list[n2n.Run]) -> go.Figure:
    """The curves of runs, some of them in progress; the figure of a moment ago while little has changed."""
    until = max((run.status.total for run in runs if not run.ended), default=None)
    what = (until, frame.dark(), *((run.id, run.name, run.ended) for run in runs))
    epochs = sum(len(run.history) for run in runs)
    drawn: _Drawn | None = st.session_state.get(_DRAWN)
    if drawn is None or drawn.is_due(what, epochs):
        drawn = _Drawn(what, epochs, time.monotonic(), training.curves(runs, until))
        st.session_state[_DRAWN] = drawn
    return drawn.figure

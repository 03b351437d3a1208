"""The curves of runs: a plain drawing while one of them is in progress, afterwards the whole figure."""

import streamlit as st

import n2n
from n2n.plots import theme, training
from n2n.plots.sketch import sketch
from n2n.training import tables
from pages.ui import figures, frame


def show(runs: list[n2n.Run], name: str, *, height: int, alt: str) -> None:
    """Draw them; `name` is that of the files."""
    active = [run.status.total for run in runs if not run.ended]
    if not active:
        figures.figure(training.curves(runs), name, table=lambda: tables.epochs(runs), height=height, alt=alt)
        return
    until = max(*active, *(len(run.history) for run in runs))
    st.image(sketch(runs, until, frame.dark()), width="stretch", alt=alt)
    if len(runs) > 1:
        names = (theme.plain(run.name) for run in runs[: training.MAX_RUNS])
        frame.marks((name, colour, "circle") for name, colour in zip(names, theme.PALETTE, strict=False))

"""An embedding as training changes it: one picture per epoch, with a slider and a button to play."""

import numpy as np
import plotly.graph_objects as go

from n2n.embedding.picture import Group, aligned, fitted
from n2n.embedding.projection import Projection
from n2n.plots import theme
from n2n.plots.embedding import scatter

_PAUSE, _MOVE = 500, 700
"""Milliseconds for which a picture stands still, and that it takes to become the next."""


def animation(
    projections: dict[int, Projection],
    groups: list[Group],
    text: np.ndarray,
    marked: np.ndarray | None = None,
) -> go.Figure:
    """The projections of several epochs as an animation; each is turned so that it fits the one before.

    All pictures are scaled to the same size, so that the axes can stay: what shows is the shape, not the
    length of the vectors. For the other arguments see `n2n.plots.embedding.scatter`.

    >>> import n2n
    >>> from n2n.embedding.picture import groups
    >>> from n2n.embedding.projection import project
    >>> from n2n.plots.embedding import details
    >>> graph = n2n.load("karate")
    >>> nodes = np.arange(34)
    >>> both = {1: project(graph.x, "pca"), 9: project(graph.x[:, ::-1], "pca")}
    >>> [frame.name for frame in animation(both, groups(graph, nodes), details(graph, nodes)).frames]
    ['1', '9']
    """
    turned = aligned(projections)
    first = next(iter(turned.values()))
    figure = scatter(first, groups, text, marked)
    spatial = first.positions.shape[1] == 3
    figure.frames = [
        go.Frame(name=str(epoch), data=_moved(figure, fitted(projection.positions), projection.nodes))
        for epoch, projection in turned.items()
    ]
    # Only shapes glide; what the graphics processor draws is drawn again for each picture.
    glides = all(trace.type == "scatter" for trace in theme.traces(figure))
    move, redraw = (_MOVE if glides else 0), not glides or spatial
    frame = {"duration": _PAUSE + move, "redraw": redraw}
    transition = {"duration": move, "easing": "cubic-in-out"}
    play = {"frame": frame, "transition": transition, "fromcurrent": True, "mode": "immediate"}
    at_once = {"frame": {"duration": 0, "redraw": redraw}, "mode": "immediate"}
    jump = {**at_once, "transition": {"duration": 0}}
    grey = {"bgcolor": theme.GREY, "bordercolor": theme.GREY}
    slider = {
        "steps": [{"label": name, "method": "animate", "args": [[name], jump]} for name in map(str, turned)],
        "currentvalue": {"prefix": "epoch ", "font": {"size": 15}},
        "pad": {"t": 12, "b": 4, "l": 12, "r": 12},
        "activebgcolor": theme.ACCENT,
        **grey,
    }
    corner = {"x": 1, "xanchor": "right", "y": 0, "yanchor": "top", "pad": {"t": 4}}
    menu = {
        "type": "buttons",
        "direction": "left",
        "showactive": False,
        **corner,
        **grey,
        "font": {"color": theme.mode(dark=True)["paper"]},
        "buttons": [
            {"label": "Play", "method": "animate", "args": [None, play]},
            {"label": "Stop", "method": "animate", "args": [[None], at_once]},
        ],
    }
    figure.update_layout(dragmode="orbit" if spatial else "pan", sliders=[slider], updatemenus=[menu])
    return figure


def _moved(figure: go.Figure, places: np.ndarray, nodes: np.ndarray) -> list[dict]:
    """The traces of the figure at new places."""
    data = []
    for trace in theme.traces(figure):
        rows = np.searchsorted(nodes, [entry[0] for entry in trace.customdata])
        data.append({"type": trace.type, **dict(zip("xyz", places[rows].T, strict=False))})
    return data

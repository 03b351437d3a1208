"""An embedding on its way through the training: one picture an epoch, with a slider and a button to play."""

import numpy as np
import plotly.graph_objects as go

from n2n.embedding.projection import Projection, align
from n2n.plots import theme
from n2n.plots.embedding import Group, fitted, scatter

_PAUSE, _MOVE = 500, 700
"""Milliseconds that a picture stands, and that it takes to become the next."""


def movement(
    layouts: dict[int, Projection], drawn: list[Group], text: np.ndarray, marked: np.ndarray | None = None
) -> go.Figure:
    """The layouts of several epochs as an animation; each is turned so that it fits the one before.

    Each picture is scaled to the same size, so that the axes can stay: what is seen is the shape, not the
    length of the vectors.

    >>> import n2n
    >>> from n2n.plots.embedding import details, groups
    >>> from n2n.embedding.projection import project
    >>> graph = n2n.load("karate")
    >>> nodes = np.arange(34)
    >>> layouts = {1: project(graph.x, "pca"), 9: project(graph.x[:, ::-1], "pca")}
    >>> [frame.name for frame in movement(layouts, groups(graph, nodes), details(graph, nodes)).frames]
    ['1', '9']
    """
    turned: dict[int, Projection] = {}
    for epoch, layout in layouts.items():
        before = list(turned.values())[-1:]
        positions = align(layout.positions, before[0].positions) if before else layout.positions
        turned[epoch] = Projection(layout.method, layout.nodes, positions, layout.num_nodes)
    first = next(iter(turned.values()))
    figure = scatter(first, drawn, text, marked)
    spatial = first.positions.shape[1] == 3
    figure.frames = [
        go.Frame(name=str(epoch), data=_moved(figure, fitted(layout.positions), layout.nodes))
        for epoch, layout in turned.items()
    ]
    # Only shapes glide; what the graphics processor draws is drawn anew for each picture.
    glides = all(trace.type == "scatter" for trace in figure.data)
    move = _MOVE if glides else 0
    how = {
        "frame": {"duration": _PAUSE + move, "redraw": not glides or spatial},
        "transition": {"duration": move, "easing": "cubic-in-out"},
        "fromcurrent": True,
        "mode": "immediate",
    }
    at_once = {"frame": {"duration": 0, "redraw": not glides or spatial}, "mode": "immediate"}
    figure.update_layout(
        dragmode="orbit" if spatial else "pan",
        sliders=[
            {
                "steps": [
                    {
                        "label": name,
                        "method": "animate",
                        "args": [[name], {**at_once, "transition": {"duration": 0}}],
                    }
                    for name in map(str, turned)
                ],
                "currentvalue": {"prefix": "epoch ", "font": {"size": 15}},
                "x": 0.16,
                "len": 0.84,
                "pad": {"t": 6, "b": 4},
                "bordercolor": theme.GREY,
                "bgcolor": theme.GREY,
                "activebgcolor": theme.ACCENT,
            }
        ],
        updatemenus=[
            {
                "type": "buttons",
                "direction": "left",
                "showactive": False,
                "x": 0,
                "xanchor": "left",
                "y": 0,
                "yanchor": "top",
                "pad": {"t": 26},
                "bgcolor": theme.GREY,
                "bordercolor": theme.GREY,
                "font": {"color": "#10161D"},
                "buttons": [
                    {"label": "Play", "method": "animate", "args": [None, how]},
                    {"label": "Stop", "method": "animate", "args": [[None], at_once]},
                ],
            }
        ],
    )
    return figure


def _moved(figure: go.Figure, places: np.ndarray, nodes: np.ndarray) -> list[dict]:
    """The traces of the figure at new places."""
    data = []
    for trace in figure.data:
        rows = np.searchsorted(nodes, [entry[0] for entry in trace.customdata])
        axes = dict(zip("xyz", places[rows].T, strict=False))
        data.append({"type": trace.type, **axes})
    return data

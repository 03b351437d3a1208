"""Nodes of a graph where a projection puts them, in two or three dimensions, alone or as an animation.

`n2n.embedding.picture.groups` says which nodes are drawn alike, `scatter` draws them. The id of a node is the
first entry of its customdata, so that a selection in one picture can be marked in another.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from n2n.embedding.picture import Group, aligned, fitted
from n2n.embedding.projection import Projection
from n2n.graph import Graph
from n2n.plots import charts, theme
from n2n.taps.subgraphs import Partition

# Up to this many points a browser draws shapes one by one; more of them go through its graphics processor.
MAX_SHAPES = 4_000
MAX_PANELS, PER_ROW = 6, 3
_PAUSE, _MOVE = 500, 700
"""Milliseconds for which a picture of an animation stands still, and that it takes to become the next."""
_HOVER = "node %{customdata[0]}<br>%{text}<extra></extra>"
# A little further away than usual, so that the cube fits a narrow window.
_CAMERA = {"eye": {"x": 1.3, "y": 1.3, "z": 0.8}}
_SIDE = {
    **{
        "title": "",
        "range": [-1.05, 1.05],
        "showline": True,
        "linecolor": theme.GREY,
        "gridcolor": theme.EDGE,
    },
    **dict.fromkeys(("showticklabels", "showspikes", "showbackground", "zeroline"), False),
}


def legend(groups: Sequence[Group]) -> list[tuple[str, str, str]]:
    """Name (safe as HTML), colour and symbol of each group, for a legend shared by several pictures."""
    return [(theme.plain(group.name), *theme.look(group.kind)) for group in groups if group.values is None]


def details(
    graph: Graph, nodes: np.ndarray, predictions: np.ndarray | None = None, parts: Partition | None = None
) -> np.ndarray:
    """Hover texts of nodes, apart from their ids: name, class, prediction, degree, subgraph.

    >>> import n2n
    >>> str(details(n2n.load("karate"), np.array([3]))[0])
    'class Mr. Hi<br>degree 6'
    """
    lines = []
    if graph.node_names is not None:
        lines.append([theme.plain(theme.shortened(graph.name_of(node), 60)) for node in nodes.tolist()])
    if graph.has_labels:
        lines.append([f"class {theme.class_name(graph, label)}" for label in graph.y[nodes]])
        if predictions is not None:
            lines.append([f"predicted {theme.class_name(graph, label)}" for label in predictions[nodes]])
    lines.append([f"degree {degree}" for degree in graph.degree[nodes]])
    if parts is not None:
        lines.append([f"subgraph {n} ({theme.nodes(int(parts.sizes[n]))})" for n in parts.membership[nodes]])
    return np.array(["<br>".join(parts) for parts in zip(*lines, strict=True)], dtype=object)


def scatter(
    projection: Projection, groups: list[Group], text: np.ndarray, marked: np.ndarray | None = None
) -> go.Figure:
    """A picture in two or three dimensions, as the projection has.

    Args:
        text: hover texts, as `details` makes them.
        marked: ids of nodes that keep their colour while all others turn grey; all keep it where None.

    >>> import n2n
    >>> from n2n.embedding.picture import groups
    >>> from n2n.embedding.projection import project
    >>> graph = n2n.load("karate")
    >>> nodes = np.arange(34)
    >>> scatter(project(graph.x, "pca"), groups(graph, nodes), details(graph, nodes)).data[0].type
    'scatter'
    """
    places = fitted(projection.positions)
    spatial = places.shape[1] == 3
    figure = go.Figure()
    for group in groups:
        ids = projection.nodes[group.rows]
        chosen = None if marked is None else np.isin(ids, marked)
        if spatial:
            figure.add_traces(_space(group, places, ids, text, chosen))
        else:
            figure.add_trace(_flat(group, places, ids, text, chosen))
    if spatial:
        sides = dict.fromkeys(("xaxis", "yaxis", "zaxis"), _SIDE)
        figure.update_layout(scene={**sides, "aspectmode": "cube", "camera": _CAMERA})
    charts.bare_axes(figure, [-1.08, 1.08], [-1.08, 1.08])
    margin = {"l": 0, "t": 0, "b": 0}
    figure.update_layout(dragmode="orbit" if spatial else "lasso", margin=margin, showlegend=True)
    return theme.dress(figure)


def _size(count: int) -> float:
    """Size of a mark in pixels, given how many there are."""
    return float(np.clip(17 - 3.4 * np.log10(max(count, 1)), 3, 11))


def _marker(group: Group, size: float, rows: slice | np.ndarray = slice(None)) -> dict:
    colour, symbol = theme.look(group.kind)
    if group.values is None:
        return {"color": colour, "symbol": symbol, "size": size}
    top = int(np.ceil(max(float(group.values.max(initial=0)), 0.3)))
    ticks = [tick for decade in range(top + 1) for tick in (decade, decade + np.log10(3)) if tick <= top]
    title = {"text": group.name, "side": "top", "font": {"size": 13}}
    form = {"orientation": "h", "y": 1.0, "yanchor": "bottom", "thickness": 10, "len": 0.9}
    names = [f"{10**tick:.0f}" for tick in ticks]
    bar = {"title": title, "tickvals": ticks, "ticktext": names, **form}
    top = float(group.values.max(initial=0.3))
    scale = {"colorscale": "Viridis", "cmin": 0, "cmax": top, "colorbar": bar}
    return {"color": group.values[rows], "symbol": symbol, "size": size, **scale}


def _flat(group: Group, places, ids, text, chosen) -> go.Scatter | go.Scattergl:
    make = go.Scatter if len(places) <= MAX_SHAPES else go.Scattergl
    size = _size(len(places))
    line = {"width": 0.5, "color": theme.RIM} if len(places) <= 500 else {"width": 0}
    return make(
        x=places[group.rows, 0],
        y=places[group.rows, 1],
        mode="markers",
        name=theme.plain(group.name),
        showlegend=None if group.values is None else False,
        customdata=ids[:, None].tolist(),
        text=text[group.rows],
        marker={**_marker(group, size), "opacity": 0.85, "line": line},
        selectedpoints=None if chosen is None else np.flatnonzero(chosen).tolist(),
        selected={"marker": {"opacity": 1, "size": size + 2}},
        unselected={"marker": {"color": theme.GREY, "opacity": 0.18}},
        hovertemplate=_HOVER,
    )


def _space(group: Group, places, ids, text, chosen) -> list[go.Scatter3d]:
    """In space nothing can be selected, so marked nodes and the others are two traces."""
    size = _size(len(places)) * 0.75
    everyone = np.arange(len(group.rows))
    parts = [(everyone, True)]
    if chosen is not None:
        parts = [(everyone[~chosen], False), (everyone[chosen], True)]
    traces = []
    for rows, lit in parts:
        x, y, z = places[group.rows[rows]].T
        marker = _marker(group, size, rows) if lit else {"color": theme.GREY, "size": size}
        traces.append(
            go.Scatter3d(
                x=x,
                y=y,
                z=z,
                mode="markers",
                name=theme.plain(group.name),
                legendgroup=group.name,
                showlegend=lit and group.values is None,
                customdata=ids[rows][:, None].tolist(),
                text=text[group.rows[rows]],
                marker={**marker, "opacity": 0.9 if lit else 0.12},
                hovertemplate=_HOVER,
            )
        )
    return traces


def side_by_side(graph: Graph, shown: Sequence[tuple[str, float | None, Projection]]) -> go.Figure:
    """One panel per run, at most six; a class has the same colour and symbol in all of them.

    Args:
        shown: name of a run, its test score where there is one, and its projection.

    >>> import n2n
    >>> from n2n.embedding.projection import project
    >>> graph = n2n.load("karate")
    >>> [trace.name for trace in side_by_side(graph, [("mine", 0.9, project(graph.x, "pca"))]).data]
    ['Mr. Hi', 'Officer']
    """
    shown = shown[:MAX_PANELS]
    names = [name for name, _, _ in shown]
    figure, panels = charts.panels(names, PER_ROW, alone=True, horizontal_spacing=0.03, vertical_spacing=0.14)
    titles: Any = figure.layout.annotations
    for (_, score, projection), panel, title in zip(shown, panels, titles, strict=True):
        title.text += "" if score is None else f"<br>test {score:.1%}"
        x, y = projection.positions.T
        charts.nodes(figure, graph, projection.nodes, x, y, 4, opacity=0.8, **panel)
    for trace in theme.traces(figure):
        trace.legendgroup = trace.name
    figure.update_xaxes(**charts.HIDDEN)
    figure.update_yaxes(**charts.HIDDEN)
    return charts.legend_below(theme.dress(figure)).update_layout(margin={"t": 44})


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
    """The traces of the figure at new positions."""
    data = []
    for trace in theme.traces(figure):
        rows = np.searchsorted(nodes, [entry[0] for entry in trace.customdata])
        data.append({"type": trace.type, **dict(zip("xyz", places[rows].T, strict=False))})
    return data

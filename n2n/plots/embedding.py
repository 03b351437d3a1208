"""Nodes of a graph at the places that a projection gives them, in two or three dimensions.

A picture is made in two steps: `groups` says who has which colour, `scatter` draws it (and `movement`, in a
file of its own, an animation). The id of a node is the first entry of its customdata, so that a selection in
one picture can be marked in another.
"""

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from n2n.embedding.projection import Projection
from n2n.graph import Graph
from n2n.plots import theme
from n2n.sampling.subgraphs import Partition

COLOURS = ("Label", "Prediction", "Right or wrong", "Subgraph", "Degree")
LARGEST = 8
"""Subgraphs that have a colour of their own."""
# Up to so many points a browser draws shapes one by one; more of them go through its graphics processor.
MAX_SHAPES = 4_000
_HOVER = "node %{customdata[0]}<br>%{text}<extra></extra>"
_SCALE = "Viridis"
# A little further off than usual, so that the cube fits a narrow window.
_CAMERA = {"eye": {"x": 1.3, "y": 1.3, "z": 0.8}}


@dataclass(frozen=True, eq=False)
class Group:
    """Nodes that are drawn alike."""

    name: str
    rows: np.ndarray
    """Places in the projection."""
    colour: str | np.ndarray
    """One colour, or a number for each node that a scale turns into colours."""
    symbol: str = "circle"


def groups(
    graph: Graph,
    nodes: np.ndarray,
    by: str = "Label",
    predictions: np.ndarray | None = None,
    parts: Partition | None = None,
) -> list[Group]:
    """Who is drawn how, for one of `COLOURS`.

    Args:
        nodes: the nodes of the projection.
        predictions: (N,) predicted classes, for "Prediction" and "Right or wrong".
        parts: the subgraphs, for "Subgraph"; the largest have colours, the others are grey.

    >>> import n2n
    >>> graph = n2n.load("karate")
    >>> [(group.name, len(group.rows)) for group in groups(graph, np.arange(34))]
    [('Mr. Hi', 17), ('Officer', 17)]
    """
    if by not in COLOURS:
        raise ValueError(f"Nodes cannot be coloured by {by!r}: choose one of {', '.join(COLOURS)}.")
    if by == "Degree":
        return [Group("degree", np.arange(len(nodes)), np.log10(np.maximum(graph.degree[nodes], 1)))]
    if by == "Subgraph":
        member = parts.membership[nodes]
        names = {n: f"subgraph {n}" for n in range(min(LARGEST, parts.num_subgraphs))}
        kinds = np.where(member < LARGEST, member, -1)
        return _by_class(kinds, lambda n: names.get(n, "all smaller ones"))
    if by == "Label":
        return _by_class(graph.y[nodes], lambda label: theme.class_name(graph, label))
    if by == "Prediction":
        return _by_class(predictions[nodes], lambda label: theme.class_name(graph, label))
    known = graph.y[nodes] >= 0
    right = known & (predictions[nodes] == graph.y[nodes])
    return [
        Group(name, np.flatnonzero(mask), colour, symbol)
        for name, mask, colour, symbol in (
            (theme.NO_LABEL, ~known, theme.GREY, "circle"),
            ("right", right, theme.RIGHT, "circle"),
            ("wrong", known & ~right, theme.WRONG, "x"),
        )
        if mask.any()
    ]


def _by_class(kinds: np.ndarray, name) -> list[Group]:
    # Grey ones first, so that they lie below.
    return [
        Group(name(kind), np.flatnonzero(kinds == kind), theme.colour(kind), theme.symbol(kind))
        for kind in np.unique(kinds).tolist()
    ]


def details(
    graph: Graph, nodes: np.ndarray, predictions: np.ndarray | None = None, parts: Partition | None = None
) -> np.ndarray:
    """What hovering over a node tells beside its id: class, prediction, degree, subgraph.

    >>> import n2n
    >>> str(details(n2n.load("karate"), np.array([3]))[0])
    'class Mr. Hi<br>degree 6'
    """
    lines = []
    if graph.has_labels:
        names = [theme.class_name(graph, label) for label in graph.y[nodes]]
        lines.append([f"class {name}" for name in names])
        if predictions is not None:
            lines.append([f"predicted {theme.class_name(graph, label)}" for label in predictions[nodes]])
    lines.append([f"degree {degree}" for degree in graph.degree[nodes]])
    if parts is not None:
        lines.append([f"subgraph {n} ({parts.sizes[n]:,} nodes)" for n in parts.membership[nodes]])
    return np.array(["<br>".join(parts) for parts in zip(*lines, strict=True)], dtype=object)


def fitted(positions: np.ndarray) -> np.ndarray:
    """Positions moved and scaled into the square from −1 to 1.

    A few far-off points must not press all others together: what lies further out than 1.6 times the middle
    99 % of an axis is drawn at the rim.
    """
    low, high = np.percentile(positions, [0.5, 99.5], axis=0)
    middle, reach = (low + high) / 2, 0.8 * (high - low)
    near = np.clip(positions, middle - reach, middle + reach)
    low, high = near.min(axis=0), near.max(axis=0)
    return (near - (low + high) / 2) / max(float((high - low).max()) / 2, 1e-9)


def scatter(
    projection: Projection, drawn: list[Group], text: np.ndarray, marked: np.ndarray | None = None
) -> go.Figure:
    """A flat or a spatial picture, by the dimensions of the projection; see `Group` and `details`.

    Args:
        marked: ids of nodes that keep their colour while all others turn grey; all keep it where None.

    >>> import n2n
    >>> from n2n.embedding.projection import project
    >>> graph = n2n.load("karate")
    >>> nodes = np.arange(34)
    >>> scatter(project(graph.x, "pca"), groups(graph, nodes), details(graph, nodes)).data[0].type
    'scatter'
    """
    places = fitted(projection.positions)
    figure = go.Figure()
    for group in drawn:
        ids = projection.nodes[group.rows]
        chosen = None if marked is None else np.isin(ids, marked)
        if places.shape[1] == 3:
            for part in _space(group, places, ids, text, chosen):
                figure.add_trace(part)
        else:
            figure.add_trace(_flat(group, places, ids, text, chosen, len(places)))
    hidden = {"visible": False, "showgrid": False, "zeroline": False}
    figure.update_xaxes(**hidden, range=[-1.08, 1.08])
    figure.update_yaxes(**hidden, range=[-1.08, 1.08], scaleanchor="x")
    if places.shape[1] == 3:
        axis = {"showticklabels": False, "title": "", "showspikes": False, "showbackground": False}
        side = {
            **axis,
            "gridcolor": theme.EDGE,
            "zeroline": False,
            "range": [-1.05, 1.05],
            "showline": True,
            "linecolor": theme.GREY,
        }
        figure.update_layout(
            scene={"xaxis": side, "yaxis": side, "zaxis": side, "aspectmode": "cube", "camera": _CAMERA}
        )
    figure.update_layout(
        dragmode="lasso" if places.shape[1] == 2 else "orbit",
        legend={"itemsizing": "constant"},
        modebar={"orientation": "v"},
        margin={"l": 0, "r": 0, "t": 24, "b": 0},
    )
    return theme.dress(figure)


def _size(count: int) -> float:
    """Pixels of a mark among so many."""
    return float(np.clip(17 - 3.4 * np.log10(max(count, 1)), 3, 11))


def _marker(group: Group, size: float, rows=slice(None)) -> dict:
    if isinstance(group.colour, str):
        return {"color": group.colour, "symbol": group.symbol, "size": size}
    top = int(np.ceil(max(float(group.colour.max(initial=0)), 0.3)))
    ticks = [tick for decade in range(top + 1) for tick in (decade, decade + np.log10(3)) if tick <= top]
    bar = {
        "title": {"text": "degree", "side": "top", "font": {"size": 13}},
        "orientation": "h",
        "y": 1.0,
        "yanchor": "bottom",
        "tickvals": ticks,
        "ticktext": [f"{10**tick:.0f}" for tick in ticks],
        "thickness": 10,
        "len": 0.9,
    }
    shared = {"colorscale": _SCALE, "cmin": 0, "cmax": float(group.colour.max(initial=0.3)), "colorbar": bar}
    return {"color": group.colour[rows], "symbol": group.symbol, "size": size, **shared}


def _flat(group, places, ids, text, chosen, count) -> go.Scatter | go.Scattergl:
    make = go.Scatter if count <= MAX_SHAPES else go.Scattergl
    size = _size(count)
    line = {"width": 0.5, "color": theme.RIM} if count <= 500 else {"width": 0}
    return make(
        x=places[group.rows, 0],
        y=places[group.rows, 1],
        mode="markers",
        name=group.name,
        showlegend=isinstance(group.colour, str),
        customdata=ids[:, None].tolist(),
        text=text[group.rows],
        marker={**_marker(group, size), "opacity": 0.85, "line": line},
        selectedpoints=None if chosen is None else np.flatnonzero(chosen).tolist(),
        selected={"marker": {"opacity": 1, "size": size + 2}},
        unselected={"marker": {"color": theme.GREY, "opacity": 0.18}},
        hovertemplate=_HOVER,
    )


def _space(group, places, ids, text, chosen) -> list[go.Scatter3d]:
    """In space nothing can be selected, so marked and other nodes are drawn as two."""
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
                name=group.name,
                legendgroup=group.name,
                showlegend=lit and isinstance(group.colour, str),
                customdata=ids[rows][:, None].tolist(),
                text=text[group.rows[rows]],
                marker={**marker, "opacity": 0.9 if lit else 0.12},
                hovertemplate=_HOVER,
            )
        )
    return traces

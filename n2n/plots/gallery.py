"""Many subgraphs in one figure (the paper's Fig. 5): ten intervals of size, ten subgraphs each.

Everything is drawn in a few traces, one for all edges and one for each class, so that a hundred subgraphs
cost no more than one; a click on a node tells the subgraph, which is in its customdata.
"""

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from n2n.graph import Graph
from n2n.graph.layout import spread
from n2n.plots import theme
from n2n.sampling.excerpt import subgraph
from n2n.sampling.subgraphs import Partition

INTERVALS = 10
PER_INTERVAL = 10
LIMIT = 120
"""Nodes of one subgraph that are drawn at most."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """Places of all drawn nodes and edges, in units of one cell."""

    x: np.ndarray
    y: np.ndarray
    nodes: np.ndarray
    subgraphs: np.ndarray
    edge_x: np.ndarray
    edge_y: np.ndarray
    """Ends of edges, with NaN between two edges."""
    rows: tuple[str, ...]
    """What each row shows."""
    cut: int
    """Number of subgraphs of which only a part is drawn."""


def pick(parts: Partition, among: np.ndarray | None = None) -> list[np.ndarray]:
    """The subgraphs of each row: the ranks are cut into ten equal intervals, the first ten of each are taken.

    Args:
        among: numbers of the subgraphs to choose from, largest first; all where None.

    >>> import n2n
    >>> [row.tolist() for row in pick(n2n.partition(n2n.rank(n2n.load("karate")).top(1)))]
    [[0, 1, 2, 3, 4, 5, 6, 7]]
    """
    numbers = np.arange(parts.num_subgraphs) if among is None else np.asarray(among)
    if len(numbers) <= INTERVALS:
        return [numbers] if len(numbers) else []
    rows = max(min(INTERVALS, len(numbers) // 4), 1)
    return [row[:PER_INTERVAL] for row in np.array_split(numbers, rows)]


def arrange(parts: Partition, rows: list[np.ndarray]) -> Drawn:
    """Lay every picked subgraph out in its own cell; larger ones fill more of theirs."""
    xs, ys, nodes, owners, edge_x, edge_y, cut = [], [], [], [], [], [], 0
    for row, numbers in enumerate(rows):
        for column, number in enumerate(numbers.tolist()):
            part = subgraph(parts, number, LIMIT)
            cut += len(part.nodes) < part.total
            size = 0.14 + 0.33 * min(len(part.nodes) / 40, 1) ** 0.5
            place = spread(len(part.nodes), part.edges, rounds=25) * size
            x, y = column + place[:, 0], -row + place[:, 1]
            xs.append(x)
            ys.append(y)
            nodes.append(part.nodes)
            owners.append(np.full(len(x), number))
            gap = np.full(part.edges.shape[1], np.nan)
            edge_x.append(np.stack([x[part.edges[0]], x[part.edges[1]], gap], axis=1).ravel())
            edge_y.append(np.stack([y[part.edges[0]], y[part.edges[1]], gap], axis=1).ravel())
    labels = tuple(_row_name(parts, numbers) for numbers in rows)
    arrays = [
        np.concatenate(lists) if lists else np.array([]) for lists in (xs, ys, nodes, owners, edge_x, edge_y)
    ]
    return Drawn(*arrays, rows=labels, cut=cut)


def _row_name(parts: Partition, numbers: np.ndarray) -> str:
    largest, smallest = parts.sizes[numbers[0]], parts.sizes[numbers[-1]]
    return f"{largest:,} nodes" if largest == smallest else f"{smallest:,}–{largest:,} nodes"


def _mark_sizes(drawn: Drawn) -> np.ndarray:
    """Pixels of each node: smaller where its subgraph has many."""
    numbers, counts = np.unique(drawn.subgraphs, return_counts=True)
    crowd = counts[np.searchsorted(numbers, drawn.subgraphs)]
    return np.clip(9.5 - 1.3 * np.log2(np.maximum(crowd, 2)) / 1.5, 3.5, 8)


def gallery(graph: Graph, drawn: Drawn, selected: int | None = None) -> go.Figure:
    """The figure of `arrange`; the selected subgraph gets a frame.

    >>> import n2n
    >>> graph = n2n.load("karate")
    >>> parts = n2n.partition(n2n.rank(graph).top(1))
    >>> figure = gallery(graph, arrange(parts, pick(parts)))
    >>> [trace.name for trace in figure.data]
    ['edges', 'Mr. Hi', 'Officer']
    """
    figure = go.Figure(
        go.Scatter(
            x=drawn.edge_x,
            y=drawn.edge_y,
            mode="lines",
            name="edges",
            line={"color": theme.EDGE, "width": 1},
            hoverinfo="skip",
            showlegend=False,
        )
    )
    labels = graph.y[drawn.nodes.astype(np.int64)]
    for label in sorted(np.unique(labels).tolist(), key=lambda value: (value < 0, value)):
        mine = labels == label
        figure.add_scatter(
            x=drawn.x[mine],
            y=drawn.y[mine],
            mode="markers",
            name=theme.class_name(graph, label),
            customdata=np.stack([drawn.subgraphs[mine], drawn.nodes[mine]], axis=1).astype(int).tolist(),
            marker={
                "color": theme.colour(label),
                "symbol": theme.symbol(label),
                "size": _mark_sizes(drawn)[mine],
                "opacity": 1,
                "line": {"width": 0.5, "color": theme.RIM},
            },
            # A selection must not pale the rest: the frame shows what is chosen.
            unselected={"marker": {"opacity": 1}},
            hovertemplate="subgraph %{customdata[0]}, node %{customdata[1]}<extra>%{fullData.name}</extra>",
        )
    if selected is not None and (drawn.subgraphs == selected).any():
        mine = drawn.subgraphs == selected
        column, row = np.round(drawn.x[mine].mean()), np.round(drawn.y[mine].mean())
        figure.add_shape(
            type="rect",
            x0=column - 0.48,
            x1=column + 0.48,
            y0=row - 0.48,
            y1=row + 0.48,
            line={"color": theme.ACCENT, "width": 2},
        )
    figure.update_xaxes(visible=False, range=[-0.6, PER_INTERVAL - 0.4])
    figure.update_yaxes(
        showgrid=False,
        zeroline=False,
        tickvals=[-row for row in range(len(drawn.rows))],
        ticktext=list(drawn.rows),
        range=[-max(len(drawn.rows), 1) + 0.5, 0.5],
    )
    figure.update_layout(height=90 + 62 * max(len(drawn.rows), 2), dragmode="pan", clickmode="event+select")
    return theme.dress(figure)

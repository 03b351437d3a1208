"""Before and after an edit, side by side: the same scales, and what differs in the accent colour."""

import numpy as np
import plotly.graph_objects as go

from n2n.graph import Graph
from n2n.plots import charts, theme
from n2n.plots.smoothness import side_by_side
from n2n.plots.taps import dependency_bars
from n2n.taps.drawing import SubgraphChange
from n2n.taps.ranking import Ranking

SHOWN = 12
"""Most neighbours that one side shows."""
SIDES = ("before", "after")


def rankings(before: Ranking, after: Ranking, node: int, k: int) -> tuple[go.Figure, go.Figure]:
    """The neighbours of a node by dependency, before and after: the first k, its positives, in the accent.

    A name in the accent says what differs: an edge that was cut or is new, or a positive that is none on the
    other side. Both figures have the same scale.

    >>> import n2n
    >>> from n2n.taps.edits import Edits
    >>> ranked = n2n.rank(n2n.load("karate"))
    >>> edited = n2n.rank(Edits(cut=((0, 31),)).apply(ranked.graph))
    >>> [len(side.data[0].x) for side in rankings(ranked, edited, 0, 1)]
    [12, 12]
    """
    largest = [ranked.neighbours(node)[1].max(initial=0) for ranked in (before, after)]
    reach = float(max(largest)) or 1.0
    return (
        _ranking(before, after, node, k, reach, "cut", "no longer a positive"),
        _ranking(after, before, node, k, reach, "new", "now a positive"),
    )


def _ranking(
    ranked: Ranking, other: Ranking, node: int, k: int, reach: float, alone: str, moved: str
) -> go.Figure:
    order, value, common = (values[:SHOWN] for values in ranked.neighbours(node))
    there = other.neighbours(node)[0].tolist()
    names = [f"node {j}" for j in order.tolist()]
    texts = []
    for rank, j in enumerate(order.tolist()):
        text = theme.plain(theme.node_name(ranked.graph, j, 18))
        note = alone if j not in there else moved if rank < k and j not in there[:k] else ""
        lit = f'<span style="color:{theme.ACCENT}"><b>{text}</b><br>{note}</span>'
        texts.append(lit if note else text)
    figure = go.Figure()
    written = [f"{one:.1e}" if one else "0" for one in value.tolist()]
    dependency_bars(figure, ranked, names, order, value, common, k, text=written)
    # Axes that are set take a fifth of the time that `update_xaxes` takes, here and below.
    figure.layout.xaxis = {
        "title": "dependency in nats",
        "exponentformat": "e",
        "nticks": 4,
        "range": [0, 1.25 * reach],
    }
    figure.layout.yaxis = {
        "autorange": "reversed",
        "type": "category",
        "tickvals": names,
        "ticktext": texts,
        "tickfont": {"size": 12},
        "ticklabelstandoff": 6,
    }
    figure.layout.showlegend = False
    return theme.dress(figure)


def subgraphs(graph: Graph, change: SubgraphChange) -> tuple[go.Figure, go.Figure]:
    """The subgraph of a node before and after, nodes in the same positions and the colours of their classes.

    Edges of one side only, and nodes that are in the subgraph of this side only, are in the accent; nodes of
    the other side alone are faint.
    """
    return _subgraph(graph, change, 0), _subgraph(graph, change, 1)


def _subgraph(graph: Graph, change: SubgraphChange, side: int) -> go.Figure:
    inside, beside = change.inside[side], change.inside[1 - side]
    mine, theirs = (set(map(tuple, change.edges[at].T.tolist())) for at in (side, 1 - side))
    figure = go.Figure()
    for edges, colour, width in ((mine & theirs, theme.EDGE, 2), (mine - theirs, theme.ACCENT, 3)):
        ends = [change.places[list(pair)].tolist() for pair in sorted(edges)]
        charts.segments(figure, *charts.joined(ends), colour, width)
    first = np.arange(len(change.nodes)) == 0
    differs = (inside & ~beside) | first
    charts.nodes(
        figure,
        graph,
        change.nodes,
        change.places[:, 0],
        change.places[:, 1],
        np.where(first, 18, 12),
        rim=np.where(differs, 2.5, 1),
        rim_colour=np.where(differs, theme.ACCENT, theme.RIM),
        opacity=np.where(inside, 1.0, 0.2),
    )
    # The same section on both sides, with room for the marks at its border.
    reach = [max(1.15 * float(np.abs(change.places[:, axis]).max(initial=0)), 0.3) for axis in (0, 1)]
    charts.bare_axes(figure, *([-one, one] for one in reach))
    return theme.dress(figure)


def smoothness(before: list[float], after: list[float]) -> go.Figure:
    """Label smoothness of TAPS per sampled pair for k = 1, 2, …: before in grey, after in the accent.

    >>> [bar.name for bar in smoothness([0.1, 0.2], [0.2, 0.2]).data]
    ['before', 'after']
    """
    names = [f"k = {k + 1}" for k in range(len(before))]
    figure, hover = go.Figure(), "%{x}: %{y:.4f}<extra>%{fullData.name}</extra>"
    for name, values, colour in zip(SIDES, (before, after), (theme.GREY, theme.ACCENT), strict=True):
        text = [f"{value:.3f}" for value in values]
        charts.bars(figure, names, values, name, colour, text=text, hovertemplate=hover)
    side_by_side(figure)
    top = max([value for value in (*before, *after) if value == value], default=0) or 1
    figure.layout.yaxis.range = [0, 1.15 * top]
    figure.layout.xaxis = {"title": "positives per node"}
    return figure

"""N2N in a picture: a node, its neighbourhood, the positive that stands for it, and the negatives."""

import numpy as np
import plotly.graph_objects as go

from n2n.plots import theme

_NODE = (0.0, 0.0)
_NEIGHBOURS = np.array([(1.05, 0.75), (1.3, -0.35), (0.1, -1.15), (-1.0, -0.7), (-0.75, 0.95)])
_POSITIVE = 0
_EXTRA = ((0, 1), (1, 2), (0, 4))
_NEGATIVES = np.array([(3.0, 0.9), (3.5, 0.1), (2.9, -0.6), (3.7, -1.0), (4.1, 0.7), (4.4, -0.3), (3.9, 1.3)])


def idea() -> go.Figure:
    """The picture; it is a drawing, not data.

    >>> [trace.name for trace in idea().data if trace.showlegend is not False]
    ['node', 'its neighbourhood', 'positive, chosen by TAPS', 'negatives: all other nodes']
    """
    figure = go.Figure()
    links = [(_NODE, tuple(end)) for end in _NEIGHBOURS]
    links += [(tuple(_NEIGHBOURS[a]), tuple(_NEIGHBOURS[b])) for a, b in _EXTRA]
    figure.add_scatter(
        x=[value for (x0, _), (x1, _) in links for value in (x0, x1, None)],
        y=[value for (_, y0), (_, y1) in links for value in (y0, y1, None)],
        mode="lines",
        line={"color": theme.EDGE, "width": 2},
        hoverinfo="skip",
        showlegend=False,
    )
    others = np.delete(_NEIGHBOURS, _POSITIVE, axis=0)
    positive = _NEIGHBOURS[[_POSITIVE]]
    for places, name, colour, size, tip in (
        (np.array([_NODE]), "node", theme.SETS[0], 34, "the node whose representation is learned"),
        (others, "its neighbourhood", theme.SETS[1], 22, "nodes that share an edge with it"),
        (
            positive,
            "positive, chosen by TAPS",
            theme.ACCENT,
            28,
            "its surroundings overlap most with the node's own",
        ),
        (_NEGATIVES, "negatives: all other nodes", theme.GREY, 18, "the node is pushed away from these"),
    ):
        figure.add_scatter(
            x=places[:, 0],
            y=places[:, 1],
            mode="markers",
            name=name,
            marker={"color": colour, "size": size, "line": {"color": theme.RIM, "width": 1.5}},
            hovertemplate=f"{tip}<extra></extra>",
        )
    _arrow(figure, _NODE, tuple(positive[0]), theme.ACCENT, "pull together", -0.15, 0.32)
    _arrow(figure, (2.75, 0.1), (1.75, 0.1), theme.GREY, "push apart", 0.0, 0.22, both=True)
    figure.update_xaxes(range=[-1.5, 4.8])
    figure.update_yaxes(range=[-1.5, 1.6])
    theme.bare_axes(figure)
    figure.update_layout(
        legend={"itemsizing": "constant", "y": 1.0}, margin={"l": 0, "r": 0, "t": 30, "b": 0}
    )
    return theme.dress(figure)


def _arrow(
    figure: go.Figure, start, end, colour: str, text: str, dx: float, dy: float, both: bool = False
) -> None:
    """An arrow with its meaning written beside its middle."""
    figure.add_annotation(
        x=end[0],
        y=end[1],
        ax=start[0],
        ay=start[1],
        xref="x",
        yref="y",
        axref="x",
        ayref="y",
        arrowcolor=colour,
        arrowwidth=3,
        arrowhead=2,
        arrowside="end+start" if both else "end",
        startarrowhead=2,
        standoff=16,
        startstandoff=0 if both else 20,
        text="",
    )
    middle = (start[0] + end[0]) / 2 + dx, (start[1] + end[1]) / 2 + dy
    figure.add_annotation(x=middle[0], y=middle[1], text=text, showarrow=False, font={"size": 13})

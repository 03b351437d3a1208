"""Cold start as bars: how well hidden nodes are predicted, and how long one of them takes."""

from collections.abc import Sequence

import plotly.graph_objects as go

from n2n.plots import theme
from n2n.training.cold_scores import ColdScore

LOOK = {
    "n2n": ("N2N, features alone", theme.ACCENT, ""),
    "alone": ("others, features alone", theme.GREY, ""),
    "edges": ("with the edges restored", theme.PALETTE[0], "/"),
}
"""Name, colour and hatching of a kind of bar."""


def accuracies(found: Sequence[ColdScore]) -> go.Figure:
    """The share of hidden nodes that each method predicts correctly.

    >>> [bar.name for bar in accuracies([ColdScore("MLP", False, 0.7, 2.0, 500, 40)]).data]
    ['others, features alone']
    """
    figure = _bars(found, [100 * score.accuracy for score in found], ".1f")
    return figure.update_xaxes(title="hidden nodes predicted correctly (%)", range=[0, 109])


def times(found: Sequence[ColdScore]) -> go.Figure:
    """The microseconds that each method takes for a hidden node."""
    values = [score.microseconds for score in found]
    figure = _bars(found, values, ".3g")
    return figure.update_xaxes(title="microseconds per hidden node", range=[0, 1.2 * max(values, default=1)])


def height(found: Sequence[ColdScore]) -> int:
    """Height in pixels for a given number of bars."""
    return 70 + 46 * max(len(found), 3)


def _bars(found: Sequence[ColdScore], values: Sequence[float], digits: str) -> go.Figure:
    names = [_name(score) for score in found]
    figure = go.Figure()
    for kind, (label, colour, hatching) in LOOK.items():
        here = [place for place, score in enumerate(found) if _kind(score) == kind]
        if not here:
            continue
        figure.add_bar(
            y=[names[i] for i in here],
            x=[values[i] for i in here],
            orientation="h",
            name=label,
            marker={
                "color": colour,
                "pattern": {"shape": hatching, "fillmode": "overlay", "fgcolor": theme.RIM, "size": 6},
            },
            text=[f"{values[i]:{digits}}" for i in here],
            textposition="outside",
            cliponaxis=False,
            customdata=[[found[i].nodes_read, found[i].given] for i in here],
            hovertemplate="%{y}: %{text}<br>from %{customdata[1]}; features of %{customdata[0]:,} nodes "
            "are read<extra></extra>",
        )
    figure.update_xaxes(nticks=5)
    figure.update_yaxes(categoryorder="array", categoryarray=names[::-1], ticks="", ticklabelstandoff=6)
    figure.update_layout(barmode="overlay", hovermode="closest", showlegend=True)
    return theme.legend_below(theme.dress(figure))


def _kind(score: ColdScore) -> str:
    if score.edges:
        return "edges"
    return "n2n" if score.is_n2n else "alone"


def _name(score: ColdScore) -> str:
    """Two lines, so that a phone has room for the bars."""
    return f"{theme.plain(score.method)}<br><sup>{score.given}</sup>"

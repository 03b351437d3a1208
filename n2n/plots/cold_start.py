"""Cold start as bars: how well hidden nodes are predicted, and how long one of them takes."""

from collections.abc import Sequence

import plotly.graph_objects as go

from n2n.plots import charts, theme
from n2n.training.cold_start import ColdScore

KINDS = {
    "n2n": ("N2N, features alone", theme.ACCENT, ""),
    "alone": ("others, features alone", theme.GREY, ""),
    "edges": ("with the edges restored", theme.PALETTE[0], "/"),
}
"""Name, colour and hatching of a kind of bar."""


def accuracies(scores: Sequence[ColdScore], errors: Sequence[float] = ()) -> go.Figure:
    """The share of hidden nodes that each method predicts correctly.

    Args:
        errors: half the width of the interval of each, where there are several seeds.

    >>> [bar.name for bar in accuracies([ColdScore("MLP", False, 0.7, 2.0, 500, 40)]).data]
    ['others, features alone']
    """
    figure = _bars(scores, [100 * score.accuracy for score in scores], ".1f", [100 * e for e in errors])
    return figure.update_xaxes(title="hidden nodes predicted correctly (%)", range=[0, 109])


def times(scores: Sequence[ColdScore]) -> go.Figure:
    """The microseconds that each method takes for a hidden node."""
    values = [score.microseconds for score in scores]
    figure = _bars(scores, values, ".3g")
    return figure.update_xaxes(title="microseconds per hidden node", range=[0, 1.2 * max(values, default=1)])


def height(scores: Sequence[ColdScore]) -> int:
    """Height in pixels for a given number of bars."""
    return 70 + 46 * max(len(scores), 3)


def _bars(
    scores: Sequence[ColdScore], values: Sequence[float], digits: str, errors: Sequence[float] = ()
) -> go.Figure:
    # In two lines, so that a phone has room for the bars.
    names = [f"{theme.plain(score.method)}<br><sup>{score.given}</sup>" for score in scores]
    kinds = ["edges" if score.edges else "n2n" if score.is_n2n else "alone" for score in scores]
    figure = go.Figure()
    for kind, (label, colour, hatching) in KINDS.items():
        rows = [row for row, own in enumerate(kinds) if own == kind]
        if rows:
            charts.bars(
                figure,
                [names[row] for row in rows],
                [values[row] for row in rows],
                label,
                colour,
                across=True,
                text=[f"{values[row]:{digits}}" for row in rows],
                hatching=hatching,
                error=[errors[row] for row in rows] if errors else None,
                customdata=[[scores[row].nodes_read, scores[row].given] for row in rows],
                hovertemplate="%{y}: %{text}<br>from %{customdata[1]}; features of %{customdata[0]:,} nodes "
                "are read<extra></extra>",
            )
    figure.update_xaxes(nticks=5)
    charts.rows(figure, names, ticks="", ticklabelstandoff=6)
    figure.update_layout(barmode="overlay", hovermode="closest", showlegend=True)
    return charts.legend_below(theme.dress(figure))

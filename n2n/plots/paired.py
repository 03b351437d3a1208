"""TAPS against random neighbours: differences with their confidence intervals."""

from collections.abc import Sequence

import plotly.graph_objects as go

from n2n.paper.paired import Paired
from n2n.paper.summary import UNDECIDED
from n2n.plots import theme
from n2n.training.selection import mark

_LOOKS = {
    "TAPS is better": (theme.PALETTE[2], "triangle-right"),
    UNDECIDED: (theme.GREY, "circle"),
    "random is better": (theme.PALETTE[3], "triangle-left"),
}


def height(found: Sequence[Paired]) -> int:
    """Pixels that `intervals` needs for its rows."""
    return 150 + 24 * len({(one.dataset, one.k) for one in found})


def intervals(found: Sequence[Paired], titles: dict[str, str]) -> go.Figure:
    """Mean differences in points, with bars for the intervals; one panel per framework.

    >>> one = Paired("cora", "JL", 1, 10, 0.4, 0.1, 0.7, "validation")
    >>> [trace.name for trace in intervals([one], {"cora": "Cora"}).data]
    ['TAPS is better']
    """
    frameworks = list(dict.fromkeys(one.framework for one in found))
    names = list(dict.fromkeys(_name(one, titles) for one in found))
    figure, places = theme.panels(frameworks, 2, shared_yaxes=True, horizontal_spacing=0.04)
    for framework, place in zip(frameworks, places, strict=False):
        for verdict, (colour, symbol) in _LOOKS.items():
            own = [one for one in found if (one.framework, one.verdict) == (framework, verdict)]
            if not own:
                continue
            figure.add_scatter(
                x=[one.mean for one in own],
                y=[_name(one, titles) for one in own],
                mode="markers",
                marker={"symbol": symbol, "size": 10, "color": colour},
                error_x={
                    "array": [one.high - one.mean for one in own],
                    "arrayminus": [one.mean - one.low for one in own],
                    "symmetric": False,
                    "color": colour,
                    "thickness": 1.6,
                },
                name=verdict,
                legendgroup=verdict,
                customdata=[[one.low, one.high, one.pairs] for one in own],
                hovertemplate="%{y}: %{x:+.2f} points, 95% interval %{customdata[0]:+.2f} to "
                "%{customdata[1]:+.2f}, %{customdata[2]} pairs<extra></extra>",
                **place,
            )
    figure.update_yaxes(categoryorder="array", categoryarray=names[::-1], dtick=1, tickfont={"size": 11})
    note = mark(found[0].selection) if found else ""
    figure.update_xaxes(title=f"points{note}", zeroline=True, zerolinecolor=theme.EDGE)
    return theme.legend_over_titles(theme.dress(figure), height(found))


def _name(one: Paired, titles: dict[str, str]) -> str:
    return f"{theme.plain(titles.get(one.dataset, one.dataset))}, k = {one.k}"

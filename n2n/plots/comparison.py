"""Methods compared: accuracy against time, and one method under several splits."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from n2n.graph.splits import PROTOCOLS
from n2n.paper.points import KEPT, OWN, PRINTED, Point, methods_by_score, provenance
from n2n.plots import theme
from n2n.plots.labels import placed

SYMBOLS = {KEPT: "circle", OWN: "diamond", PRINTED: "circle-open"}
SHORT = {KEPT: "measured", OWN: "your runs", PRINTED: "printed"}
SPLIT_MARKS = {
    "paper": (theme.PALETTE[0], "circle"),
    "public": (theme.PALETTE[1], "square"),
    "random": (theme.PALETTE[2], "diamond"),
}
"""Colour and symbol of a split."""
# 1, 2, 5, 10, … where the axis is short, powers of ten where it is long: plotly's own are hard to read.
FINE = [digit * 10.0**power for power in range(-3, 8) for digit in (1, 2, 5)]
COARSE = [10.0**power for power in range(-3, 8)]
# Pixels of a row of panels in a window of 1024, for the names: what has room there has room in wider ones.
WIDTH, HEIGHT, PER_ROW = 400.0, 320.0, 2


@dataclass(frozen=True)
class TimeAxis:
    """A time that accuracy is drawn against."""

    title: str
    """What the axis says, with its unit."""
    unit: str
    """What follows a number."""
    of: Callable[[Point], float | None]


TIMES = {
    "Epoch": TimeAxis("ms per epoch", "ms per epoch", lambda point: point.ms),
    "Training": TimeAxis("seconds of training", "s of training", lambda point: point.seconds),
    "New node": TimeAxis("µs to predict a new node", "µs per new node", lambda point: point.microseconds),
}
"""The times by their names on the page."""


def scatter(points: list[Point], titles: dict[str, str], time: str = "Epoch") -> go.Figure:
    """Test micro-F1 against a time (log axis), one panel per dataset; N2N in the accent.

    Args:
        titles: names of the datasets by key, in the order of the panels.
        time: a key of `TIMES`; a point without that time is not drawn.

    >>> a = Point("cora", "GCN", "paper", KEPT, 85.0, 0.2, 5, 20.0)
    >>> [trace.name for trace in scatter([a], {"cora": "Cora"}).data]
    ['others, measured']
    """
    names, columns, axis = list(titles.values()), min(len(titles), PER_ROW), TIMES[time]
    figure, places = theme.panels(names, PER_ROW, horizontal_spacing=0.06, vertical_spacing=0.16)
    for key, place in zip(titles, places, strict=False):
        timed = [point for point in points if axis.of(point) and point.dataset == key]
        _panel(figure, timed, place, columns, axis)
    figure.update_xaxes(type="log", title=axis.title)
    figure.update_yaxes(title="test micro-F1 (%)", col=1)
    figure.update_layout(hovermode="closest")
    return theme.legend_over_titles(theme.dress(figure), height(titles))


def height(titles: dict[str, str]) -> int:
    """Pixels that `scatter` needs for its panels."""
    return 90 + 380 * -(-len(titles) // PER_ROW)


def _panel(
    figure: go.Figure, points: list[Point], place: dict[str, Any], columns: int, axis: TimeAxis
) -> None:
    # N2N last, so that it lies on top; but its names are placed first.
    points = sorted(points, key=lambda point: point.is_n2n)
    times = [axis.of(point) or 1.0 for point in points]
    powers = [math.log10(time) for time in times]
    low, high = _range(powers, 0.2)
    bottom, top = _range([point.mean + side * point.sd for point in points for side in (-1, 1)], 0.06)
    first = sorted(range(len(points)), key=lambda i: not points[i].is_n2n)
    x = [(powers[i] - low) / (high - low) for i in first]
    y = [(points[i].mean - bottom) / (top - bottom) for i in first]
    found = placed(x, y, [points[i].method for i in first], WIDTH / columns, HEIGHT)
    spots = dict(zip(first, found, strict=True))
    figure.update_xaxes(range=[low, high], tickvals=FINE if (high - low) * columns < 3 else COARSE, **place)
    figure.update_yaxes(range=[bottom, top], **place)
    for ours, source in dict.fromkeys((point.is_n2n, point.source) for point in points):
        rows = [i for i, point in enumerate(points) if (point.is_n2n, point.source) == (ours, source)]
        name = f"{'N2N' if ours else 'others'}, {SHORT[source]}"
        colour = theme.ACCENT if ours else theme.GREY
        rim = {"width": 2, "color": colour} if source == PRINTED else {"width": 1, "color": theme.RIM}
        figure.add_scatter(
            x=[times[i] for i in rows],
            y=[points[i].mean for i in rows],
            mode="markers+text",
            text=[theme.plain(points[i].method) if spots[i] else "" for i in rows],
            textposition=[spots[i] or "middle right" for i in rows],
            textfont={"size": 11},
            marker={"symbol": SYMBOLS[source], "size": 11, "color": colour, "line": rim},
            error_y=theme.deviations((points[i].sd for i in rows), theme.EDGE, 1.2, width=3),
            name=name,
            legendgroup=name,
            customdata=[[theme.plain(points[i].method), provenance(points[i])] for i in rows],
            hovertemplate="<b>%{customdata[0]}</b><br>micro-F1 %{y:.2f}%, %{x:.3g} "
            f"{axis.unit}<br>%{{customdata[1]}}<extra></extra>",
            cliponaxis=False,
            **place,
        )


def _range(values: list[float], share: float) -> tuple[float, float]:
    """Smallest and largest value with some room at both ends."""
    if not values:
        return 0.0, 1.0
    room = share * (max(values) - min(values)) or 0.5
    return min(values) - room, max(values) + room


def by_split(points: list[Point]) -> go.Figure:
    """The scores of each method as dots, one colour and symbol per split; a line spans those of a method.

    >>> two = [Point("cora", "GCN", split, KEPT, 85.0, 0.2, 5, 20.0) for split in ("paper", "public")]
    >>> [trace.name for trace in by_split(two).data if trace.name]
    ['paper split', 'public split']
    """
    methods = methods_by_score(points)
    figure = go.Figure()
    for method in methods:
        means = [point.mean for point in points if point.method == method]
        theme.add_lines(figure, [min(means), max(means)], [theme.plain(method)] * 2, width=4)
    for split in PROTOCOLS:
        here = [point for point in points if point.split == split]
        if not here:
            continue
        colour, symbol = SPLIT_MARKS[split]
        figure.add_scatter(
            x=[point.mean for point in here],
            y=[theme.plain(point.method) for point in here],
            mode="markers",
            name=f"{split} split",
            marker={"color": colour, "symbol": symbol, "size": 11, "line": {"width": 1, "color": theme.RIM}},
            error_x=theme.deviations(point.sd for point in here),
            customdata=[provenance(point) for point in here],
            hovertemplate="%{y}: %{x:.2f}%<br>%{customdata}<extra></extra>",
        )
    figure.update_xaxes(title="test micro-F1 (%)")
    figure.update_yaxes(categoryorder="array", categoryarray=[theme.plain(name) for name in methods], dtick=1)
    figure.update_layout(showlegend=True)
    return theme.dress(figure)

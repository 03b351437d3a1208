"""Methods compared: accuracy against time, and one method under several splits."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from n2n.graph.splits import PROTOCOLS
from n2n.paper.points import KEPT, OWN, PRINTED, Point, methods_by_score, provenance
from n2n.plots import charts, theme

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
    figure, panels = charts.panels(names, PER_ROW, horizontal_spacing=0.06, vertical_spacing=0.16)
    for key, panel in zip(titles, panels, strict=False):
        timed = [point for point in points if axis.of(point) and point.dataset == key]
        _panel(figure, timed, panel, columns, axis)
    figure.update_xaxes(type="log", title=axis.title)
    figure.update_yaxes(title="test micro-F1 (%)", col=1)
    figure.update_layout(hovermode="closest")
    return charts.legend_over_titles(theme.dress(figure), height(titles))


def height(titles: dict[str, str]) -> int:
    """Pixels that `scatter` needs for its panels."""
    return 90 + 380 * -(-len(titles) // PER_ROW)


def _panel(
    figure: go.Figure, points: list[Point], panel: dict[str, Any], columns: int, axis: TimeAxis
) -> None:
    # The names of N2N are placed first, but its marks are drawn last, on top.
    points = sorted(points, key=lambda point: not point.is_n2n)
    powers = [math.log10(axis.of(point) or 1.0) for point in points]
    low, high = _range(powers, 0.2)
    bottom, top = _range([point.mean + side * point.sd for point in points for side in (-1, 1)], 0.06)
    x = [WIDTH / columns * (power - low) / (high - low) for power in powers]
    y = [HEIGHT * (point.mean - bottom) / (top - bottom) for point in points]
    names = [point.method for point in points]
    spots = label_positions(x, y, names, WIDTH / columns, HEIGHT)
    figure.update_xaxes(range=[low, high], tickvals=FINE if (high - low) * columns < 3 else COARSE, **panel)
    figure.update_yaxes(range=[bottom, top], **panel)
    placed = sorted(zip(points, spots, strict=True), key=lambda pair: pair[0].is_n2n)
    for n2n, source in dict.fromkeys((point.is_n2n, point.source) for point, _ in placed):
        here = [pair for pair in placed if (pair[0].is_n2n, pair[0].source) == (n2n, source)]
        own = [point for point, _ in here]
        name, colour = f"{'N2N' if n2n else 'others'}, {SHORT[source]}", theme.ACCENT if n2n else theme.GREY
        rim = {"width": 2, "color": colour} if source == PRINTED else {"width": 1, "color": theme.RIM}
        charts.dots(
            figure,
            [axis.of(point) for point in own],
            [point.mean for point in own],
            name,
            colour,
            SYMBOLS[source],
            size=11,
            marker={"line": rim},
            mode="markers+text",
            text=[theme.plain(point.method) if spot else "" for point, spot in here],
            textposition=[spot or "middle right" for _, spot in here],
            textfont={"size": 11},
            error_y=charts.deviations((point.sd for point in own), theme.EDGE, 1.2, width=3),
            legendgroup=name,
            customdata=[[theme.plain(point.method), provenance(point)] for point in own],
            hovertemplate="<b>%{customdata[0]}</b><br>micro-F1 %{y:.2f}%, %{x:.3g} "
            f"{axis.unit}<br>%{{customdata[1]}}<extra></extra>",
            cliponaxis=False,
            **panel,
        )


def _range(values: list[float], share: float) -> tuple[float, float]:
    """Smallest and largest value with some room at both ends."""
    if not values:
        return 0.0, 1.0
    room = share * (max(values) - min(values)) or 0.5
    return min(values) - room, max(values) + room


def label_positions(
    x: Sequence[float], y: Sequence[float], names: Sequence[str], width: float, height: float
) -> list[str | None]:
    """For each point the plotly `textposition` of its name, None where there is no room; first ones first.

    No name covers another one or another point. All lengths are in pixels.

    >>> label_positions([30, 30], [100, 100], ["a", "b"], 300, 200)
    ['middle right', 'middle left']
    """
    away, line, letter = 8.0, 14.0, 6.4
    centres = np.column_stack([x, y]).reshape(-1, 2)
    taken = np.hstack([centres - 4, centres + 4])  # left, lower, right and upper edge
    positions: list[str | None] = []
    for number, ((px, py), name) in enumerate(zip(centres.tolist(), names, strict=True)):
        length = letter * len(name)
        left = {"right": px + away, "left": px - away - length, "center": px - length / 2}
        lower = {"middle": py - line / 2, "top": py + away, "bottom": py - away - line}
        others = np.delete(taken, number, axis=0)
        for position in _POSITIONS:
            vertical, horizontal = position.split()
            low = np.array([left[horizontal], lower[vertical]])
            high = low + np.array([length, line])
            covered = ((low < others[:, 2:]) & (high > others[:, :2])).all(axis=1)
            if (low >= 0).all() and (high <= (width, height)).all() and not covered.any():
                taken = np.vstack([taken, [*low, *high]])
                positions.append(position)
                break
        else:
            positions.append(None)
    return positions


_POSITIONS = (
    *("middle right", "middle left", "top center", "bottom center"),
    *("top right", "top left", "bottom right", "bottom left"),
)


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
        charts.segments(figure, [min(means), max(means)], [theme.plain(method)] * 2, width=4)
    for split in PROTOCOLS:
        own = [point for point in points if point.split == split]
        if own:
            charts.dots(
                figure,
                [point.mean for point in own],
                [theme.plain(point.method) for point in own],
                f"{split} split",
                *SPLIT_MARKS[split],
                size=11,
                rim=1,
                error_x=charts.deviations(point.sd for point in own),
                customdata=[provenance(point) for point in own],
                hovertemplate="%{y}: %{x:.2f}%<br>%{customdata}<extra></extra>",
            )
    figure.update_xaxes(title="test micro-F1 (%)")
    figure.update_yaxes(categoryorder="array", categoryarray=[theme.plain(name) for name in methods], dtick=1)
    figure.update_layout(showlegend=True)
    return theme.dress(figure)

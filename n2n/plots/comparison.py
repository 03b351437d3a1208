"""Methods compared: accuracy against time, and one method under several splits."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from n2n.graph.splits import PROTOCOLS
from n2n.paper.points import KEPT, OWN, PRINTED, Point, methods_by_score, provenance
from n2n.plots import charts, theme
from n2n.plots.charts import Look

SOURCES = {KEPT: ("measured", "circle"), OWN: ("your runs", "diamond"), PRINTED: ("printed", "circle-open")}
"""Name and symbol of where a point comes from."""
_SPLITS = {
    "paper split": Look(theme.PALETTE[0]),
    "public split": Look(theme.PALETTE[1], "square"),
    "random split": Look(theme.PALETTE[2], "diamond"),
}
# 1, 2, 5, 10, … where the axis is short, powers of ten where it is long: plotly's own are hard to read.
FINE = [digit * 10.0**power for power in range(-3, 8) for digit in (1, 2, 5)]
COARSE = [10.0**power for power in range(-3, 8)]
PER_ROW = 2


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

    The names of methods that no other one beats in both are written beside their marks.

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
    low, high = _range([math.log10(axis.of(point) or 1.0) for point in points], 0.2)
    bottom, top = _range([point.mean + side * point.sd for point in points for side in (-1, 1)], 0.1)
    figure.update_xaxes(range=[low, high], tickvals=FINE if (high - low) * columns < 3 else COARSE, **panel)
    figure.update_yaxes(range=[bottom, top], **panel)
    named = unbeaten(points, axis)
    points = sorted(points, key=lambda point: point.is_n2n)  # those of N2N on top
    for n2n, source in dict.fromkeys((point.is_n2n, point.source) for point in points):
        own = [point for point in points if (point.is_n2n, point.source) == (n2n, source)]
        words, symbol = SOURCES[source]
        name = f"{'N2N' if n2n else 'others'}, {words}"
        sds = [point.sd for point in own]
        charts.dots(
            figure,
            [axis.of(point) for point in own],
            [point.mean for point in own],
            name,
            Look(theme.ACCENT if n2n else theme.GREY, symbol),
            size=11,
            rim=2 if source == PRINTED else 1,
            mode="markers+text",
            text=[theme.plain(point.method) if point in named else "" for point in own],
            textposition="top center",
            textfont={"size": 11},
            error_y={"type": "data", "array": sds, "color": theme.EDGE, "thickness": 1.2, "width": 3},
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


def unbeaten(points: list[Point], axis: TimeAxis) -> list[Point]:
    """The points than which no other one is both faster and more accurate, fastest first.

    >>> points = [Point("cora", name, "paper", KEPT, mean, 0.2, 5, ms)
    ...     for name, mean, ms in (("SGC", 86.0, 5.0), ("GCN", 85.0, 20.0), ("GAT", 87.0, 90.0))]
    >>> [point.method for point in unbeaten(points, TIMES["Epoch"])]
    ['SGC', 'GAT']
    """
    found: list[Point] = []
    for point in sorted(points, key=lambda point: (axis.of(point) or 0.0, -point.mean)):
        if not found or point.mean > found[-1].mean:
            found.append(point)
    return found


def by_split(points: list[Point]) -> go.Figure:
    """The scores of each method as dots, one colour and symbol per split; a line spans those of a method.

    >>> two = [Point("cora", "GCN", split, KEPT, 85.0, 0.2, 5, 20.0) for split in ("paper", "public")]
    >>> [trace.name for trace in by_split(two).data if trace.name]
    ['paper split', 'public split']
    """
    methods = [theme.plain(method) for method in methods_by_score(points)]
    table = pd.DataFrame(
        [
            (theme.plain(one.method), one.mean, f"{one.split} split", one.mean - one.sd, one.mean + one.sd,
             f"{theme.plain(one.method)}: {one.mean:.2f}%<br>{theme.plain(provenance(one))}")
            for one in sorted(points, key=lambda one: PROTOCOLS.index(one.split))
        ],
        columns=["name", "value", "group", "low", "high", "hover"],
    )  # fmt: skip
    figure = go.Figure()
    for method in methods:
        means = table.value[table["name"] == method]
        charts.segments(figure, [means.min(), means.max()], [method] * 2, width=4)
    charts.dot_plot(figure, table, _SPLITS, size=11, rim=1)
    figure.update_xaxes(title="test micro-F1 (%)")
    figure.update_yaxes(categoryorder="array", categoryarray=methods, dtick=1)
    figure.update_layout(showlegend=True)
    return theme.dress(figure)

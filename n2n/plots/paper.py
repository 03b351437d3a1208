"""The paper's tables as dot plots: printed numbers beside those measured here."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from n2n.files.csv import Table
from n2n.paper.summary import Summary
from n2n.paper.tables import difference, marked, mean_sd
from n2n.paper.verdicts import (
    ABOVE,
    BELOW,
    NOT_COMPARED,
    NOT_PRINTED,
    NOT_RUN,
    OTHER_ORDER,
    REPRODUCED,
    SAME_ORDER,
    TOO_FEW,
    Comparison,
)
from n2n.plots import theme
from n2n.training.selection import mark

# Symbol and colour of a mark, colour of text on a light and on a dark background.
_LOOKS = {
    REPRODUCED: ("circle", theme.PALETTE[2], "#00694C", "#4FD1A5"),
    ABOVE: ("triangle-up", theme.PALETTE[1], "#8A5A00", "#F2C14E"),
    BELOW: ("triangle-down", theme.PALETTE[3], "#A33F00", "#FF9D66"),
    SAME_ORDER: ("circle", theme.PALETTE[2], "#00694C", "#4FD1A5"),
    OTHER_ORDER: ("x", theme.PALETTE[3], "#A33F00", "#FF9D66"),
    TOO_FEW: ("hexagon", theme.SPREAD, "#5B6672", "#A3AEB9"),
    NOT_COMPARED: ("square", theme.SPREAD, "#5B6672", "#A3AEB9"),
    NOT_PRINTED: ("diamond", theme.PALETTE[0], "#005A8C", "#6CB8EA"),
    NOT_RUN: ("square-open", theme.GREY, "#5B6672", "#A3AEB9"),
}
SYMBOLS = {status: look[0] for status, look in _LOOKS.items()}
COLOURS = {status: look[1] for status, look in _LOOKS.items()}
TEXT_COLOURS = {dark: {status: look[2 + dark] for status, look in _LOOKS.items()} for dark in (False, True)}
"""Colours of a status as text, on a light (False) and on a dark (True) background."""
PER_ROW = 3
_ROW, _HEAD = 21, 96


def columns_of(lines: Sequence[Comparison], titles: dict[str, str]) -> dict[str, str]:
    """The columns that occur in the lines, with their titles, in the order of the titles."""
    present = {line.column for line in lines}
    return {column: title for column, title in titles.items() if column in present}


def height(lines: Sequence[Comparison], titles: dict[str, str]) -> int:
    """Pixels that `dots` needs for its rows."""
    panels = -(-len(columns_of(lines, titles)) // PER_ROW)
    return max(panels, 1) * (_HEAD + _ROW * max(len(_rows(lines)), 4))


def dots(lines: Sequence[Comparison], titles: dict[str, str], times: bool = False) -> go.Figure:
    """Printed (ring) and measured (dot, cross or diamond by status) with deviations, one panel per column.

    Args:
        times: milliseconds on a logarithmic axis instead of micro-F1 in per cent.

    >>> from n2n.paper.printed import Score
    >>> from n2n.paper.summary import Summary
    >>> line = Comparison("GCN", "cora", Score(84.7, 0.1), Summary(85.0, 0.2, 5), 0.3, REPRODUCED)
    >>> [trace.name for trace in dots([line], {"cora": "Cora"}).data if trace.name]
    ['printed', 'reproduced']
    """
    columns, rows = columns_of(lines, titles), _rows(lines)
    grid: dict[str, Any] = {"shared_yaxes": True, "horizontal_spacing": 0.03, "vertical_spacing": 0.09}
    figure, places = theme.panels(list(columns.values()), PER_ROW, **grid)
    for column, place in zip(columns, places, strict=False):
        _panel(figure, [line for line in lines if line.column == column], place, times)
    score = f"test micro-F1 (%){selection_note(lines)}"
    title = {"text": "milliseconds" if times else score, "font_size": theme.small(columns)}
    # On a phone the titles of three panels in a row would overlap.
    figure.update_xaxes(title=title, col=2 if len(columns) > 2 else None)
    if len(columns) > 2:
        figure.update_annotations(font={"size": 11})
    if times:
        figure.update_xaxes(type="log", tickvals=[10.0**power for power in range(-3, 6)])
    figure.update_yaxes(
        categoryorder="array",
        categoryarray=[theme.plain(row) for row in rows[::-1]],
        tickfont={"size": 11},
        dtick=1,
        range=[-0.7, len(rows) - 0.3],
    )
    return theme.legend_over_titles(theme.dress(figure), height(lines, titles))


def selection_note(lines: Sequence[Comparison]) -> str:
    """The mark of measured numbers that were selected on test nodes, for the title of an axis."""
    rules = {line.measured.selection for line in lines if isinstance(line.measured, Summary)}
    return f", measured{note}" if (note := "".join(mark(rule) for rule in rules)) else ""


def _rows(lines: Sequence[Comparison]) -> list[str]:
    return list(dict.fromkeys(line.row for line in lines))


def _panel(figure: go.Figure, lines: list[Comparison], place: dict[str, Any], times: bool) -> None:
    gap_x, gap_y = [], []
    for line in lines:
        printed, measured = mean_sd(line.printed)[0], mean_sd(line.measured)[0]
        if printed is not None and measured is not None:
            gap_x += [printed, measured, None]
            gap_y += [theme.plain(line.row)] * 2 + [None]
    theme.add_lines(figure, gap_x, gap_y, **place)
    ring = {"symbol": "circle-open", "size": 10, "color": theme.SPREAD, "line": {"width": 1.6}}
    _marks(figure, lines, "printed", ring, "printed", place, times)
    for status, symbol in SYMBOLS.items():
        here = [line for line in lines if line.verdict == status and line.measured is not None]
        marker = {"symbol": symbol, "size": 9, "color": COLOURS[status]}
        name = "not judged yet" if status == NOT_RUN else status
        _marks(figure, here, name, marker, "measured", place, times)


def _marks(figure, lines, name: str, marker: dict, field: str, place: dict[str, Any], times: bool) -> None:
    values = [(line, *mean_sd(getattr(line, field))) for line in lines]
    values = [value for value in values if value[1] is not None]
    if not values:
        return
    deviations = (sd for _, _, sd in values)
    note = "".join({mark(getattr(getattr(line, field), "selection", "")) for line in lines})
    bars = theme.deviations(deviations, marker["color"], 1.4, width=0 if field == "printed" else 4)
    figure.add_scatter(
        x=[mean for _, mean, _ in values],
        y=[theme.plain(line.row) for line, _, _ in values],
        mode="markers",
        marker=marker,
        error_x=None if times else bars,
        name=name,
        legendgroup=name,
        customdata=[[theme.plain(marked(line.verdict)), difference(line)] for line, _, _ in values],
        hovertemplate=f"<b>%{{y}}</b><br>{field} %{{x:.2f}}{' ms' if times else '%'}{note}<br>"
        "difference %{customdata[1]}<br>%{customdata[0]}<extra></extra>",
        **place,
    )


def expected(table: Table, chosen: str) -> go.Figure:
    """The scores of every method, of `n2n.paper.tables.scores`; the chosen one in the accent.

    >>> from n2n.paper import compare, tables
    >>> expected(tables.scores(compare("table1", [], ["GCN"], ["cora"])), "GCN").data[0].name
    'printed'
    """
    colours = [theme.ACCENT if method == chosen else theme.PALETTE[0] for method in table["method"]]
    return _scores(table, chosen, {"printed": colours, "measured": colours})


def _scores(table: Table, chosen: str, colours: dict) -> go.Figure:
    names = [theme.plain(name) for name in table["method"]]
    names = [f"<b>{name}</b>" if name == theme.plain(chosen) else name for name in names]
    forms = {"printed": ("printed", "circle-open"), "measured": ("measured here", "circle")}
    figure = go.Figure()
    for column, (name, symbol) in forms.items():
        if any(value is not None for value in table[column]):
            figure.add_scatter(
                x=table[column],
                y=names,
                mode="markers",
                name=name,
                marker={"symbol": symbol, "size": 10, "color": colours[column], "line": {"width": 2}},
                error_x=theme.deviations(table[f"{column}_sd"]),
                hovertemplate="%{y}: %{x:.2f}%<extra>" + name + "</extra>",
            )
    figure.update_xaxes(title="test micro-F1 (%)")
    figure.update_yaxes(dtick=1, tickfont={"size": 11})
    return theme.dress(figure).update_layout(showlegend=True)

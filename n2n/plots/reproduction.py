"""The paper's numbers beside those measured here: tables, counts, and the dot plot of the two."""

from collections.abc import Sequence

import plotly.graph_objects as go

from n2n.paper import Line
from n2n.paper.comparing import NOT_PRINTED, NOT_REPRODUCED, NOT_RUN, REPRODUCED
from n2n.paper.formatting import difference, words
from n2n.paper.printed import Score
from n2n.paper.results import Summary
from n2n.plots import theme
from n2n.plots.tables import Table

MARKS = {REPRODUCED: "✓", NOT_REPRODUCED: "✗", NOT_RUN: "○", NOT_PRINTED: "◇"}
"""A sign for each status, so that colour is not all that tells them apart."""
SYMBOLS = {REPRODUCED: "circle", NOT_REPRODUCED: "x", NOT_PRINTED: "diamond", NOT_RUN: "square-open"}
COLOURS = {REPRODUCED: "#009E73", NOT_REPRODUCED: "#D55E00", NOT_PRINTED: "#0072B2", NOT_RUN: theme.GREY}
_TEXT = {
    False: {REPRODUCED: "#00694C", NOT_REPRODUCED: "#A33F00", NOT_PRINTED: "#005A8C", NOT_RUN: "#5B6672"},
    True: {REPRODUCED: "#4FD1A5", NOT_REPRODUCED: "#FF9D66", NOT_PRINTED: "#6CB8EA", NOT_RUN: "#A3AEB9"},
}
PER_ROW = 3
_ROW, _HEAD = 21, 96


def text_colour(status: str, dark: bool) -> str:
    """Colour of a status as text on the background of the theme."""
    return _TEXT[dark][status]


def shown_status(status: str) -> str:
    """The status with its sign.

    >>> shown_status("reproduced")
    '✓ reproduced'
    """
    return f"{MARKS[status]} {status}"


def counts(lines: Sequence[Line]) -> dict[str, int]:
    """How many of the printed numbers have which status.

    >>> counts([Line("GCN", "cora", 1.0, None, None, NOT_RUN)])
    {'reproduced': 0, 'not reproduced': 0, 'not run yet': 1}
    """
    printed = [line.status for line in lines if line.printed is not None]
    return {status: printed.count(status) for status in (REPRODUCED, NOT_REPRODUCED, NOT_RUN)}


def table(lines: Sequence[Line], titles: dict[str, str]) -> Table:
    """One row a line, as words; the status with its sign.

    Args:
        titles: names of the columns of the paper's table by their keys.
    """
    return {
        "method": [line.row for line in lines],
        "graph": [titles[line.column] for line in lines],
        "printed": [words(line.printed) for line in lines],
        "measured here": [words(line.measured) for line in lines],
        "runs": [len(line.cells) for line in lines],
        "difference": [difference(line) for line in lines],
        "status": [shown_status(line.status) for line in lines],
    }


def numbers(lines: Sequence[Line]) -> Table:
    """The same as numbers, with what made them, for a file."""
    pairs = [(_mean_sd(line.printed), _mean_sd(line.measured)) for line in lines]
    return {
        "row": [line.row for line in lines],
        "column": [line.column for line in lines],
        "printed": [printed[0] for printed, _ in pairs],
        "printed_sd": [printed[1] for printed, _ in pairs],
        "measured": [
            words(line.measured) if isinstance(line.measured, dict) else measured[0]
            for line, (_, measured) in zip(lines, pairs, strict=True)
        ],
        "measured_sd": [measured[1] for _, measured in pairs],
        "runs": [len(line.cells) for line in lines],
        "difference": [line.difference for line in lines],
        "status": [line.status for line in lines],
        "split": [line.cells[0].split if line.cells else None for line in lines],
        "command": [line.cells[-1].command if line.cells else None for line in lines],
        "machine": [_machine(line) for line in lines],
    }


def _machine(line: Line) -> str | None:
    machine = line.cells[-1].machine if line.cells else {}
    return f"{machine.get('processor')}, {machine.get('cores')} cores" if machine else None


def _mean_sd(value) -> tuple[float | None, float | None]:
    if isinstance(value, Score | Summary):
        return value.mean, value.sd
    return (value, None) if isinstance(value, float | int) else (None, None)


def height(lines: Sequence[Line], titles: dict[str, str]) -> int:
    """Pixels that `dots` needs for its rows."""
    panels = -(-len(_columns(lines, titles)) // PER_ROW)
    return max(panels, 1) * (_HEAD + _ROW * max(len(_rows(lines)), 4))


def dots(lines: Sequence[Line], titles: dict[str, str], times: bool = False) -> go.Figure:
    """Printed (ring) and measured (dot, cross or diamond by status) with deviations, one panel a column.

    Args:
        times: milliseconds on a logarithmic axis instead of micro-F1 in per cent.

    >>> line = Line("GCN", "cora", Score(84.7, 0.1), Summary(85.0, 0.2, 5), 0.3, REPRODUCED)
    >>> [trace.name for trace in dots([line], {"cora": "Cora"}).data if trace.showlegend]
    ['printed', 'reproduced']
    """
    from plotly.subplots import make_subplots

    columns, rows = _columns(lines, titles), _rows(lines)
    across = min(max(len(columns), 1), PER_ROW)
    figure = make_subplots(
        -(-max(len(columns), 1) // PER_ROW),
        across,
        shared_yaxes=True,
        subplot_titles=[theme.plain(titles[column]) for column in columns] if len(columns) > 1 else None,
        horizontal_spacing=0.03,
        vertical_spacing=0.09,
    )
    told: set[str] = set()
    for number, column in enumerate(columns):
        place = {"row": 1 + number // PER_ROW, "col": 1 + number % PER_ROW}
        _panel(figure, [line for line in lines if line.column == column], place, told, times)
    figure.update_xaxes(title="milliseconds" if times else "test micro-F1 (%)")
    if times:
        figure.update_xaxes(type="log", tickvals=[10.0**power for power in range(-3, 6)])
    figure.update_yaxes(
        categoryorder="array",
        categoryarray=[theme.plain(row) for row in rows[::-1]],
        tickfont={"size": 11},
        dtick=1,
        range=[-0.7, len(rows) - 0.3],
    )
    return theme.legend_on_top(theme.dress(figure))


def _panel(figure: go.Figure, lines: list[Line], place: dict, told: set[str], times: bool) -> None:
    gap_x, gap_y = [], []
    for line in lines:
        printed, measured = _mean_sd(line.printed)[0], _mean_sd(line.measured)[0]
        if printed is not None and measured is not None:
            gap_x += [printed, measured, None]
            gap_y += [theme.plain(line.row)] * 2 + [None]
    figure.add_scatter(
        x=gap_x,
        y=gap_y,
        mode="lines",
        line={"color": theme.EDGE, "width": 2},
        showlegend=False,
        hoverinfo="skip",
        **place,
    )
    ring = {"symbol": "circle-open", "size": 10, "color": theme.SPREAD, "line": {"width": 1.6}}
    _marks(figure, lines, "printed", ring, "printed", place, told, times)
    for status, symbol in SYMBOLS.items():
        here = [line for line in lines if line.status == status and line.measured is not None]
        marker = {"symbol": symbol, "size": 9, "color": COLOURS[status]}
        name = "not judged yet" if status == NOT_RUN else status
        _marks(figure, here, name, marker, "measured", place, told, times)


def _marks(
    figure, lines, name: str, marker: dict, field: str, place: dict, told: set[str], times: bool
) -> None:
    values = [(line, *_mean_sd(getattr(line, field))) for line in lines]
    values = [value for value in values if value[1] is not None]
    if not values:
        return
    unit = "ms" if times else "%"
    figure.add_scatter(
        x=[mean for _, mean, _ in values],
        y=[theme.plain(line.row) for line, _, _ in values],
        mode="markers",
        marker=marker,
        error_x=None
        if times
        else {
            "type": "data",
            "array": [sd for _, _, sd in values],
            "color": marker["color"],
            "thickness": 1.4,
            "width": 0 if field == "printed" else 4,
        },
        name=name,
        legendgroup=name,
        showlegend=name not in told,
        customdata=[[theme.plain(shown_status(line.status)), difference(line)] for line, _, _ in values],
        hovertemplate=f"<b>%{{y}}</b><br>{field} %{{x:.2f}} {unit}<br>difference %{{customdata[1]}}"
        "<br>%{customdata[0]}<extra></extra>",
        **place,
    )
    told.add(name)


def _rows(lines: Sequence[Line]) -> list[str]:
    return list(dict.fromkeys(line.row for line in lines))


def _columns(lines: Sequence[Line], titles: dict[str, str]) -> list[str]:
    present = {line.column for line in lines}
    return [column for column in titles if column in present]

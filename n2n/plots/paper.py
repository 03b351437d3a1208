"""The paper's tables and figures: printed numbers beside those measured here.

Figure 4 is `smoothness.by_k`.
"""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from n2n.files.csv import Table
from n2n.paper.paired import Paired
from n2n.paper.summary import UNDECIDED, Summary
from n2n.paper.tables import curve_of, difference, marked, mean_sd
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
from n2n.plots import charts, theme
from n2n.training.selection import mark

# Symbol and colour of a mark, colour of text on a light and on a dark background.
_STATUSES = {
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
SYMBOLS = {status: form[0] for status, form in _STATUSES.items()}
COLOURS = {status: form[1] for status, form in _STATUSES.items()}
TEXT_COLOURS = {dark: {status: f[2 + dark] for status, f in _STATUSES.items()} for dark in (False, True)}
"""Colours of a status as text, on a light (False) and on a dark (True) background."""
CURVES = {
    ("GraphSAGE-Mean", "", "random"): ("GraphSAGE, random neighbours", theme.GREY, "circle"),
    ("GraphSAGE-Mean", "", "taps"): ("GraphSAGE, neighbours by TAPS", theme.SPREAD, "square"),
    ("N2N", "JL", "taps"): ("N2N by TAPS, JL", theme.ACCENT, "diamond"),
    ("N2N", "URL", "taps"): ("N2N by TAPS, URL", theme.PALETTE[0], "triangle-up"),
}
"""The four curves of Figure 3 by `curve_of`: name, colour, symbol."""
_WINNERS = {
    "TAPS is better": (theme.PALETTE[2], "triangle-right"),
    UNDECIDED: (theme.GREY, "circle"),
    "random is better": (theme.PALETTE[3], "triangle-left"),
}
PER_ROW = 3


def columns_of(lines: Sequence[Comparison], titles: dict[str, str]) -> dict[str, str]:
    """The columns that occur in the lines, with their titles, in the order of the titles."""
    present = {line.column for line in lines}
    return {column: title for column, title in titles.items() if column in present}


def height(lines: Sequence[Comparison], titles: dict[str, str]) -> int:
    """Pixels that `dots` needs for its rows."""
    panels = -(-len(columns_of(lines, titles)) // PER_ROW)
    return max(panels, 1) * (96 + 21 * max(len({line.row for line in lines}), 4))


def dots(lines: Sequence[Comparison], titles: dict[str, str], times: bool = False) -> go.Figure:
    """Printed (ring) and measured (dot, cross or diamond by status) with deviations, one panel per column.

    Args:
        times: milliseconds on a logarithmic axis instead of micro-F1 in per cent.

    >>> from n2n.paper.printed import Score
    >>> line = Comparison("GCN", "cora", Score(84.7, 0.1), Summary(85.0, 0.2, 5), 0.3, REPRODUCED)
    >>> [trace.name for trace in dots([line], {"cora": "Cora"}).data if trace.name]
    ['printed', 'reproduced']
    """
    columns, rows = columns_of(lines, titles), list(dict.fromkeys(theme.plain(line.row) for line in lines))
    grid: dict[str, Any] = {"shared_yaxes": True, "horizontal_spacing": 0.03, "vertical_spacing": 0.09}
    figure, panels = charts.panels(list(columns.values()), PER_ROW, **grid)
    for column, panel in zip(columns, panels, strict=False):
        own = [line for line in lines if line.column == column]
        both = [(mean_sd(line.printed)[0], mean_sd(line.measured)[0], theme.plain(line.row)) for line in own]
        ends = [[(a, row), (b, row)] for a, b, row in both if a is not None and b is not None]
        charts.segments(figure, *charts.joined(ends), **panel)
        ring = {"size": 10, "marker": {"line": {"width": 1.6}}}
        _marks(figure, own, "printed", "printed", theme.SPREAD, "circle-open", times, **ring, **panel)
        for status, symbol in SYMBOLS.items():
            here = [line for line in own if line.verdict == status and line.measured is not None]
            name = "not judged yet" if status == NOT_RUN else status
            _marks(figure, here, "measured", name, COLOURS[status], symbol, times, size=9, **panel)
    score = f"test micro-F1 (%){selection_note(lines)}"
    title = {"text": "milliseconds" if times else score, "font_size": charts.small(columns)}
    # On a phone the titles of three panels in a row would overlap.
    figure.update_xaxes(title=title, col=2 if len(columns) > 2 else None)
    if len(columns) > 2:
        figure.update_annotations(font={"size": 11})
    if times:
        figure.update_xaxes(type="log", tickvals=[10.0**power for power in range(-3, 6)])
    charts.rows(figure, rows, range=[-0.7, len(rows) - 0.3])
    return charts.legend_over_titles(theme.dress(figure), height(lines, titles))


def selection_note(lines: Sequence[Comparison]) -> str:
    """The mark of measured numbers that were selected on test nodes, for the title of an axis."""
    rules = {line.measured.selection for line in lines if isinstance(line.measured, Summary)}
    return f", measured{note}" if (note := "".join(mark(rule) for rule in rules)) else ""


def _marks(figure, lines, field: str, name: str, colour: str, symbol: str, times: bool, **more) -> None:
    values = [(line, *mean_sd(getattr(line, field))) for line in lines]
    values = [value for value in values if value[1] is not None]
    if not values:
        return
    note = "".join({mark(getattr(getattr(line, field), "selection", "")) for line in lines})
    spread = charts.deviations((sd for *_, sd in values), colour, 1.4, width=0 if field == "printed" else 4)
    charts.dots(
        figure,
        [mean for _, mean, _ in values],
        [theme.plain(line.row) for line, *_ in values],
        name,
        colour,
        symbol,
        legendgroup=name,
        error_x=None if times else spread,
        customdata=[[theme.plain(marked(line.verdict)), difference(line)] for line, *_ in values],
        hovertemplate=f"<b>%{{y}}</b><br>{field} %{{x:.2f}}{' ms' if times else '%'}{note}<br>"
        "difference %{customdata[1]}<br>%{customdata[0]}<extra></extra>",
        **more,
    )


def expected(table: Table, chosen: str) -> go.Figure:
    """The scores of every method, of `n2n.paper.tables.scores`; the chosen one in the accent.

    >>> from n2n.paper import compare, tables
    >>> expected(tables.scores(compare("table1", [], ["GCN"], ["cora"])), "GCN").data[0].name
    'printed'
    """
    names = [theme.plain(name) for name in table["method"]]
    names = [f"<b>{name}</b>" if name == theme.plain(chosen) else name for name in names]
    colours = [theme.ACCENT if method == chosen else theme.PALETTE[0] for method in table["method"]]
    figure = go.Figure()
    for column, name, symbol in (
        ("printed", "printed", "circle-open"),
        ("measured", "measured here", "circle"),
    ):
        if any(value is not None for value in table[column]):
            charts.dots(
                figure,
                table[column],
                names,
                name,
                colours,
                symbol,
                marker={"line": {"width": 2}},
                error_x=charts.deviations(table[f"{column}_sd"]),
                hovertemplate="%{y}: %{x:.2f}%<extra>" + name + "</extra>",
            )
    figure.update_xaxes(title="test micro-F1 (%)")
    figure.update_yaxes(dtick=1, tickfont={"size": 11})
    return theme.dress(figure).update_layout(showlegend=True)


def over_k(lines: Sequence[Comparison], titles: dict[str, str]) -> go.Figure:
    """Figure 3: micro-F1 over the number of sampled neighbours, one panel per dataset; printed ones are open.

    >>> over_k([], {"cora": "Cora"}).data
    ()
    """
    columns = columns_of(lines, titles)
    names = list(columns.values())
    figure, panels = charts.panels(names, PER_ROW, horizontal_spacing=0.06, vertical_spacing=0.14)
    for column, panel in zip(columns, panels, strict=False):
        for key, form in CURVES.items():
            own = [line for line in lines if line.column == column and curve_of(line.row)[0] == key]
            own.sort(key=lambda line: curve_of(line.row)[1])
            for field in ("measured", "printed"):
                _curve(figure, [line for line in own if getattr(line, field)], *form, field, **panel)
    title = {"text": "neighbours k", "font_size": charts.small(columns)}
    figure.update_xaxes(title=title, tickvals=[1, 2, 3, 4, 5])
    figure.update_yaxes(title=f"test micro-F1 (%){selection_note(lines)}", col=1)
    return charts.legend_below(theme.dress(figure))


def _curve(figure, lines: list[Comparison], name: str, colour: str, symbol: str, field: str, **panel) -> None:
    if not lines:
        return
    label, printed = f"{name}, {field}", field == "printed"
    values = [getattr(line, field) for line in lines]
    note = mark(getattr(values[0], "selection", ""))
    charts.dots(
        figure,
        [curve_of(line.row)[1] for line in lines],
        [value.mean for value in values],
        label,
        colour,
        f"{symbol}-open" if printed else symbol,
        size=9,
        mode="lines+markers",
        line={"color": colour, "dash": "dot" if printed else "solid", "width": 1.3 if printed else 2},
        error_y=charts.deviations((value.sd for value in values), theme.EDGE, 1.2),
        legendgroup=label,
        hovertemplate="k = %{x}: %{y:.2f}%" + note + "<extra>" + label + "</extra>",
        **panel,
    )


def intervals(differences: Sequence[Paired], titles: dict[str, str]) -> go.Figure:
    """TAPS against random neighbours: mean differences in points with their confidence intervals.

    >>> one = Paired("cora", "JL", 1, 10, 0.4, 0.1, 0.7, "validation")
    >>> [trace.name for trace in intervals([one], {"cora": "Cora"}).data]
    ['TAPS is better']
    """
    frameworks = list(dict.fromkeys(one.framework for one in differences))
    names = {one: f"{theme.plain(titles.get(one.dataset, one.dataset))}, k = {one.k}" for one in differences}
    figure, panels = charts.panels(frameworks, 2, shared_yaxes=True, horizontal_spacing=0.04)
    for framework, panel in zip(frameworks, panels, strict=False):
        for verdict, (colour, symbol) in _WINNERS.items():
            own = [one for one in differences if (one.framework, one.verdict) == (framework, verdict)]
            if own:
                down = {"arrayminus": [one.mean - one.low for one in own], "symmetric": False}
                charts.dots(
                    figure,
                    [one.mean for one in own],
                    [names[one] for one in own],
                    verdict,
                    colour,
                    symbol,
                    legendgroup=verdict,
                    error_x=charts.deviations([one.high - one.mean for one in own], colour, 1.6, **down),
                    customdata=[[one.low, one.high, one.pairs] for one in own],
                    hovertemplate="%{y}: %{x:+.2f} points, 95% interval %{customdata[0]:+.2f} to "
                    "%{customdata[1]:+.2f}, %{customdata[2]} pairs<extra></extra>",
                    **panel,
                )
    charts.rows(figure, list(dict.fromkeys(names.values())))
    note = mark(differences[0].selection) if differences else ""
    figure.update_xaxes(title=f"points{note}", zeroline=True, zerolinecolor=theme.EDGE)
    return charts.legend_over_titles(theme.dress(figure), intervals_height(differences))


def intervals_height(differences: Sequence[Paired]) -> int:
    """Pixels that `intervals` needs for its rows."""
    return 150 + 24 * len({(one.dataset, one.k) for one in differences})


def sizes(line: Comparison) -> go.Figure:
    """Figure 5: how many subgraphs have how many nodes."""
    assert isinstance(line.measured, dict)
    figure, hover = go.Figure(), "subgraphs of size %{x:,}: %{y:,}<extra></extra>"
    charts.bars(figure, line.measured["sizes"], line.measured["counts"], hovertemplate=hover)
    figure.update_xaxes(title="nodes in the subgraph", rangemode="tozero")
    figure.update_yaxes(title="subgraphs of that size", type="log")
    return theme.dress(figure)


def purity(line: Comparison) -> go.Figure:
    """Figure 6 in numbers: share of the most frequent label in ten subgraphs of each tenth of the ranks."""
    assert isinstance(line.measured, dict)
    rows = line.measured["rows"]
    figure = go.Figure()
    charts.bars(
        figure,
        [f"{10 * i}–{10 * (i + 1)}%" for i in range(len(rows))],
        [row["purity"] for row in rows],
        text=[f"{row['purity']:.2f}" for row in rows],
        customdata=[row["largest"] for row in rows],
        hovertemplate="purity %{y:.3f}; nodes in the largest subgraph: %{customdata:,}<extra></extra>",
    )
    figure.update_xaxes(title="rank of the subgraphs by size, largest first")
    figure.update_yaxes(title="purity", range=[0, 1.12])
    return theme.dress(figure)

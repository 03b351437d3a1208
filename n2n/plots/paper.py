"""The paper's tables and figures: printed numbers beside those measured here.

All functions take tables of `n2n.paper.compare`. Figure 4 is `smoothness.by_k`.
"""

import json
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from n2n.files.csv import Table, from_rows
from n2n.methods.identity import MethodName
from n2n.paper.experiments import SIZES, sampling_row
from n2n.paper.intervals import UNDECIDED
from n2n.paper.verdicts import (
    ABOVE,
    BELOW,
    NOT_COMPARED,
    NOT_PRINTED,
    NOT_RUN,
    OTHER_ORDER,
    REPRODUCED,
    SAME_ORDER,
    SIGNS,
    TOO_FEW,
)
from n2n.plots import charts, theme
from n2n.taps.samplers import ALL
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
"""The four curves of Figure 3 by base, framework and sampler: name, colour, symbol."""
_WINNERS = {
    "TAPS is better": (theme.PALETTE[2], "triangle-right"),
    UNDECIDED: (theme.GREY, "circle"),
    "random is better": (theme.PALETTE[3], "triangle-left"),
}
PER_ROW = 3


def columns_of(found: pd.DataFrame, titles: dict[str, str]) -> dict[str, str]:
    """The columns that occur in a table, with their titles, in the order of the titles."""
    present = set(found.column)
    return {column: title for column, title in titles.items() if column in present}


def height(found: pd.DataFrame, titles: dict[str, str]) -> int:
    """Pixels that `dots` needs for its rows."""
    panels = -(-len(columns_of(found, titles)) // PER_ROW)
    return max(panels, 1) * (96 + 21 * max(found.row.nunique(), 4))


def dots(found: pd.DataFrame, titles: dict[str, str], times: bool = False) -> go.Figure:
    """Printed (ring) and measured (dot, cross or diamond by verdict) with deviations, one panel per column.

    Args:
        times: milliseconds on a logarithmic axis instead of micro-F1 in per cent.

    >>> from n2n.paper import compare, load
    >>> found = compare("table1", load(), rows=["GCN"], datasets=["cora"])
    >>> [trace.name for trace in dots(found, {"cora": "Cora"}).data if trace.name]
    ['printed', 'reproduced']
    """
    columns, rows = columns_of(found, titles), list(dict.fromkeys(map(theme.plain, found.row)))
    grid: dict[str, Any] = {"shared_yaxes": True, "horizontal_spacing": 0.03, "vertical_spacing": 0.09}
    figure, panels = charts.panels(list(columns.values()), PER_ROW, **grid)
    for column, panel in zip(columns, panels, strict=False):
        own = found[found.column == column]
        both = own[own.printed.notna() & own.measured.notna()]
        names = map(theme.plain, both.row)
        ends = [[(a, row), (b, row)] for a, b, row in zip(both.printed, both.measured, names, strict=True)]
        charts.segments(figure, *charts.joined(ends), **panel)
        ring = {"size": 10, "marker": {"line": {"width": 1.6}}}
        _marks(figure, own, "printed", "printed", theme.SPREAD, "circle-open", times, **ring, **panel)
        for verdict, symbol in SYMBOLS.items():
            name = "not judged yet" if verdict == NOT_RUN else verdict
            here = own[own.verdict == verdict]
            _marks(figure, here, "measured", name, COLOURS[verdict], symbol, times, size=9, **panel)
    score = f"test micro-F1 (%){selection_note(found)}"
    title = {"text": "milliseconds" if times else score, "font_size": charts.small(columns)}
    # On a phone the titles of three panels in a row would overlap.
    figure.update_xaxes(title=title, col=2 if len(columns) > 2 else None)
    if len(columns) > 2:
        figure.update_annotations(font={"size": 11})
    if times:
        figure.update_xaxes(type="log", tickvals=[10.0**power for power in range(-3, 6)])
    charts.rows(figure, rows, range=[-0.7, len(rows) - 0.3])
    return charts.legend_over_titles(theme.dress(figure), height(found, titles))


def selection_note(found: pd.DataFrame) -> str:
    """The mark of measured numbers that were selected on test nodes, for the title of an axis."""
    rules = found.selection[found.measured.notna()].unique()
    return f", measured{note}" if (note := "".join(map(mark, rules))) else ""


def _marks(
    figure: go.Figure,
    found: pd.DataFrame,
    field: str,
    name: str,
    colour: str,
    symbol: str,
    times: bool,
    **more: Any,
) -> None:
    known = found[found[field].notna()]
    if known.empty:
        return
    note = "".join(map(mark, known.selection.unique())) if field == "measured" else ""
    sds = known[f"{field}_sd"].tolist()
    factor = "× {:.1f}" if times else "{:+.2f}"
    differences = ["–" if pd.isna(value) else factor.format(value) for value in known.difference]
    verdicts = [theme.plain(f"{SIGNS[verdict]} {verdict}") for verdict in known.verdict]
    charts.dots(
        figure,
        known[field].tolist(),
        [theme.plain(row) for row in known.row],
        name,
        colour,
        symbol,
        legendgroup=name,
        error_x=None if times else charts.deviations(sds, colour, 1.4, width=0 if field == "printed" else 4),
        customdata=list(zip(verdicts, differences, strict=True)),
        hovertemplate=f"<b>%{{y}}</b><br>{field} %{{x:.2f}}{' ms' if times else '%'}{note}<br>"
        "difference %{customdata[1]}<br>%{customdata[0]}<extra></extra>",
        **more,
    )


def expected(found: pd.DataFrame, chosen: str) -> go.Figure:
    """Printed and measured scores of every method on one dataset; the chosen one in the accent.

    >>> from n2n.paper import compare, load
    >>> expected(compare("table1", load(), ["GCN"], ["cora"]), "GCN").data[0].name
    'printed'
    """
    names = [theme.plain(name) for name in found.row]
    names = [f"<b>{name}</b>" if name == theme.plain(chosen) else name for name in names]
    colours = [theme.ACCENT if method == chosen else theme.PALETTE[0] for method in found.row]
    figure = go.Figure()
    for column, name, symbol in (
        ("printed", "printed", "circle-open"),
        ("measured", "measured here", "circle"),
    ):
        if found[column].notna().any():
            charts.dots(
                figure,
                found[column].tolist(),
                names,
                name,
                colours,
                symbol,
                marker={"line": {"width": 2}},
                error_x=charts.deviations(found[f"{column}_sd"].tolist()),
                hovertemplate="%{y}: %{x:.2f}%<extra>" + name + "</extra>",
            )
    figure.update_xaxes(title="test micro-F1 (%)")
    figure.update_yaxes(dtick=1, tickfont={"size": 11})
    return theme.dress(figure).update_layout(showlegend=True)


def over_k(found: pd.DataFrame, titles: dict[str, str]) -> go.Figure:
    """Figure 3: micro-F1 over the number of sampled neighbours, one panel per dataset; printed ones open."""
    columns = columns_of(found, titles)
    names = list(columns.values())
    figure, panels = charts.panels(names, PER_ROW, horizontal_spacing=0.06, vertical_spacing=0.14)
    methods = [MethodName.parse(row) for row in found.row]
    found = found.assign(
        curve=["/".join((one.base, one.framework, one.sampler)) for one in methods],
        k=[one.k for one in methods],
    )
    for column, panel in zip(columns, panels, strict=False):
        for key, form in CURVES.items():
            own = found[(found.column == column) & (found.curve == "/".join(key))].sort_values("k")
            for field in ("measured", "printed"):
                _curve(figure, own[own[field].notna()], *form, field, **panel)
    title = {"text": "neighbours k", "font_size": charts.small(columns)}
    figure.update_xaxes(title=title, tickvals=[1, 2, 3, 4, 5])
    figure.update_yaxes(title=f"test micro-F1 (%){selection_note(found)}", col=1)
    return charts.legend_below(theme.dress(figure))


def _curve(
    figure: go.Figure, found: pd.DataFrame, name: str, colour: str, symbol: str, field: str, **panel: Any
) -> None:
    if found.empty:
        return
    label, printed = f"{name}, {field}", field == "printed"
    note = "" if printed else "".join(map(mark, found.selection.unique()))
    charts.dots(
        figure,
        found.k.tolist(),
        found[field].tolist(),
        label,
        colour,
        f"{symbol}-open" if printed else symbol,
        size=9,
        mode="lines+markers",
        line={"color": colour, "dash": "dot" if printed else "solid", "width": 1.3 if printed else 2},
        error_y=charts.deviations(found[f"{field}_sd"].tolist(), theme.EDGE, 1.2),
        legendgroup=label,
        hovertemplate="k = %{x}: %{y:.2f}%" + note + "<extra>" + label + "</extra>",
        **panel,
    )


def intervals(differences: pd.DataFrame, titles: dict[str, str], note: str = "") -> go.Figure:
    """TAPS against random neighbours: mean differences in points with their confidence intervals.

    Args:
        differences: a table of `n2n.paper.claims.paired_differences`.
        note: what stands behind the unit, such as the mark of numbers selected on test nodes.
    """
    names = [
        f"{theme.plain(titles.get(str(dataset)) or str(dataset))}, k = {k}"
        for dataset, k in zip(differences.dataset, differences.k, strict=True)
    ]
    table = differences.assign(name=names)
    frameworks = list(table.framework.unique())
    figure, panels = charts.panels(frameworks, 2, shared_yaxes=True, horizontal_spacing=0.04)
    for framework, panel in zip(frameworks, panels, strict=False):
        for verdict, (colour, symbol) in _WINNERS.items():
            own = table[(table.framework == framework) & (table.verdict == verdict)]
            if len(own):
                down = {"arrayminus": (own["mean"] - own.low).tolist(), "symmetric": False}
                charts.dots(
                    figure,
                    own["mean"].tolist(),
                    own.name.tolist(),
                    verdict,
                    colour,
                    symbol,
                    legendgroup=verdict,
                    error_x=charts.deviations((own.high - own["mean"]).tolist(), colour, 1.6, **down),
                    customdata=own[["low", "high", "pairs"]].to_numpy().tolist(),
                    hovertemplate="%{y}: %{x:+.2f} points, 95% interval %{customdata[0]:+.2f} to "
                    "%{customdata[1]:+.2f}, %{customdata[2]} pairs<extra></extra>",
                    **panel,
                )
    charts.rows(figure, list(dict.fromkeys(names)))
    figure.update_xaxes(title=f"points{note}", zeroline=True, zerolinecolor=theme.EDGE)
    return charts.legend_over_titles(theme.dress(figure), intervals_height(differences))


def intervals_height(differences: pd.DataFrame) -> int:
    """Pixels that `intervals` needs for its rows."""
    return 150 + 24 * len(differences[["dataset", "k"]].drop_duplicates())


def smoothness_table(found: pd.DataFrame) -> Table:
    """Figure 4 of one dataset with the columns of `n2n.taps.tables.smoothness`; only what was measured."""
    by_row = found[found.runs > 0].set_index("row")
    rows = []
    for k in (*SIZES, ALL):
        taps, random = sampling_row("taps", k), sampling_row("random", k)
        if taps in by_row.index and random in by_row.index:
            for per in ("sampled", "graph"):
                sd = by_row[f"{per}_sd"].fillna(0.0)[random]
                rows.append((str(k), per, by_row[per][taps], by_row[per][random], sd))
    return from_rows(("k", "per", "taps", "random_mean", "random_sd"), rows)


def sizes(facts: str) -> go.Figure:
    """Figure 5: how many subgraphs have how many nodes."""
    measured = json.loads(facts)
    figure, hover = go.Figure(), "subgraphs of size %{x:,}: %{y:,}<extra></extra>"
    charts.bars(figure, measured["sizes"], measured["counts"], hovertemplate=hover)
    figure.update_xaxes(title="nodes in the subgraph", rangemode="tozero")
    figure.update_yaxes(title="subgraphs of that size", type="log")
    return theme.dress(figure)


def purity(facts: str) -> go.Figure:
    """Figure 6 in numbers: share of the most frequent label in ten subgraphs of each tenth of the ranks."""
    rows = json.loads(facts)["rows"]
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

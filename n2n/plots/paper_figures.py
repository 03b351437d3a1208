"""Figures 3, 5 and 6 of the paper, drawn from measured cells; Figure 4 is `smoothness.by_k`."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from n2n.paper.tables import curve_of
from n2n.paper.verdicts import Comparison
from n2n.plots import theme
from n2n.plots.paper import PER_ROW, columns_of, selection_note
from n2n.training.selection import mark

CURVES = {
    ("GraphSAGE-Mean", "", "random"): ("GraphSAGE, random neighbours", theme.GREY, "circle"),
    ("GraphSAGE-Mean", "", "taps"): ("GraphSAGE, neighbours by TAPS", theme.SPREAD, "square"),
    ("N2N", "JL", "taps"): ("N2N by TAPS, JL", theme.ACCENT, "diamond"),
    ("N2N", "URL", "taps"): ("N2N by TAPS, URL", theme.PALETTE[0], "triangle-up"),
}
"""The four curves of Figure 3 by `curve_of`: name, colour, symbol."""


def over_k(lines: Sequence[Comparison], titles: dict[str, str]) -> go.Figure:
    """Figure 3: micro-F1 over the number of sampled neighbours, one panel per dataset; printed ones are open.

    >>> over_k([], {"cora": "Cora"}).data
    ()
    """
    columns = columns_of(lines, titles)
    names = list(columns.values())
    figure, places = theme.panels(names, PER_ROW, horizontal_spacing=0.06, vertical_spacing=0.14)
    for column, place in zip(columns, places, strict=False):
        for key, look in CURVES.items():
            own = [line for line in lines if line.column == column and curve_of(line.row)[0] == key]
            own.sort(key=lambda line: curve_of(line.row)[1])
            for field in ("measured", "printed"):
                _curve(figure, [line for line in own if getattr(line, field)], *look, field, place)
    title = {"text": "neighbours k", "font_size": theme.small(columns)}
    figure.update_xaxes(title=title, tickvals=[1, 2, 3, 4, 5])
    figure.update_yaxes(title=f"test micro-F1 (%){selection_note(lines)}", col=1)
    return theme.legend_below(theme.dress(figure))


def _curve(
    figure, lines: list[Comparison], name: str, colour: str, symbol: str, field: str, place: dict[str, Any]
) -> None:
    if not lines:
        return
    label, printed = f"{name}, {field}", field == "printed"
    note = mark(getattr(getattr(lines[0], field), "selection", ""))
    figure.add_scatter(
        x=[curve_of(line.row)[1] for line in lines],
        y=[getattr(line, field).mean for line in lines],
        mode="lines+markers",
        line={"color": colour, "dash": "dot" if printed else "solid", "width": 1.3 if printed else 2},
        marker={"symbol": f"{symbol}-open" if printed else symbol, "size": 9, "color": colour},
        error_y=theme.deviations((getattr(line, field).sd for line in lines), theme.EDGE, 1.2),
        name=label,
        legendgroup=label,
        hovertemplate="k = %{x}: %{y:.2f}%" + note + "<extra>" + label + "</extra>",
        **place,
    )


def sizes(line: Comparison) -> go.Figure:
    """Figure 5: how many subgraphs have how many nodes."""
    assert isinstance(line.measured, dict)
    figure = go.Figure().add_bar(
        x=line.measured["sizes"],
        y=line.measured["counts"],
        marker_color=theme.ACCENT,
        hovertemplate="subgraphs of size %{x:,}: %{y:,}<extra></extra>",
    )
    figure.update_xaxes(title="nodes in the subgraph", rangemode="tozero")
    figure.update_yaxes(title="subgraphs of that size", type="log")
    return theme.dress(figure)


def purity(line: Comparison) -> go.Figure:
    """Figure 6 in numbers: share of the most frequent label in ten subgraphs of each tenth of the ranks."""
    assert isinstance(line.measured, dict)
    rows = line.measured["rows"]
    figure = go.Figure().add_bar(
        x=[f"{10 * i}–{10 * (i + 1)}%" for i in range(len(rows))],
        y=[row["purity"] for row in rows],
        marker_color=theme.ACCENT,
        text=[f"{row['purity']:.2f}" for row in rows],
        textposition="outside",
        customdata=[row["largest"] for row in rows],
        hovertemplate="purity %{y:.3f}; nodes in the largest subgraph: %{customdata:,}<extra></extra>",
    )
    figure.update_xaxes(title="rank of the subgraphs by size, largest first")
    figure.update_yaxes(title="purity", range=[0, 1.12])
    figure.update_layout(uniformtext=theme.READABLE)
    return theme.dress(figure)

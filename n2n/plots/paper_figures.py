"""Figures 3 to 6 of the paper, drawn from measured cells."""

import re
from collections.abc import Sequence

import plotly.graph_objects as go

from n2n.paper import Line
from n2n.plots import smoothness, theme
from n2n.plots.reproduction import PER_ROW
from n2n.plots.tables import Table

SERIES = {
    "GraphSAGE-Mean-Random": ("GraphSAGE, random neighbours", theme.GREY, "circle"),
    "GraphSAGE-Mean-TAPS": ("GraphSAGE, neighbours by TAPS", theme.SPREAD, "square"),
    "N2N-TAPS (JL)": ("N2N by TAPS, JL", theme.ACCENT, "diamond"),
    "N2N-TAPS (URL)": ("N2N by TAPS, URL", "#0072B2", "triangle-up"),
}
"""The four curves of Figure 3: name, colour, symbol."""


def over_k(lines: Sequence[Line], titles: dict[str, str]) -> go.Figure:
    """Figure 3: micro-F1 over the number of sampled neighbours, one panel a dataset; printed values are open.

    >>> over_k([], {"cora": "Cora"}).data
    ()
    """
    from plotly.subplots import make_subplots

    columns = [column for column in titles if any(line.column == column for line in lines)]
    figure = make_subplots(
        -(-max(len(columns), 1) // PER_ROW),
        min(max(len(columns), 1), PER_ROW),
        subplot_titles=[theme.plain(titles[column]) for column in columns] if len(columns) > 1 else None,
        horizontal_spacing=0.06,
        vertical_spacing=0.14,
    )
    told: set[str] = set()
    for number, column in enumerate(columns):
        place = {"row": 1 + number // PER_ROW, "col": 1 + number % PER_ROW}
        for key, (name, colour, symbol) in SERIES.items():
            own = [line for line in lines if line.column == column and series_of(line.row)[0] == key]
            _curve(figure, own, name, colour, symbol, place, told)
    figure.update_xaxes(title="sampled neighbours k", tickvals=[1, 2, 3, 4, 5])
    figure.update_yaxes(title="test micro-F1 (%)", col=1)
    return theme.legend_on_top(theme.dress(figure))


def series_of(row: str) -> tuple[str, int]:
    """The curve that a row belongs to, and its k.

    >>> series_of("N2N-TAPS-3 (JL)"), series_of("GraphSAGE-Mean-Random-2")
    (('N2N-TAPS (JL)', 3), ('GraphSAGE-Mean-Random', 2))
    """
    name, k, end = re.fullmatch(r"(.+)-(\d+)( \(\w+\))?", row).groups()
    return name + (end or ""), int(k)


def _curve(
    figure, lines: list[Line], name: str, colour: str, symbol: str, place: dict, told: set[str]
) -> None:
    for field, words, dash in (("measured", "measured", "solid"), ("printed", "printed", "dot")):
        own = sorted(
            (line for line in lines if getattr(line, field)), key=lambda line: series_of(line.row)[1]
        )
        if not own:
            continue
        label = f"{name}, {words}"
        figure.add_scatter(
            x=[series_of(line.row)[1] for line in own],
            y=[getattr(line, field).mean for line in own],
            mode="lines+markers",
            line={"color": colour, "dash": dash, "width": 2 if field == "measured" else 1.3},
            marker={
                "symbol": symbol if field == "measured" else f"{symbol}-open",
                "size": 9,
                "color": colour,
            },
            error_y={
                "type": "data",
                "array": [getattr(line, field).sd for line in own],
                "color": theme.EDGE,
                "thickness": 1.2,
            },
            name=label,
            legendgroup=label,
            showlegend=label not in told,
            hovertemplate="k = %{x}: %{y:.2f} %<extra>" + label + "</extra>",
            **place,
        )
        told.add(label)


def smoothness_table(lines: Sequence[Line]) -> Table:
    """Figure 4 of one dataset as the table that `smoothness.by_k` draws, without what was not run."""
    found = {line.row: line.measured for line in lines if line.measured}
    rows = []
    for k in ("1", "2", "3", "4", "5", "all"):
        taps = found.get("All" if k == "all" else f"TAPS-{k}")
        random = taps if k == "all" else found.get(f"Random-{k}")
        if taps and random:
            rows += [(k, per, taps[per], random[per], 0.0) for per in ("sampled", "graph")]
    names = ("k", "per", "taps", "random_mean", "random_sd")
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def smoothness_bars(table: Table, per: str) -> go.Figure:
    """Figure 4 from `smoothness_table`: TAPS beside one draw of random positives."""
    figure = smoothness.by_k(table, per)
    figure.data[1].update(name="random, one draw", error_y=None)
    return figure


def sizes(line: Line) -> go.Figure:
    """Figure 5: how many subgraphs have how many nodes."""
    figure = go.Figure()
    figure.add_bar(
        x=line.measured["sizes"],
        y=line.measured["counts"],
        marker_color=theme.ACCENT,
        hovertemplate="%{y:,} subgraphs of %{x:,} nodes<extra></extra>",
    )
    figure.update_xaxes(title="nodes of a subgraph", rangemode="tozero")
    figure.update_yaxes(title="subgraphs of that size", type="log")
    return theme.dress(figure)


def purity(line: Line) -> go.Figure:
    """Figure 6 in numbers: share of the most frequent label in ten subgraphs of each tenth of the ranks."""
    rows = line.measured["rows"]
    names = [f"{10 * i}–{10 * (i + 1)} %" for i in range(len(rows))]
    figure = go.Figure()
    figure.add_bar(
        x=names,
        y=[row["purity"] for row in rows],
        marker_color=theme.ACCENT,
        text=[f"{row['purity']:.2f}" for row in rows],
        textposition="outside",
        customdata=[row["largest"] for row in rows],
        hovertemplate="purity %{y:.3f}, the largest has %{customdata:,} nodes<extra></extra>",
    )
    figure.update_xaxes(title="rank of the subgraphs by size, largest first")
    figure.update_yaxes(title="purity", range=[0, 1.12])
    return theme.dress(figure)

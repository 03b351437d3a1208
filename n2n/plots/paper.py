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
from n2n.plots.charts import Look
from n2n.taps.samplers import ALL
from n2n.training.selection import mark

LOOKS = {
    REPRODUCED: Look(theme.PALETTE[2]),
    ABOVE: Look(theme.PALETTE[1], "triangle-up"),
    BELOW: Look(theme.PALETTE[3], "triangle-down"),
    SAME_ORDER: Look(theme.PALETTE[2]),
    OTHER_ORDER: Look(theme.PALETTE[3], "x"),
    TOO_FEW: Look(theme.SPREAD, "hexagon"),
    NOT_COMPARED: Look(theme.SPREAD, "square"),
    NOT_PRINTED: Look(theme.PALETTE[0], "diamond"),
    NOT_RUN: Look(theme.GREY, "square-open"),
}
"""How a verdict is drawn."""
CURVES = {
    ("GraphSAGE-Mean", "", "random"): ("GraphSAGE, random neighbours", Look(theme.GREY)),
    ("GraphSAGE-Mean", "", "taps"): ("GraphSAGE, neighbours by TAPS", Look(theme.SPREAD, "square")),
    ("N2N", "JL", "taps"): ("N2N by TAPS, JL", Look(theme.ACCENT, "diamond")),
    ("N2N", "URL", "taps"): ("N2N by TAPS, URL", Look(theme.PALETTE[0], "triangle-up")),
}
"""Name and look of the four curves of Figure 3, by base, framework and sampler."""
_WINNERS = {
    "TAPS is better": Look(theme.PALETTE[2], "triangle-right"),
    UNDECIDED: Look(theme.GREY),
    "random is better": Look(theme.PALETTE[3], "triangle-left"),
}
PRINTED = "printed"
PER_ROW = 3


def columns_of(found: pd.DataFrame, titles: dict[str, str]) -> dict[str, str]:
    """The columns that occur in a table, with their titles, in the order of the titles."""
    present = set(found.column)
    return {column: title for column, title in titles.items() if column in present}


def height(found: pd.DataFrame, titles: dict[str, str]) -> int:
    """Pixels that `dots` needs for its rows."""
    panels = -(-len(columns_of(found, titles)) // PER_ROW)
    return max(panels, 1) * (96 + 21 * max(found.row.nunique(), 4))


def dots(found: pd.DataFrame, titles: dict[str, str], times: bool = False, chosen: str = "") -> go.Figure:
    """Printed (ring) and measured (a symbol for each verdict) with deviations, one panel per column.

    Args:
        times: milliseconds on a logarithmic axis instead of micro-F1 in per cent.
        chosen: a row whose name is in bold type.

    >>> from n2n.paper import compare, load
    >>> found = compare("table1", load(), rows=["GCN"], datasets=["cora"])
    >>> [trace.name for trace in dots(found, {"cora": "Cora"}).data if trace.name]
    ['printed', 'above']
    """
    columns, names = columns_of(found, titles), {row: theme.plain(row) for row in found.row}
    if chosen in names:
        names[chosen] = f"<b>{names[chosen]}</b>"
    table, looks = _marks(found, names, times), {PRINTED: Look(theme.SPREAD, "circle-open"), **LOOKS}
    grid: dict[str, Any] = {"shared_yaxes": True, "horizontal_spacing": 0.03, "vertical_spacing": 0.09}
    figure, panels = charts.panels(list(columns.values()), PER_ROW, **grid)
    for column, panel in zip(columns, panels, strict=False):
        own = table[table.column == column]
        ends = own.pivot(index="name", columns="field", values="value").dropna() if len(own) else own
        if {PRINTED, "measured"} <= set(ends.columns):
            pairs = zip(ends.index, ends[PRINTED], ends.measured, strict=True)
            charts.segments(figure, *charts.joined([[(a, name), (b, name)] for name, a, b in pairs]), **panel)
        charts.dot_plot(figure, own, looks, size=9, rim=1.5, **panel)
    score = f"test micro-F1 (%){selection_note(found)}"
    title = {"text": "milliseconds" if times else score, "font_size": charts.small(columns)}
    # On a phone the titles of three panels in a row would overlap.
    figure.update_xaxes(title=title, col=2 if len(columns) > 2 else None)
    if len(columns) > 2:
        figure.update_annotations(font={"size": 11})
    if times:
        figure.update_xaxes(type="log", tickvals=[10.0**power for power in range(-3, 6)])
    charts.rows(figure, list(names.values()), range=[-0.7, len(names) - 0.3])
    return charts.legend_over_titles(theme.dress(figure), height(found, titles))


def selection_note(found: pd.DataFrame) -> str:
    """The mark of measured numbers that were selected on test nodes, for the title of an axis."""
    rules = found.selection[found.measured.notna()].unique()
    return f", measured{note}" if (note := "".join(map(mark, rules))) else ""


def _marks(found: pd.DataFrame, names: dict[str, str], times: bool) -> pd.DataFrame:
    """The printed and the measured numbers as rows for a dot plot."""
    unit, factor = (" ms", "× {:.1f}") if times else ("%", "{:+.2f}")
    rows = []
    for one in found.to_dict("records"):
        difference = "–" if pd.isna(one["difference"]) else factor.format(one["difference"])
        for field, group in ((PRINTED, PRINTED), ("measured", one["verdict"])):
            value, sd = one[field], one[f"{field}_sd"]
            sd = 0.0 if times or pd.isna(sd) else sd
            note = mark(one["selection"]) if field == "measured" else ""
            hover = (
                f"<b>{theme.plain(one['row'])}</b><br>{field} {value:.2f}{unit}{note}<br>"
                f"difference {difference}<br>{SIGNS[one['verdict']]} {one['verdict']}"
            )
            name = names[one["row"]]
            rows.append((one["column"], name, field, group, value, value - sd, value + sd, hover))
    columns = ["column", "name", "field", "group", "value", "low", "high", "hover"]
    return pd.DataFrame(rows, columns=columns).dropna(subset="value")


def over_k(found: pd.DataFrame, titles: dict[str, str]) -> go.Figure:
    """Figure 3: micro-F1 over the number of sampled neighbours, one panel per dataset; printed ones open."""
    columns = columns_of(found, titles)
    names = list(columns.values())
    figure, panels = charts.panels(names, PER_ROW, horizontal_spacing=0.06, vertical_spacing=0.14)
    rows, looks = [], {}
    for name, look in CURVES.values():
        looks[f"{name}, measured"] = look
        looks[f"{name}, printed"] = look._replace(symbol=f"{look.symbol}-open", dash="dot")
    for one in found.to_dict("records"):
        method = MethodName.parse(one["row"])
        name, _ = CURVES[method.base, method.framework, method.sampler]
        for field in ("measured", PRINTED):
            value, sd = one[field], one[f"{field}_sd"]
            note = mark(one["selection"]) if field == "measured" else ""
            hover = f"{name}, {field}<br>k = {method.k}: {value:.2f}%{note}"
            rows.append((one["column"], method.k, f"{name}, {field}", value, value - sd, value + sd, hover))
    shown = ["column", "x", "group", "value", "low", "high", "hover"]
    table = pd.DataFrame(rows, columns=shown).dropna(subset="value").sort_values("x", kind="stable")
    for column, panel in zip(columns, panels, strict=False):
        charts.line_chart(figure, table[table.column == column], looks, **panel)
    title = {"text": "neighbours k", "font_size": charts.small(columns)}
    figure.update_xaxes(title=title, tickvals=list(SIZES))
    figure.update_yaxes(title=f"test micro-F1 (%){selection_note(found)}", col=1)
    return charts.legend_below(theme.dress(figure))


def intervals(differences: pd.DataFrame, titles: dict[str, str], note: str = "") -> go.Figure:
    """TAPS against random neighbours: mean differences in points with their confidence intervals.

    Args:
        differences: a table of `n2n.paper.differences.paired_differences`.
        note: what stands behind the unit, such as the mark of numbers selected on test nodes.
    """
    table = differences.rename(columns={"mean": "value", "verdict": "group"})
    keys = zip(table.dataset, table.k, strict=True)
    table["name"] = [f"{theme.plain(titles.get(str(key)) or str(key))}, k = {k}" for key, k in keys]
    table["hover"] = [
        f"{one.name}: {one.value:+.2f} points, 95% interval {one.low:+.2f} to {one.high:+.2f}, "
        f"{one.pairs} pairs"
        for one in table.itertuples()
    ]
    frameworks = list(table.framework.unique())
    figure, panels = charts.panels(frameworks, 2, shared_yaxes=True, horizontal_spacing=0.04)
    for framework, panel in zip(frameworks, panels, strict=False):
        charts.dot_plot(figure, table[table.framework == framework], _WINNERS, **panel)
    charts.rows(figure, table["name"].unique().tolist())
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

"""Wrong edges: what they cost each method, and how many of them become positives."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from n2n.plots import charts, theme
from n2n.plots.charts import Look

NOISE = "noise (% of the edges)"
_TAPS, _RANDOM, _ALL = Look(), Look(theme.GREY, "diamond"), Look(theme.PALETTE[0], "square")
_BASES = {
    "MLP": Look(theme.PALETTE[7], "x"),
    "GCN": Look(theme.PALETTE[1]),
    "GAT": Look(theme.PALETTE[2]),
    "SGC": Look(theme.PALETTE[4]),
    "GraphSAGE-Mean": Look(theme.PALETTE[5]),
}


def accuracy(means: pd.DataFrame, live: pd.DataFrame | None = None) -> go.Figure:
    """Test micro-F1 against noise, one line per method with the 95% interval of its mean.

    Args:
        means: of `n2n.noise.summary.summarise`, for one graph, split and kind of noise.
        live: single runs as stars in the colours of their methods, of `n2n.robustness`.

    >>> means = pd.DataFrame({"method": "GCN", "noise": [0, 50], "mean": [87, 82], "low": [86, 80],
    ...     "high": [88, 84], "seeds": 3})
    >>> [line.name for line in accuracy(means).data]
    ['GCN']
    """
    figure, table = go.Figure(), means.sort_values("noise")
    hover = [
        f"{one.method}, {one.noise:g}% noise: {one.mean:.1f}%<br>95% interval {one.low:.1f} to "
        f"{one.high:.1f}, {one.seeds} seeds"
        for one in table.itertuples()
    ]
    table = table.rename(columns={"noise": "x", "mean": "value", "method": "group"}).assign(hover=hover)
    charts.line_chart(figure, table, {str(name): look(str(name)) for name in table.group.unique()})
    for row in () if live is None else live.to_dict("records"):
        name, star = f"{row['method']}, trained now", look(row["method"])._replace(symbol="star")
        form = {"size": 16, "rim": 1, "hovertemplate": f"%{{x}}% noise: %{{y:.1f}}%<extra>{name}</extra>"}
        charts.dots(figure, [row["noise"]], [100 * row["test"]], name, star, **form)
    figure.update_layout(showlegend=True)
    figure.update_xaxes(title=NOISE).update_yaxes(title="test micro-F1 (%)")
    return theme.dress(figure)


def wrong_positives(table: pd.DataFrame, column: str = "different") -> go.Figure:
    """The share of wrong positives against noise, of `n2n.noise.measures.wrong_positives` for one k.

    Args:
        column: "different" for positives with another label, "added" for positives over an added edge.
    """
    figure, parts, looks = go.Figure(), [], {}
    for name, rows in table.groupby("positives", sort=False):
        kind = str(name).split("-")[0]
        looks[str(name)] = own = {"TAPS": _TAPS, "Random": _RANDOM}.get(kind, _ALL)
        parts.append(rows.assign(group=name, value=rows[column]))
        if kind == "Random":
            expected = f"{name}, expected"
            looks[expected] = own._replace(symbol="diamond-open", dash="dot")
            parts.append(rows.assign(group=expected, value=rows[f"expected_{column}"]))
    drawn = pd.concat(parts).rename(columns={"noise": "x"})
    drawn["hover"] = [f"{one.group}, {one.x:g}% noise: {one.value:.1%}" for one in drawn.itertuples()]
    charts.line_chart(figure, drawn, looks)
    words = {"different": "positives with another label", "added": "positives over an added edge"}
    figure.update_layout(showlegend=True)
    figure.update_xaxes(title=NOISE).update_yaxes(title=words[column], tickformat=".0%", rangemode="tozero")
    return theme.dress(figure)


def dependencies(own: np.ndarray, added: np.ndarray) -> go.Figure:
    """How the dependency of the edges of a graph, and that of added ones, is distributed.

    Args:
        own, added: I(X_i; X_j) of edges, in nats; on a logarithmic axis.

    >>> [bars.name for bars in dependencies(np.array([1e-3, 2e-3]), np.array([1e-4])).data]
    ['edges of the graph', 'added edges']
    """
    logs = [np.log10(np.maximum(values, 1e-9)) for values in (own, added)]
    everything = np.concatenate(logs)
    edges = np.linspace(everything.min(), everything.max(), 41) if len(everything) else np.linspace(0, 1, 41)
    middles, figure = (edges[1:] + edges[:-1]) / 2, go.Figure()
    names = {"edges of the graph": theme.ACCENT, "added edges": theme.GREY}
    for values, (name, colour) in zip(logs, names.items(), strict=True):
        share = np.histogram(values, edges)[0] / max(len(values), 1)
        hover = "10<sup>%{x:.1f}</sup> nats: %{y:.1%}<extra>%{fullData.name}</extra>"
        charts.bars(figure, middles, share, name, colour, opacity=0.7, hovertemplate=hover)
    figure.update_layout(barmode="overlay", bargap=0, showlegend=True)
    figure.update_xaxes(title="dependency of an edge (nats, logarithm to base 10)")
    figure.update_yaxes(title="share of the edges", tickformat=".0%")
    return theme.dress(figure)


def look(method: str) -> Look:
    """Look of a method: that of its positives for N2N; methods of one colour differ in their dashes.

    >>> look("N2N-TAPS-1 (JL)").colour == theme.ACCENT, look("GCN-Jaccard").symbol
    (True, 'triangle-up')
    """
    if method.startswith("N2N"):
        own = _TAPS if "TAPS" in method else _RANDOM if "Random" in method else _ALL
        return own._replace(dash="dot" if "(URL)" in method else "solid")
    base = method.partition(" on TAPS")[0].removesuffix("-Jaccard")
    own = _BASES.get(base, Look(theme.PALETTE[6]))
    if base == method:
        return own
    return own._replace(symbol="triangle-down" if " on TAPS" in method else "triangle-up", dash="dash")

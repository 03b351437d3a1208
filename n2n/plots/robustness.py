"""Wrong edges: what they cost each method, and how many of them become positives."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from n2n.plots import charts, theme

NOISE = "noise (% of the edges)"
_TAPS, _RANDOM, _ALL = (theme.ACCENT, "circle"), (theme.GREY, "diamond"), (theme.PALETTE[0], "square")
_MARKS = {
    "MLP": (theme.PALETTE[7], "x"),
    "GCN": (theme.PALETTE[1], "circle"),
    "GAT": (theme.PALETTE[2], "circle"),
    "SGC": (theme.PALETTE[4], "circle"),
    "GraphSAGE-Mean": (theme.PALETTE[5], "circle"),
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
    figure = go.Figure()
    for method, rows in means.sort_values("noise").groupby("method", sort=False):
        colour, symbol = mark(str(method))
        error = charts.deviations(rows.high - rows["mean"], colour, 1.2, width=4)
        error |= {"symmetric": False, "arrayminus": list(rows["mean"] - rows.low)}
        charts.dots(
            figure,
            rows.noise,
            rows["mean"],
            str(method),
            colour,
            symbol,
            size=8,
            mode="lines+markers",
            line={"color": colour, "width": 2, "dash": _dash(str(method))},
            error_y=error,
            customdata=np.stack([rows.low, rows.high, rows.seeds], axis=-1),
            hovertemplate="%{x}% noise: %{y:.1f}%<br>95% interval %{customdata[0]:.1f} to "
            "%{customdata[1]:.1f}, %{customdata[2]} seeds<extra>%{fullData.name}</extra>",
        )
    if live is not None:
        for row in live.to_dict("records"):
            charts.dots(
                figure,
                [row["noise"]],
                [100 * row["test"]],
                f"{row['method']}, trained now",
                mark(row["method"])[0],
                "star",
                size=16,
                rim=1,
                hovertemplate="%{x}% noise: %{y:.1f}%<extra>%{fullData.name}</extra>",
            )
    figure.update_layout(showlegend=True)
    figure.update_xaxes(title=NOISE).update_yaxes(title="test micro-F1 (%)")
    return theme.dress(figure)


def wrong_positives(table: pd.DataFrame, column: str = "different") -> go.Figure:
    """The share of wrong positives against noise, of `n2n.noise.measures.wrong_positives` for one k.

    Args:
        column: "different" for positives with another label, "added" for positives over an added edge.
    """
    figure = go.Figure()
    for name, rows in table.groupby("positives", sort=False):
        kind = str(name).split("-")[0]
        colour, symbol = {"TAPS": _TAPS, "Random": _RANDOM}.get(kind, _ALL)
        hover = "%{x}% noise: %{y:.1%}<extra>%{fullData.name}</extra>"
        more = {"hovertemplate": hover, "mode": "lines+markers", "line": {"color": colour, "width": 2}}
        charts.dots(figure, rows.noise, rows[column], str(name), colour, symbol, size=8, **more)
        if kind == "Random":
            line = {"color": colour, "width": 2, "dash": "dot"}
            charts.dots(
                figure, rows.noise, rows[f"expected_{column}"], f"{name}, expected", colour, mode="lines",
                line=line, hovertemplate=hover,
            )  # fmt: skip
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
    for values, name, colour in zip(
        logs, ("edges of the graph", "added edges"), (theme.ACCENT, theme.GREY), strict=True
    ):
        share = np.histogram(values, edges)[0] / max(len(values), 1)
        hover = "10<sup>%{x:.1f}</sup> nats: %{y:.1%}<extra>%{fullData.name}</extra>"
        figure.add_bar(x=middles, y=share, name=name, marker_color=colour, opacity=0.7, hovertemplate=hover)
    figure.update_layout(barmode="overlay", bargap=0, showlegend=True)
    figure.update_xaxes(title="dependency of an edge (nats, logarithm to base 10)")
    figure.update_yaxes(title="share of the edges", tickformat=".0%")
    return theme.dress(figure)


def mark(method: str) -> tuple[str, str]:
    """Colour and symbol of a method: those of its positives for N2N.

    >>> mark("N2N-TAPS-1 (JL)")[0] == theme.ACCENT, mark("GCN-Jaccard") == (mark("GCN")[0], "triangle-up")
    (True, True)
    """
    if method.startswith("N2N"):
        return _TAPS if "TAPS" in method else _RANDOM if "Random" in method else _ALL
    base, symbol = method, None
    if " on TAPS" in method:
        base, symbol = method.partition(" on ")[0], "triangle-down"
    elif method.endswith("-Jaccard"):
        base, symbol = method.removesuffix("-Jaccard"), "triangle-up"
    colour, usual = _MARKS.get(base, (theme.PALETTE[6], "circle"))
    return colour, symbol or usual


def _dash(method: str) -> str:
    """Lines that share a colour differ in their dashes: methods with a cleaned graph, and URL beside JL."""
    return "dot" if "(URL)" in method else "dash" if "Jaccard" in method or " on " in method else "solid"

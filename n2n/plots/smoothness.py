"""Label smoothness as bars: TAPS beside random positives."""

import plotly.graph_objects as go

from n2n.plots import theme
from n2n.plots.tables import Table

PER = {
    "sampled": "share of sampled pairs with two labels",
    "graph": "such pairs, divided by all directed edges",
}


def by_k(table: Table, per: str = "sampled") -> go.Figure:
    """δ_l over k, of `tables.smoothness`; the last bar, all neighbours, is the same for both samplers.

    >>> import n2n
    >>> from n2n.plots import tables
    >>> graph = n2n.load("karate")
    >>> figure = by_k(tables.smoothness(graph, n2n.rank(graph), seeds=2))
    >>> [bar.name for bar in figure.data]
    ['TAPS', 'random (mean ± sd)']
    """
    rows = [i for i, value in enumerate(table["per"]) if value == per]
    names = [f"k = {table['k'][i]}" if table["k"][i] != "all" else "all" for i in rows]
    figure = _pairs(
        names, *([table[column][i] for i in rows] for column in ("taps", "random_mean", "random_sd"))
    )
    figure.update_xaxes(title="positives per node")
    figure.update_yaxes(title=f"label smoothness δ<sub>l</sub><br>({PER[per]})")
    return theme.dress(figure)


def by_class(table: Table) -> go.Figure:
    """δ_l per sampled pair of the nodes of each class, of `tables.smoothness_by_class`."""
    names = [theme.plain(name) for name in table["class"]]
    figure = _pairs(names, table["taps"], table["random_mean"], table["random_sd"])
    figure.update_yaxes(title=f"label smoothness δ<sub>l</sub><br>({PER['sampled']})")
    return theme.dress(figure)


def _pairs(names: list[str], taps: list[float], mean: list[float], sd: list[float]) -> go.Figure:
    hover = "%{x}: %{y:.4f}<extra>%{fullData.name}</extra>"
    figure = go.Figure()
    figure.add_bar(
        x=names,
        y=taps,
        name="TAPS",
        marker_color=theme.ACCENT,
        # Many bars leave no room for numbers; they are still in the hover text.
        text=[f"{value:.3f}" for value in taps] if len(taps) <= 8 else None,
        textposition="outside",
        hovertemplate=hover,
    )
    figure.add_bar(
        x=names,
        y=mean,
        name="random (mean ± sd)",
        marker_color=theme.GREY,
        error_y={"type": "data", "array": sd, "thickness": 2, "width": 5, "color": theme.SPREAD},
        hovertemplate=hover,
    )
    figure.update_layout(barmode="group", bargap=0.3, bargroupgap=0.05)
    figure.update_yaxes(rangemode="tozero")
    return figure

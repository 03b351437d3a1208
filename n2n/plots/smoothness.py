"""Label smoothness as bars: TAPS beside random positives."""

import plotly.graph_objects as go

from n2n.files.csv import Table
from n2n.plots import charts, theme

# Short enough for a low diagram; the page says in full what is divided by what.
PER = {"sampled": "per sampled pair", "graph": "per directed edge"}


def by_k(table: Table, per: str = "sampled") -> go.Figure:
    """δ_l over k, of `n2n.taps.tables.smoothness`; the last two bars, all neighbours, are equal.

    >>> import n2n
    >>> from n2n.taps import tables
    >>> graph = n2n.load("karate")
    >>> figure = by_k(tables.smoothness(graph, n2n.rank(graph), seeds=2))
    >>> [bar.name for bar in figure.data]
    ['TAPS', 'random (mean ± sd)']
    """
    rows = [i for i, value in enumerate(table["per"]) if value == per]
    own = {column: [values[i] for i in rows] for column, values in table.items()}
    names = [f"k = {k}" if k != "all" else "all" for k in own["k"]]
    return _pairs(names, own, per).update_xaxes(title="positives per node")


def by_class(table: Table) -> go.Figure:
    """δ_l per sampled pair for the nodes of each class, of `n2n.taps.tables.smoothness_by_class`."""
    return _pairs([theme.plain(name) for name in table["class"]], table, "sampled")


def _pairs(names: list[str], table: Table, per: str) -> go.Figure:
    taps, mean, sd = (table[column] for column in ("taps", "random_mean", "random_sd"))
    figure, hover = go.Figure(), "%{x}: %{y:.4f}<extra>%{fullData.name}</extra>"
    # Many bars leave no room for numbers; they are still in the hover text.
    text = [f"{value:.3f}" for value in taps] if len(taps) <= 8 else None
    charts.bars(figure, names, taps, "TAPS", text=text, hovertemplate=hover)
    charts.bars(figure, names, mean, "random (mean ± sd)", theme.GREY, error=sd, hovertemplate=hover)
    return side_by_side(figure, per)


def side_by_side(figure: go.Figure, per: str = "sampled") -> go.Figure:
    """Bars of label smoothness in groups, and the axis with its title."""
    figure.update_layout(barmode="group", bargap=0.3, bargroupgap=0.05)
    figure.layout.yaxis = {"rangemode": "tozero", "title": f"label smoothness δ<sub>l</sub><br>({PER[per]})"}
    return theme.dress(figure)

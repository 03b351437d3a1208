"""The denominator of one node's InfoNCE as bars: the share of each node."""

import plotly.graph_objects as go

from n2n.graph import Graph
from n2n.methods.n2n.node_loss import NodeLoss
from n2n.plots import charts, theme

# Negatives of the node's own class are pushed away all the same: that is worth seeing.
KINDS = {
    "itself": ("the node itself", theme.GREY, ""),
    "positive": ("its positives", theme.ACCENT, ""),
    "same": ("negatives of its class", theme.PALETTE[1], ""),
    "other": ("negatives of other classes", theme.PALETTE[0], "/"),
    "unknown": ("negatives", theme.PALETTE[0], ""),
}
"""Name, colour and hatching of a kind of bar."""
MOST_POSITIVES = 5


def shares(graph: Graph, loss: NodeLoss) -> go.Figure:
    """The shares of the denominator in per mille: the node, its positives, and its hardest negatives.

    A dotted line marks the share that every node would have if all were equally similar.

    >>> import n2n
    >>> karate = n2n.load("karate")
    >>> loss = n2n.node_loss(karate, n2n.fit(karate, n2n.Settings(width=8, epochs=3)), 0, hardest=2)
    >>> [bar.name for bar in shares(karate, loss).data][:2]
    ['the node itself', 'its positives']
    """
    negatives = [term for term in loss.terms if term[0] == "negative"]
    rows = [term for term in loss.terms if term[0] != "negative"][: 1 + MOST_POSITIVES]
    rows += [(_kind(graph, loss.node, node), node, share) for _, node, share in negatives]
    names = {node: theme.plain(theme.node_name(graph, node, 18)) for _, node, _ in rows}
    figure = go.Figure()
    for kind, (label, colour, hatching) in KINDS.items():
        own = [(node, share) for role, node, share in rows if role == kind]
        if own:
            charts.bars(
                figure,
                [names[node] for node, _ in own],
                [1e3 * share for _, share in own],
                label,
                colour,
                hatching=hatching,
                customdata=[node for node, _ in own],
                hovertemplate="node %{x}: %{y:.4g} ‰ of the denominator<extra>" + label + "</extra>",
            )
    line = {"color": theme.SPREAD, "dash": "dot", "width": 2}
    figure.add_hline(y=1e3 * loss.equal_share, line=line)
    figure.add_scatter(x=[None], y=[None], mode="lines", line=line, name="equal share")
    order = {"categoryorder": "array", "categoryarray": list(names.values()), "type": "category"}
    figure.update_xaxes(**order, title="node", tickangle=-45)
    figure.update_yaxes(title="share of the denominator (‰)", rangemode="tozero")
    figure.update_layout(showlegend=True, hovermode="closest")
    return theme.dress(figure)


def _kind(graph: Graph, node: int, other: int) -> str:
    mine, its = graph.y[node], graph.y[other]
    if mine < 0 or its < 0:
        return "unknown"
    return "same" if mine == its else "other"

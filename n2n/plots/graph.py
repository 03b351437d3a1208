"""A graph in numbers: its classes and degrees."""

import numpy as np
import plotly.graph_objects as go

from n2n.graph import Graph
from n2n.plots import charts, theme


def class_balance(graph: Graph) -> go.Figure:
    """Nodes per class as bars, in the colours that the classes have everywhere.

    >>> from n2n import load
    >>> class_balance(load("karate")).data[0].x
    (17,)
    """
    figure = go.Figure()
    for label in theme.labels(graph):
        count, name = int((graph.y == label).sum()), theme.class_name(graph, label)
        text, hover = f"{count:,} ({count / max(graph.num_nodes, 1):.0%})", "%{y}: %{x:,}<extra></extra>"
        form = {"textposition": "auto", "textfont": None, "hovertemplate": hover}
        charts.bars(figure, [name], [count], name, theme.colour(label), across=True, text=[text], **form)
    figure.update_layout(showlegend=False, xaxis_title="nodes", barmode="overlay", bargap=0.3)
    figure.update_yaxes(autorange="reversed", title=None)
    return theme.dress(figure)


def degree_distribution(graph: Graph) -> go.Figure:
    """How many nodes have how many neighbours, on logarithmic axes; isolated nodes cannot be drawn there.

    >>> from n2n import load
    >>> degree_distribution(load("karate")).data[0].x[:3]
    (1, 2, 3)
    """
    degrees, counts = np.unique(graph.degree[graph.degree > 0], return_counts=True)
    figure, hover = go.Figure(), "nodes with degree %{x}: %{y:,}<extra></extra>"
    look = charts.Look(theme.PALETTE[4])
    charts.dots(figure, degrees.tolist(), counts.tolist(), look=look, size=8, hovertemplate=hover)
    if len(degrees):
        mean = float(graph.degree.mean())
        figure.add_vline(x=mean, line={"color": theme.GREY, "dash": "dot"})
        position = {"x": np.log10(mean), "y": 1, "yref": "paper", "xanchor": "left", "xshift": 5}
        figure.add_annotation(text=f"mean {mean:.1f}", showarrow=False, **position)
    figure.update_xaxes(type="log", title="degree (number of neighbours)", dtick=1)
    figure.update_yaxes(type="log", title="nodes", dtick=1)
    return theme.dress(figure)

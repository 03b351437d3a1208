"""Subgraphs: many of them in one picture, how large they are, and how they join as k grows."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from n2n.files.csv import Table
from n2n.graph import Graph
from n2n.plots import charts, theme
from n2n.taps.drawing import PER_INTERVAL, Gallery
from n2n.taps.subgraphs import Partition


def gallery(graph: Graph, shown: Gallery, selected: int | None = None) -> go.Figure:
    """The subgraphs of a gallery (the paper's Fig. 5); the selected one is framed.

    One trace holds all edges and one the nodes of each class, so that a hundred subgraphs cost no more than
    one. The customdata of a node are its subgraph and its id.

    >>> import n2n
    >>> from n2n.taps.drawing import arrange, pick
    >>> graph = n2n.load("karate")
    >>> parts = n2n.partition(n2n.rank(graph).top(1))
    >>> [trace.name for trace in gallery(graph, arrange(parts, pick(parts))).data]
    ['edges', 'Mr. Hi', 'Officer']
    """
    figure = go.Figure()
    charts.segments(figure, shown.edge_x, shown.edge_y, width=1, name="edges")
    _, subgraph, counts = np.unique(shown.subgraphs, return_inverse=True, return_counts=True)
    charts.nodes(
        figure,
        graph,
        shown.nodes.astype(np.int64),
        shown.x,
        shown.y,
        # In pixels: smaller where a subgraph has many nodes.
        np.clip(9.5 - 1.3 * np.log2(np.maximum(counts[subgraph], 2)) / 1.5, 3.5, 8),
        rim=0.5,
        opacity=1,
        customdata=np.stack([shown.subgraphs, shown.nodes], axis=1).astype(int),
        # A selection must not fade the rest: the frame shows what is selected.
        unselected={"marker": {"opacity": 1}},
        hovertemplate="subgraph %{customdata[0]}, node %{text}<extra>%{fullData.name}</extra>",
    )
    if selected is not None and (shown.subgraphs == selected).any():
        mine = shown.subgraphs == selected
        column, row = np.round(shown.x[mine].mean()), np.round(shown.y[mine].mean())
        corners = {"x0": column - 0.48, "x1": column + 0.48, "y0": row - 0.48, "y1": row + 0.48}
        figure.add_shape(type="rect", line={"color": theme.ACCENT, "width": 2}, **corners)
    figure.update_xaxes(visible=False, range=[-0.6, PER_INTERVAL - 0.4])
    figure.update_yaxes(
        showgrid=False,
        zeroline=False,
        tickvals=[-row for row in range(len(shown.rows))],
        ticktext=list(shown.rows),
        range=[-max(len(shown.rows), 1) + 0.5, 0.5],
    )
    figure.update_layout(height=90 + 62 * max(len(shown.rows), 2), dragmode="pan", clickmode="event+select")
    return theme.dress(figure)


def sizes(parts: Partition) -> go.Figure:
    """How many subgraphs have which size (the paper's Fig. 4), on logarithmic axes.

    >>> import n2n
    >>> sizes(n2n.partition(n2n.rank(n2n.load("karate")).top(1))).data[0].x
    (2, 3, 6, 13)
    """
    values, counts = parts.size_histogram()
    figure, hover = go.Figure(), "subgraphs of size %{x:,}: %{y:,}<extra></extra>"
    charts.dots(figure, values.tolist(), counts.tolist(), size=9, hovertemplate=hover)
    # Stems: error bars that reach down to the axis.
    stems = {"type": "percent", "symmetric": False, "value": 0, "valueminus": 99.9999, "width": 0}
    figure.update_traces(error_y={**stems, "color": theme.ACCENT, "thickness": 2})
    top = float(np.log10(max(counts.max(initial=1), 1))) + 0.15
    figure.update_xaxes(type="log", title="nodes in the subgraph", dtick=1)
    figure.update_yaxes(type="log", title="subgraphs of that size", range=[-0.15, max(top, 1)], dtick=1)
    return theme.dress(figure)


def percolation(table: Table) -> go.Figure:
    """Share of nodes in the largest subgraph, and number of subgraphs, over k.

    Args:
        table: of `n2n.taps.tables.percolation`.
    """
    figure, panels = charts.panels(("nodes in the largest", "subgraphs"), 2, horizontal_spacing=0.12)
    found = pd.DataFrame(table).rename(columns={"k": "x", "sampler": "group"})
    looks = {"TAPS": charts.Look(), "random": charts.Look(theme.GREY, "diamond", "dot")}
    for panel, key, form in zip(panels, ("largest", "subgraphs"), (".1%", ",d"), strict=True):
        hover = [f"{one.group}, k = {one.x}: {getattr(one, key):{form}}" for one in found.itertuples()]
        charts.line_chart(figure, found.assign(value=found[key], hover=hover), looks, **panel)
    figure.update_xaxes(title="positives per node k", type="category")
    figure.update_yaxes(tickformat=".0%", range=[0, 1.05], row=1, col=1)
    figure.update_yaxes(type="log", rangemode="tozero", row=1, col=2)
    return charts.legend_below(theme.dress(figure))

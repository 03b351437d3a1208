"""Subgraphs in numbers: how large they are, and how they join as k grows."""

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from n2n.plots import theme
from n2n.plots.tables import Table
from n2n.sampling.subgraphs import Partition


def sizes(parts: Partition) -> go.Figure:
    """How many subgraphs have which size (the paper's Fig. 4); both axes are logarithmic.

    >>> import n2n
    >>> sizes(n2n.partition(n2n.rank(n2n.load("karate")).top(1))).data[0].x
    (2, 3, 6, 13)
    """
    values, counts = parts.size_histogram()
    figure = go.Figure(
        go.Scatter(
            x=values.tolist(),
            y=counts.tolist(),
            mode="markers",
            marker={"color": theme.ACCENT, "size": 9},
            error_y={
                "type": "data",
                "symmetric": False,
                "array": np.zeros(len(values)),
                "arrayminus": (counts * 0.999999).tolist(),
                "width": 0,
                "thickness": 2,
                "color": theme.ACCENT,
            },
            hovertemplate="%{y:,} subgraphs of %{x:,} nodes<extra></extra>",
        )
    )
    top = float(np.log10(max(counts.max(initial=1), 1))) + 0.15
    figure.update_xaxes(type="log", title="nodes in the subgraph", dtick=1)
    figure.update_yaxes(type="log", title="number of such subgraphs", range=[-0.15, max(top, 1)], dtick=1)
    return theme.dress(figure)


def percolation(table: Table) -> go.Figure:
    """Share of nodes in the largest subgraph, and number of subgraphs, over k; of `tables.percolation`."""
    figure = make_subplots(
        rows=1,
        cols=2,
        subplot_titles=("nodes in the largest subgraph", "number of subgraphs"),
        horizontal_spacing=0.12,
    )
    for sampler, colour, dash in (("TAPS", theme.ACCENT, "solid"), ("random", theme.GREY, "dot")):
        rows = [i for i, name in enumerate(table["sampler"]) if name == sampler]
        names = [table["k"][i] for i in rows]
        for column, key in ((1, "largest"), (2, "subgraphs")):
            form = ".1%" if key == "largest" else ",d"
            figure.add_scatter(
                x=names,
                y=[table[key][i] for i in rows],
                name=sampler,
                legendgroup=sampler,
                showlegend=column == 1,
                mode="lines+markers",
                line={"color": colour, "dash": dash, "width": 2.5},
                marker={"size": 8},
                hovertemplate=f"k = %{{x}}: %{{y:{form}}}<extra>{sampler}</extra>",
                row=1,
                col=column,
            )
    figure.update_xaxes(title="positives per node k", type="category")
    figure.update_yaxes(tickformat=".0%", range=[0, 1.05], row=1, col=1)
    figure.update_yaxes(type="log", rangemode="tozero", row=1, col=2)
    figure.update_layout(legend={"y": 1.12})
    return theme.dress(figure)

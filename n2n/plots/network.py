"""A few nodes of a graph and the edges between them, as a drawing."""

import numpy as np
import plotly.graph_objects as go

from n2n.graph import Graph
from n2n.plots import charts, theme
from n2n.taps.drawing import Excerpt

CROWDED = 40
"""With more nodes than this, their names are left out, and nodes and arrows are small."""


def network(
    graph: Graph, excerpt: Excerpt, *, chosen: np.ndarray | None = None, centre: int | None = None
) -> go.Figure:
    """An excerpt: colour and symbol by class, size by degree.

    Args:
        chosen: (2, M) pairs of node ids to draw in the accent colour, as arrows from node to positive.
        centre: id of the node that has a thick rim.

    >>> from n2n import load
    >>> from n2n.taps.drawing import ego
    >>> karate = load("karate")
    >>> [trace.name for trace in network(karate, ego(karate, 0), centre=0).data if trace.name]
    ['Mr. Hi', 'Officer']
    """
    nodes, positions = excerpt.nodes, excerpt.layout()
    crowded = len(nodes) > CROWDED
    degree = np.minimum(graph.degree[nodes], 60)
    sizes = (0.6 if crowded else 1) * (11 + 3 * np.sqrt(degree))
    row = {node: number for number, node in enumerate(nodes.tolist())}
    pairs = [] if chosen is None else np.asarray(chosen).T.tolist()
    arrows = [(row[i], row[j]) for i, j in pairs if i in row and j in row and i != j]
    plain = [(i, j) for i, j in excerpt.edges.T.tolist() if not {(i, j), (j, i)} & set(arrows)]
    figure = go.Figure()
    charts.segments(figure, *charts.joined(positions[plain].tolist() if plain else []), width=1)
    if arrows:
        # Each arrow is a line with a mark at its end that points away from its beginning.
        ends = [end for _, j in arrows for end in (0, sizes[j] / 2, 0)]
        heads = [size for _ in arrows for size in (0, 7 if crowded else 11, 0)]
        marker = {"symbol": "arrow", "angleref": "previous", "size": heads, "standoff": ends, "opacity": 1}
        line = {"color": theme.ACCENT, "width": 1 if crowded else 2}
        x, y = charts.joined(positions[arrows].tolist())
        form = {"mode": "lines+markers", "showlegend": False, "hoverinfo": "skip"}
        figure.add_scatter(x=x, y=y, line=line, marker={**marker, "color": theme.ACCENT}, **form)
    centred = nodes == centre
    names = [theme.plain(theme.shortened(graph.name_of(node), 14)) for node in nodes.tolist()]
    details = [[n, theme.plain(theme.node_name(graph, n, 200)), int(graph.degree[n])] for n in nodes.tolist()]
    charts.nodes(
        figure,
        graph,
        nodes,
        positions[:, 0],
        positions[:, 1],
        sizes,
        rim=np.where(centred, 3, 1),
        rim_colour=np.where(centred, theme.ACCENT, theme.RIM),
        opacity=1,
        mode="markers+text",
        text=np.where(crowded & ~centred, "", names),
        textposition="bottom center",
        textfont={"size": 11},
        customdata=np.array(details, object),
        hovertemplate="node %{customdata[1]}<br>%{customdata[2]} neighbours<extra>%{fullData.name}</extra>",
    )
    reach = max(float(np.abs(positions[:, 1]).max()), 0.3) + 0.15
    charts.bare_axes(figure, [-1.15, 1.15], [-reach, reach])
    figure.update_layout(dragmode="pan", margin={"l": 0, "t": 0, "b": 0})
    return theme.dress(figure)

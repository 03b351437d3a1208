"""One TAPS step as diagrams: the joint probabilities, the four terms, the ranking of the neighbours."""

import numpy as np
import plotly.graph_objects as go

from n2n.plots import theme
from n2n.taps.ranking import Ranking, Term
from n2n.taps.tables import ranked_neighbours

SHOWN = 30
"""Most neighbours that a ranking shows."""


def joint_table(cells: tuple[Term, ...], i: int | str, j: int | str) -> go.Figure:
    """The 2×2 table of joint probabilities; the colour says how far each is from independence.

    Args:
        i, j: the two nodes, by their numbers or as text for a figure.

    >>> from n2n import load
    >>> from n2n.taps.ranking import explain
    >>> joint_table(explain(load("karate"), 0, 1), 0, 1).data[0].z[0][0] > 1
    np.True_
    """
    grid = np.array(cells, dtype=object).reshape(2, 2, len(Term._fields))
    joint, independent = grid[:, :, 3].astype(float), grid[:, :, 4].astype(float)
    ratio = np.divide(joint, independent, out=np.ones_like(joint), where=independent > 0)
    columns, rows = ([f"neighbour of {node}", f"not a neighbour of {node}"] for node in (j, i))
    figure = go.Figure().add_heatmap(
        z=np.clip(ratio, 0, 3),
        x=columns,
        y=rows,
        customdata=ratio,
        hovertemplate="%{y}, %{x}: %{customdata:.3g} times as likely as by chance<extra></extra>",
        colorscale=[[0, theme.SETS[0]], [1 / 3, "rgba(154,160,166,0.18)"], [1, theme.ACCENT]],
        zmin=0,
        zmax=3,
        opacity=0.5,
        showscale=False,
        xgap=4,
        ygap=4,
    )
    # As annotations, the texts take the ink of the theme; in short lines they fit a narrow column.
    figure.layout.annotations = [
        {
            "x": columns[place % 2],
            "y": rows[place // 2],
            "text": f"<b>{theme.nodes(cell.count)}</b><br>p = {cell.joint:.3g}<br>"
            f"by chance<br>{cell.independent:.3g}",
            "showarrow": False,
            "font": {"size": 12},
        }
        for place, cell in enumerate(cells)
    ]
    short = [name.replace(" of", "<br>of") for name in columns]
    shared = {"showgrid": False, "tickfont": {"size": 12}}
    figure.layout.xaxis = {"side": "top", "tickangle": 0, "tickvals": columns, "ticktext": short, **shared}
    figure.layout.yaxis = {"autorange": "reversed", "tickangle": -90, **shared}
    return theme.dress(figure)


def terms(cells: tuple[Term, ...], i: int | str, j: int | str) -> go.Figure:
    """The four terms of I(X_i; X_j) as bars, and their sum."""
    regions = ("in both", f"{i} only", f"{j} only", "in neither")
    names = [f"{name}: {cell.count:,}" for name, cell in zip(regions, cells, strict=True)]
    names.append("sum = dependency")
    values = [cell.term for cell in cells]
    values.append(sum(values))
    figure = go.Figure().add_bar(
        x=values,
        y=names,
        orientation="h",
        marker_color=[theme.GREY] * 4 + [theme.ACCENT],
        hovertemplate="%{y}: %{x:.4e} nats<extra></extra>",
    )
    # Below its name, a number never runs into a bar, however narrow the figure is.
    figure.layout.yaxis = {
        "autorange": "reversed",
        "tickvals": names,
        "ticktext": [f"{name}<br><b>{value:.2e}</b>" for name, value in zip(names, values, strict=True)],
    }
    figure.layout.xaxis = {"title": "nats", "exponentformat": "e", "nticks": 3, "tickangle": 0}
    figure.layout.showlegend = False
    return theme.dress(figure)


def ranking(
    ranked: Ranking, node: int, k: int, random_choice: np.ndarray, compared: int | None = None
) -> go.Figure:
    """All neighbours of a node by dependency, best first: the top k in the accent, random ones with a ring.

    Args:
        random_choice: the neighbours that random sampling took for this node.
        compared: the neighbour to write in bold.

    >>> import n2n
    >>> r = n2n.rank(n2n.load("karate"))
    >>> ranking(r, 0, 2, np.array([3])).data[0].marker.color.count(theme.ACCENT)
    2
    """
    graph = ranked.graph
    order, value, common = (values[:SHOWN] for values in ranked_neighbours(ranked, node))
    names = [f"node {theme.plain(theme.node_name(graph, j, 24))}" for j in order.tolist()]
    names = [f"<b>{name}</b>" if j == compared else name for j, name in zip(order, names, strict=True)]
    figure = go.Figure().add_bar(
        x=value.tolist(),
        y=names,
        orientation="h",
        name="dependency",
        showlegend=False,
        marker_color=[theme.ACCENT if place < k else theme.GREY for place in range(len(order))],
        customdata=theme.overlaps(order, common, graph.degree[order]),
        hovertemplate="%{y}: I = %{x:.4e} nats<br>%{customdata[1]} in common, %{customdata[2]} of its own"
        "<extra></extra>",
    )
    reach = float(value.max()) or 1.0
    # A mark in the colour of the class at the foot of each bar.
    for label in np.unique(graph.y[order]).tolist():
        rows = np.flatnonzero(graph.y[order] == label)
        figure.add_scatter(
            x=[-0.04 * reach] * len(rows),
            y=[names[row] for row in rows],
            mode="markers",
            name=theme.class_name(graph, label),
            marker=theme.class_marker(label, 12, rim=1),
            hoverinfo="skip",
        )
    rows = np.flatnonzero(np.isin(order, random_choice))
    figure.add_scatter(
        x=value[rows].tolist(),
        y=[names[row] for row in rows],
        mode="markers",
        name="drawn at random",
        marker={"symbol": "circle-open", "size": 15, "line": {"width": 3}, "color": theme.SETS[0]},
        hoverinfo="skip",
    )
    figure.layout.xaxis = {
        "title": "dependency I(X<sub>i</sub>; X<sub>j</sub>) in nats",
        "exponentformat": "e",
        "nticks": 6,
        "range": [-0.09 * reach, 1.12 * reach],
    }
    # Every bar has its name, however close they are.
    figure.layout.yaxis = {"autorange": "reversed", "type": "category", "dtick": 1, "tickfont": {"size": 11}}
    return theme.dress(figure)

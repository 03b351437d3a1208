"""One TAPS step as pictures: two neighbourhoods, their joint probabilities, the four terms, the ranking."""

import numpy as np
import plotly.graph_objects as go

from n2n.graph import Graph
from n2n.plots import theme
from n2n.sampling.ranking import Ranking, Term

SHOWN = 30
"""Neighbours that a ranking shows at most."""


def joint_table(cells: tuple[Term, ...], i: int, j: int) -> go.Figure:
    """The 2×2 table of joint probabilities; the colour tells how far each is from independence.

    >>> from n2n import load
    >>> from n2n.sampling.ranking import explain
    >>> joint_table(explain(load("karate"), 0, 1), 0, 1).data[0].z[0][0] > 1
    np.True_
    """
    grid = np.array(cells, dtype=object).reshape(2, 2, len(Term._fields))
    joint, independent = grid[:, :, 3].astype(float), grid[:, :, 4].astype(float)
    ratio = np.divide(joint, independent, out=np.ones_like(joint), where=independent > 0)
    columns, rows = [f"neighbour of {j}", f"not of {j}"], [f"neighbour of {i}", f"not of {i}"]
    figure = go.Figure(
        go.Heatmap(
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
    )
    # As annotations, the texts take the ink of the theme.
    for place, cell in enumerate(cells):
        figure.add_annotation(
            x=columns[place % 2],
            y=rows[place // 2],
            text=f"<b>{theme.nodes(cell.count)}</b><br>p = {cell.joint:.3g}<br>"
            f"by chance {cell.independent:.3g}",
            showarrow=False,
            font_size=13,
        )
    figure.update_xaxes(side="top", showgrid=False, tickfont_size=13)
    figure.update_yaxes(autorange="reversed", showgrid=False, tickfont_size=13, tickangle=-90)
    figure.update_layout(margin_t=30)
    return theme.dress(figure)


def terms(cells: tuple[Term, ...], i: int, j: int) -> go.Figure:
    """The four terms of I(X_i; X_j) as bars, and their sum."""
    names = [
        f"in both: {cells[0].count:,}",
        f"only of {i}: {cells[1].count:,}",
        f"only of {j}: {cells[2].count:,}",
        f"in neither: {cells[3].count:,}",
        "sum = dependency",
    ]
    values = [cell.term for cell in cells]
    values.append(sum(values))
    figure = go.Figure(
        go.Bar(
            x=values,
            y=names,
            orientation="h",
            marker_color=[theme.GREY] * 4 + [theme.ACCENT],
            text=[f"{value:.2e}" for value in values],
            textposition="outside",
            cliponaxis=False,
            hovertemplate="%{y}: %{x:.4e} nats<extra></extra>",
        )
    )
    low, high = min(*values, 0), max(*values, 0)
    room = 0.35 * (high - low or 1)
    figure.update_xaxes(
        title="nats",
        exponentformat="e",
        nticks=4,
        range=[low - (1.8 * room if low < 0 else 0), high + 1.5 * room],
    )
    figure.update_yaxes(autorange="reversed")
    figure.update_layout(showlegend=False)
    return theme.dress(figure)


def ranking(
    ranked: Ranking, node: int, k: int, random_choice: np.ndarray, compared: int | None = None
) -> go.Figure:
    """All neighbours of a node by dependency, best first: the top k in the accent, a ring where chance fell.

    Args:
        random_choice: the neighbours that random sampling took for this node.
        compared: the neighbour that the page looks at, written in bold.

    >>> import n2n
    >>> r = n2n.rank(n2n.load("karate"))
    >>> ranking(r, 0, 2, np.array([3])).data[0].marker.color.count(theme.ACCENT)
    2
    """
    graph = ranked.graph
    order, value, common = ranked_neighbours(ranked, node)
    shown = order[:SHOWN]
    names = [f"<b>node {j}</b>" if j == compared else f"node {j}" for j in shown.tolist()]
    figure = go.Figure(
        go.Bar(
            x=value[:SHOWN].tolist(),
            y=names,
            orientation="h",
            name="dependency",
            showlegend=False,
            marker_color=[theme.ACCENT if place < k else theme.GREY for place in range(len(shown))],
            customdata=np.stack([shown, common[:SHOWN], graph.degree[shown]], axis=1).tolist(),
            hovertemplate="%{y}: I = %{x:.4e} nats<br>%{customdata[1]} common neighbours, "
            "%{customdata[2]} neighbours of its own<extra></extra>",
        )
    )
    reach = float(value.max()) or 1.0
    _classes(figure, graph, shown, names, -0.04 * reach)
    drawn = [place for place, j in enumerate(shown) if j in random_choice]
    figure.add_scatter(
        x=value[drawn].tolist(),
        y=[names[place] for place in drawn],
        mode="markers",
        name="taken by random sampling",
        marker={"symbol": "circle-open", "size": 15, "line": {"width": 3}, "color": theme.SETS[0]},
        hoverinfo="skip",
    )
    figure.update_xaxes(
        title="dependency I(X<sub>i</sub>; X<sub>j</sub>) in nats",
        exponentformat="e",
        nticks=6,
        range=[-0.09 * reach, 1.12 * reach],
    )
    # Every bar has its name, however close they are.
    figure.update_yaxes(autorange="reversed", type="category", dtick=1, tickfont_size=11)
    return theme.dress(figure)


def ranked_neighbours(ranked: Ranking, node: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Neighbours of a node, best first, with their dependencies and numbers of common neighbours."""
    order = ranked.order(node)
    row = slice(ranked.graph.indptr[node], ranked.graph.indptr[node + 1])
    place = np.searchsorted(ranked.graph.indices[row], order)
    return order, ranked.dependency[row][place], ranked.common[row][place]


def _classes(figure: go.Figure, graph: Graph, shown: np.ndarray, names: list[str], x: float) -> None:
    """A mark in the class colour before the foot of each bar."""
    for label in np.unique(graph.y[shown]).tolist():
        rows = [place for place, j in enumerate(shown) if graph.y[j] == label]
        figure.add_scatter(
            x=[x] * len(rows),
            y=[names[place] for place in rows],
            mode="markers",
            name=theme.class_name(graph, label),
            marker={
                "symbol": theme.symbol(label),
                "size": 12,
                "color": theme.colour(label),
                "line": {"width": 1, "color": theme.RIM},
            },
            hoverinfo="skip",
        )

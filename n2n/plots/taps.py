"""One TAPS step as diagrams: two neighbourhoods, the joint probabilities, the four terms, the ranking."""

import math
from typing import Any

import numpy as np
import plotly.graph_objects as go

from n2n.plots import charts, theme
from n2n.taps.ranking import Ranking, Term

SHOWN = 30
"""Most neighbours that a ranking shows."""


def venn(only_i: int, both: int, only_j: int, outside: int, i: int | str, j: int | str) -> go.Figure:
    """𝒩_i and 𝒩_j as circles whose areas and overlap are true to the number of nodes in each region.

    >>> figure = venn(3, 2, 1, 28, 0, 1)
    >>> [note.text for note in figure.layout.annotations][:3]
    ['3', '<b>2</b>', '1']
    """
    r_i, r_j = (math.sqrt(max(count, 0.3)) for count in (only_i + both, only_j + both))
    unit = max(r_i, r_j)
    # A circle of a fifth of the other's radius can still be seen and hovered over.
    r_i, r_j = max(r_i / unit, 0.2), max(r_j / unit, 0.2)
    apart = circle_distance(r_i, r_j, both / max(min(only_i, only_j) + both, 1))
    x_i, x_j = -apart / 2, apart / 2
    figure = go.Figure()
    for x, r, colour in ((x_i, r_i, theme.SETS[0]), (x_j, r_j, theme.SETS[1])):
        paint = {"fillcolor": colour, "opacity": 0.4, "line": {"color": colour, "width": 2}}
        figure.add_shape(type="circle", x0=x - r, x1=x + r, y0=-r, y1=r, **paint)
    left, right = x_j - r_j, x_i + r_i  # borders of the overlap
    middles = ((x_i - r_i + min(left, right)) / 2, (left + right) / 2, (x_j + r_j + max(left, right)) / 2)
    texts = (f"{only_i:,}", f"<b>{both:,}</b>", f"{only_j:,}")
    notes = [
        {"x": x, "y": 0, "text": text, "font": {"size": 18}}
        for x, text, count in zip(middles, texts, (only_i, both, only_j), strict=True)
        if count
    ]
    top = max(r_i, r_j)
    # In pixels from the circles, so that lines of text stay apart in a small drawing.
    for y, anchor, shift, text in (
        (top, "bottom", 4, f"neighbours of <b>{i}</b> (left): {only_i + both:,}"),
        (-top, "top", -4, f"neighbours of <b>{j}</b> (right): {only_j + both:,}"),
        (-top, "top", -24, f"in neither: {theme.nodes(outside)}"),
    ):
        spot = {"x": 0, "y": y, "yanchor": anchor, "yshift": shift}
        notes.append({**spot, "text": text, "font": {"size": 13}})
    # All at once: with each that is added by itself, plotly checks those before it again.
    figure.layout.annotations = [{**note, "showarrow": False} for note in notes]
    edge = max(abs(x_i - r_i), abs(x_j + r_j)) + 0.35
    charts.bare_axes(figure, [-edge, edge], [-top - 0.5, top + 0.3])
    figure.update_layout(margin={"l": 0, "t": 0, "b": 0}, showlegend=False)
    return theme.dress(figure)


def circle_distance(a: float, b: float, share: float) -> float:
    """Distance of the centres of two circles that overlap in this share of the smaller one."""
    from scipy.optimize import root_scalar  # here, for start-up time

    if share <= 0:
        return 1.04 * (a + b)
    target = share * math.pi * min(a, b) ** 2
    return root_scalar(lambda d: circle_overlap(a, b, d) - target, bracket=(abs(a - b), a + b)).root


def circle_overlap(a: float, b: float, d: float) -> float:
    """Area that two circles of radius a and b share when their centres are d apart."""
    if d >= a + b:
        return 0.0
    if d <= abs(a - b):
        return math.pi * min(a, b) ** 2
    at_a = math.acos((d * d + a * a - b * b) / (2 * d * a))
    at_b = math.acos((d * d + b * b - a * a) / (2 * d * b))
    return a * a * (at_a - math.sin(2 * at_a) / 2) + b * b * (at_b - math.sin(2 * at_b) / 2)


def joint_table(cells: tuple[Term, ...], i: int | str, j: int | str) -> go.Figure:
    """The 2×2 table of joint probabilities; the colour says how far each is from independence.

    Args:
        i, j: the two nodes, by their numbers or as text for a figure.

    >>> from n2n import load
    >>> from n2n.taps.ranking import explain
    >>> joint_table(explain(load("karate"), 0, 1), 0, 1).data[0].z[0][0] > 1
    np.True_
    """
    joint = np.array([cell.joint for cell in cells], float).reshape(2, 2)
    independent = np.array([cell.independent for cell in cells], float).reshape(2, 2)
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
            "x": columns[number % 2],
            "y": rows[number // 2],
            "text": f"<b>{theme.nodes(cell.count)}</b><br>p = {cell.joint:.3g}<br>"
            f"by chance<br>{cell.independent:.3g}",
            "showarrow": False,
            "font": {"size": 12},
        }
        for number, cell in enumerate(cells)
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
    values = [cell.term for cell in cells]
    names, values = [*names, "sum = dependency"], [*values, sum(values)]
    figure, hover = go.Figure(), "%{y}: %{x:.4e} nats<extra></extra>"
    charts.bars(
        figure, names, values, None, [theme.GREY] * 4 + [theme.ACCENT], across=True, hovertemplate=hover
    )
    # Below its name, a number never runs into a bar, however narrow the figure is.
    below = [f"{name}<br><b>{value:.2e}</b>" for name, value in zip(names, values, strict=True)]
    figure.layout.yaxis = {"autorange": "reversed", "tickvals": names, "ticktext": below}
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
    order, value, common = (values[:SHOWN] for values in ranked.neighbours(node))
    names = [f"node {theme.plain(theme.node_name(graph, j, 24))}" for j in order.tolist()]
    names = [f"<b>{name}</b>" if j == compared else name for j, name in zip(order, names, strict=True)]
    figure = go.Figure()
    dependency_bars(figure, ranked, names, order, value, common, k, name="dependency", showlegend=False)
    reach = float(value.max()) or 1.0
    # A mark in the colour of the class at the foot of each bar.
    foot = np.full(len(order), -0.04 * reach)
    form: Any = {"rim": 1, "hoverinfo": "skip"} | dict.fromkeys(("hovertemplate", "customdata", "text"))
    charts.nodes(figure, graph, order, foot, np.array(names, object), 12, **form)
    rows = np.flatnonzero(np.isin(order, random_choice))
    x, y = value[rows].tolist(), [names[row] for row in rows]
    ring = charts.Look(theme.SETS[0], "circle-open")
    charts.dots(figure, x, y, "drawn at random", ring, size=15, rim=3, hoverinfo="skip")
    figure.layout.xaxis = {
        "title": "dependency I(X<sub>i</sub>; X<sub>j</sub>) in nats",
        "exponentformat": "e",
        "nticks": 6,
        "range": [-0.09 * reach, 1.12 * reach],
    }
    # Every bar has its name, however close they are.
    figure.layout.yaxis = {"autorange": "reversed", "type": "category", "dtick": 1, "tickfont": {"size": 11}}
    return theme.dress(figure)


def dependency_bars(
    figure: go.Figure, ranked: Ranking, names: list[str], order, value, common, k: int, **more
) -> None:
    """Bars for the neighbours of a node in the order of their dependency, the first k in the accent."""
    words = [theme.counted(count, "neighbour") for count in common.tolist()]
    own = [theme.counted(count, "neighbour") for count in ranked.graph.degree[order].tolist()]
    charts.bars(
        figure,
        names,
        value.tolist(),
        colour=[theme.ACCENT if rank < k else theme.GREY for rank in range(len(order))],
        across=True,
        customdata=[list(row) for row in zip(order.tolist(), words, own, strict=True)],
        hovertemplate="%{y}: I = %{x:.4e} nats<br>%{customdata[1]} in common, %{customdata[2]} of its own"
        "<extra></extra>",
        **more,
    )

"""Two neighbourhoods as overlapping circles."""

import math

import plotly.graph_objects as go

from n2n.plots import theme


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
        place = {"x": 0, "y": y, "yanchor": anchor, "yshift": shift}
        notes.append({**place, "text": text, "font": {"size": 13}})
    # All at once: with each that is added by itself, plotly checks those before it again.
    figure.layout.annotations = [{**note, "showarrow": False} for note in notes]
    edge = max(abs(x_i - r_i), abs(x_j + r_j)) + 0.35
    theme.bare_axes(figure, [-edge, edge], [-top - 0.5, top + 0.3])
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

"""The curves of runs in progress as a plain SVG: drawn again every second or two, next to free of charge.

A browser sets up a plotly figure from scratch whenever anything in it differs, for about 0.6 s of a core,
which the training would miss. The whole figure, `training.curves`, follows when the run has ended.
"""

import re
from collections.abc import Sequence

from n2n.plots import theme
from n2n.plots.training import MAX_RUNS, PANELS, Panel, panels_of
from n2n.training.run import Run
from n2n.training.tables import thinned

WIDTH, HEIGHT = 480, 440
_GAP, _LEFT, _TOP, _BOTTOM = 14, 40, 24, 18
_DASHES = {"solid": "", "dash": "6 4", "dot": "2 3"}
_SIGNS = {"solid": "—", "dash": "- -", "dot": "···"}
_POINTS = 200


def sketch(runs: Sequence[Run], until: int, dark: bool = False) -> str:
    """All curves of some runs: the first panel above, the others in two columns below it.

    Args:
        until: the last epoch of the axes.

    >>> import n2n
    >>> run = n2n.fit(n2n.load("karate"), n2n.Settings(width=8, epochs=4, evaluate_every=2))
    >>> drawn = sketch([run], 4)
    >>> drawn.count("<polyline"), "Loss" in drawn
    (6, True)
    """
    runs = list(runs)[:MAX_RUNS]
    names = panels_of(runs) or ["loss"]
    rows = 1 + len(names) // 2
    tall = (HEIGHT - (rows - 1) * _GAP) / rows
    half = (WIDTH - _GAP) / 2
    parts = [_panel(PANELS[names[0]], runs, until, 0, 0, WIDTH, tall, dark)]
    for place, name in enumerate(names[1:]):
        x, y = place % 2 * (half + _GAP), (1 + place // 2) * (tall + _GAP)
        parts.append(_panel(PANELS[name], runs, until, x, y, half, tall, dark))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-size="11" '
        f'font-family="sans-serif" fill="{theme.mode(dark)["soft"]}">{"".join(parts)}</svg>'
    )


def _panel(
    panel: Panel, runs: list[Run], until: int, x: float, y: float, wide: float, tall: float, dark: bool
) -> str:
    lines = []
    for colour, run in zip(theme.PALETTE, runs, strict=False):
        for field, _, dash in panel.lines:
            known = [epoch for epoch in run.history if getattr(epoch, field) is not None]
            points = [(e.index, panel.scale * getattr(e, field)) for e in thinned(known, _POINTS)]
            lines.append((colour, dash, points))
    values = [value for *_, points in lines for _, value in points] or [0.0, 1.0]
    low, high = min(values), max(values)
    low, high = (low, high) if high > low else (low - 0.5, high + 0.5)
    left, right, top, bottom = x + _LEFT, x + wide, y + _TOP, y + tall - _BOTTOM

    def at(epoch: float, value: float) -> str:
        across, up = epoch / max(until, 1), (value - low) / (high - low)
        return f"{left + across * (right - left):.1f},{bottom - up * (bottom - top):.1f}"

    drawn = "".join(
        f'<polyline points="{" ".join(at(*point) for point in points)}" fill="none" stroke="{colour}" '
        f'stroke-width="1.8" stroke-dasharray="{_DASHES[dash]}"/>'
        for colour, dash, points in lines
        if points
    )
    grid = "".join(
        f'<path d="M{left} {place:.1f}H{right:.1f}" stroke="{theme.mode(dark)["grid"]}"/>'
        f'<text x="{left - 4}" y="{place + 4:.1f}" text-anchor="end">{value:.3g}</text>'
        for place, value in ((top, high), ((top + bottom) / 2, (low + high) / 2), (bottom, low))
    )
    title = re.sub("<[^>]*>", "", panel.title)
    legend = "\u2003".join(f"{_SIGNS[dash]} {name}" for _, name, dash in panel.lines if len(panel.lines) > 1)
    return (
        f'{grid}{drawn}<text x="{x}" y="{y + 12}" font-size="13" fill="{theme.mode(dark)["ink"]}">{title}'
        f'<tspan font-size="11" dx="8">{legend}</tspan></text>'
        f'<text x="{left}" y="{y + tall - 4}">0</text>'
        f'<text x="{right}" y="{y + tall - 4}" text-anchor="end">epoch {until:,}</text>'
    )

"""What the figures share: a dot plot, a line chart, bars and nodes in one style, grids of panels, legends.

`dot_plot` and `line_chart` draw a table: one trace for each group, in its colour and symbol.
"""

from collections.abc import Mapping, Sequence, Sized
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from n2n.graph import Graph
from n2n.plots import theme

HIDDEN = {"visible": False, "showgrid": False, "zeroline": False}
"""An axis whose coordinates mean nothing."""


class Look(NamedTuple):
    """How a group of marks or a line is drawn."""

    colour: str = theme.ACCENT
    symbol: str = "circle"
    dash: str = "solid"


def dot_plot(figure: go.Figure, table: pd.DataFrame, looks: Mapping[str, Look], **more) -> None:
    """Add dots along the horizontal axis, one row for each name.

    Args:
        table: columns `name`, `value`, `group` and `hover` (text), and `low` and `high`, the ends of error
            bars, where there are some.
        looks: of each group, in the order of the legend; without rows it has no trace.
        more: for `dots`.
    """
    for group, look in looks.items():
        own = table[table.group == group]
        if len(own):
            form = _form(own, "error_x", look) | more
            dots(figure, own.value, own["name"], group, look, **form)


def line_chart(figure: go.Figure, table: pd.DataFrame, looks: Mapping[str, Look], **more) -> None:
    """Add a curve with marks for each group of a table; as `dot_plot`, with the column `x` for `name`."""
    for group, look in looks.items():
        own = table[table.group == group]
        if len(own):
            line = {"color": look.colour, "dash": look.dash, "width": 2}
            form = {"size": 8, "mode": "lines+markers", "line": line} | _form(own, "error_y", look) | more
            dots(figure, own.x, own.value, group, look, **form)


def _form(table: pd.DataFrame, error: str, look: Look) -> dict[str, Any]:
    """Group, hover texts and error bars of the rows of a group."""
    form = {"hovertext": table.hover.tolist(), "hoverinfo": "text", "legendgroup": table.group.iloc[0]}
    if "low" in table:
        up, down = (table.high - table.value).fillna(0.0), (table.value - table.low).fillna(0.0)
        ends = {"array": up.tolist(), "arrayminus": down.tolist(), "symmetric": False}
        form[error] = {"type": "data", "color": look.colour, "thickness": 1.4, "width": 4, **ends}
    return form


def dots(
    figure: go.Figure,
    x: Sequence | pd.Series,
    y: Sequence | pd.Series,
    name: str | None = None,
    look: Look = Look(),  # noqa: B008
    *,
    size: float | Sequence[float] = 10,
    rim: float = 0,
    mode: str = "markers",
    **more,
) -> None:
    """Add marks.

    Args:
        rim: width of a light rim, which keeps marks apart; the line of an open symbol has this width.
        more: other properties of the trace, and the row and column of its panel.
    """
    marker: dict[str, Any] = {"color": look.colour, "symbol": look.symbol, "size": size}
    if rim:
        is_open = look.symbol.endswith("-open")
        marker["line"] = {"width": rim, "color": look.colour if is_open else theme.RIM}
    figure.add_scatter(x=list(x), y=list(y), name=name, mode=mode, marker=marker, **more)


def bars(
    figure: go.Figure,
    names: Sequence | np.ndarray,
    values: Sequence[float] | np.ndarray,
    name: str | None = None,
    colour: str | list[str] = theme.ACCENT,
    *,
    across: bool = False,
    text: Sequence[str] | None = None,
    hatching: str = "",
    error: Sequence[float] | None = None,
    **more,
) -> None:
    """Add bars, each with a text at its end and an error bar; `across` for horizontal ones.

    A text stays upright and of one size: plotly would turn it and shrink it to the width of its bar.
    """
    x, y = (values, names) if across else (names, values)
    marker: dict[str, Any] = {"color": colour}
    if hatching:
        marker["pattern"] = {"shape": hatching, "fillmode": "overlay", "fgcolor": theme.RIM, "size": 6}
    form: dict[str, Any] = {}
    if text is not None:
        form = {"text": list(text), "textposition": "outside", "textangle": 0, "cliponaxis": False}
        form["textfont"] = {"size": 11}
        figure.update_layout(uniformtext={"minsize": 9, "mode": "hide"})
    if error is not None:
        ends = {"type": "data", "array": list(error), "color": theme.SPREAD, "thickness": 2, "width": 6}
        form["error_x" if across else "error_y"] = ends
    direction = "h" if across else None
    figure.add_bar(x=x, y=y, name=name, orientation=direction, marker=marker, **form | more)


def nodes(
    figure: go.Figure,
    graph: Graph,
    ids: np.ndarray,
    x: np.ndarray,
    y: np.ndarray,
    size: float | np.ndarray,
    *,
    rim: float | np.ndarray = 0,
    rim_colour: str | np.ndarray = theme.RIM,
    opacity: float | np.ndarray | None = None,
    **more,
) -> None:
    """Add nodes in the colours and symbols of their classes, one trace per class, with their names as text.

    Args:
        ids: (n,) ids of the nodes; other numpy arrays have one value or row for each of them, too.
        more: other properties of the traces, and the row and column of their panel.
    """
    names = np.array([theme.plain(theme.node_name(graph, node)) for node in ids.tolist()], dtype=object)
    hover = "node %{text}<extra>%{fullData.name}</extra>"
    more = {"mode": "markers", "customdata": ids, "text": names, "hovertemplate": hover} | more
    labels = graph.y[ids]
    for label in np.unique(labels).tolist():
        rows = np.flatnonzero(labels == label)

        def own(rows: np.ndarray = rows, **values) -> dict[str, Any]:
            """The values of the nodes of this class."""
            return {
                name: value[rows].tolist() if isinstance(value, np.ndarray) else value
                for name, value in values.items()
            }

        colour, symbol = theme.look(label)
        form = {"color": colour, "symbol": symbol, **own(size=size, opacity=opacity)}
        if np.any(rim):
            form["line"] = own(width=rim, color=rim_colour)
        name = theme.class_name(graph, label)
        figure.add_scatter(x=x[rows], y=y[rows], name=name, marker=form, **own(**more))


def segments(figure: go.Figure, x: Any, y: Any, colour: str = theme.EDGE, width: float = 2, **more) -> None:
    """Add lines without an entry in the legend and without hover texts; None is a gap."""
    line = {"color": colour, "width": width}
    form = {"mode": "lines", "line": line, "showlegend": False, "hoverinfo": "skip"}
    figure.add_scatter(x=x, y=y, **form, **more)


def joined(ends: Any) -> tuple[list, list]:
    """The x and y of `segments` for (M, 2, 2) pairs of points.

    >>> joined([[[0, 1], [2, 3]]])
    ([0, 2, None], [1, 3, None])
    """
    x, y = ([value for pair in ends for value in (pair[0][axis], pair[1][axis], None)] for axis in (0, 1))
    return x, y


def panels(
    titles: Sequence[str], per_row: int, alone: bool = False, **spacing
) -> tuple[go.Figure, list[dict[str, Any]]]:
    """A grid of diagrams, and the row and column of each; a diagram alone has a title only if asked for."""
    from plotly.subplots import make_subplots  # here, for start-up time

    count, titled = max(len(titles), 1), alone or len(titles) > 1
    figure = make_subplots(
        -(-count // per_row),
        min(count, per_row),
        subplot_titles=[theme.plain(title) for title in titles] if titled else None,
        **spacing,
    )
    figure.update_annotations(font={"size": 14})
    figure.update_layout(showlegend=True, margin={"t": 32} if titled else None)
    return figure, [{"row": 1 + i // per_row, "col": 1 + i % per_row} for i in range(count)]


def small(panels: Sized) -> int:
    """Font size of an axis title that several panels in a row have to fit, or one alone."""
    return 11 if len(panels) > 1 else 13


def rows(figure: go.Figure, names: Sequence[str], **more) -> go.Figure:
    """Let the vertical axis have these names, the first at the top, none of them left out."""
    order = {"categoryorder": "array", "categoryarray": list(names)[::-1], "dtick": 1}
    return figure.update_yaxes(**order, tickfont={"size": 11}, **more)


def legend_below(figure: go.Figure) -> go.Figure:
    """The legend at the lower edge of the figure, where there are titles at the upper one."""
    return figure.update_layout(legend={"y": 0, "yanchor": "bottom"})


def legend_over_titles(figure: go.Figure, height: int) -> go.Figure:
    """The legend above the titles of panels, for a figure of the given height in pixels."""
    if any(figure.select_annotations()):
        edge = {"xref": "paper", "yref": "paper", "y": 1 + 24 / (height - 120), "yanchor": "bottom"}
        figure.update_layout(legend=edge)
    return figure


def bare_axes(
    figure: go.Figure, x: Sequence[float] | None = None, y: Sequence[float] | None = None
) -> go.Figure:
    """Hide both axes and keep the proportions: for drawings, where coordinates mean nothing.

    Args:
        x, y: the section that is shown; all of the drawing by default.
    """
    figure.layout.xaxis = {**HIDDEN, "range": x}
    figure.layout.yaxis = {**HIDDEN, "scaleanchor": "x", "scaleratio": 1, "range": y}
    return figure

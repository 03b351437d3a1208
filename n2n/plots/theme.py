"""Every colour, symbol and text format of the figures, for light and dark.

A class has a colour and a symbol. The first eight classes are circles in colours that colour-blind people can
tell apart; further classes are diamonds in seven more colours, so that no two classes share both. Grey means
"not selected", the accent means "chosen by TAPS", on every page.

Plotly's toolbar is a column at the right edge, over a margin that nothing is drawn in, so that it covers
neither legends nor titles at any width.
"""

from functools import cache
from html import escape
from typing import Any

import plotly.graph_objects as go

from n2n.graph import Graph
from n2n.graph.graph import NO_LABEL

# Okabe–Ito without its yellow and black, which vanish on white or on black, and two dark tones for them;
# then seven of Tol's colours for the diamonds.
_CIRCLES = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#882255", "#7A5C3E")
_DIAMONDS = ("#CCBB44", "#EE7733", "#44AA99", "#4477AA", "#CC3311", "#5E4FA2", "#66CCEE")
PALETTE = _CIRCLES + _DIAMONDS
"""One colour per class, for up to fifteen classes."""

ACCENT = "#C2255C"
"""Chosen by TAPS."""
GREY = "#9AA0A6"
"""Not selected, or not known."""
SPREAD = "#66727F"
"""Error bars: visible on a grey bar and on both backgrounds."""
SETS = ("#0072B2", "#E69F00")
"""The two neighbourhoods of a pair of nodes, 𝒩_i and 𝒩_j."""
EDGE = "rgba(128,134,142,0.55)"
RIM = "rgba(255,255,255,0.75)"
"""A thin rim keeps neighbouring marks apart on both backgrounds."""
CLEAR = "rgba(0,0,0,0)"
# A wrong prediction also has a shape of its own.
_PREDICTIONS = {"right": ("#56B4E9", "circle"), "wrong": ("#D55E00", "x")}

_MODES = {
    "light": {"paper": "#FFFFFF", "panel": "#F4F6F8", "ink": "#0E1822", "grid": "#E3E7EB", "soft": "#5B6672"},
    "dark": {"paper": "#10161D", "panel": "#1A222B", "ink": "#E6EAEE", "grid": "#2C3640", "soft": "#A3AEB9"},
}
FONT = "Source Sans, Source Sans Pro, Helvetica, Arial, sans-serif"
TOOLBAR = 28
"""Pixels of the right margin, where the toolbar stands."""


def mode(dark: bool = False) -> dict[str, str]:
    """Colours of the background: paper, panel, ink (text), grid and soft (secondary text)."""
    return dict(_MODES["dark" if dark else "light"])


def look(kind: int | str) -> tuple[str, str]:
    """Colour and plotly symbol of a class, or of a right or wrong prediction.

    Nodes without a label are grey. Beyond fifteen classes the colours start again, as squares.

    >>> look(0), look(8), look(-1), look("wrong")
    (('#0072B2', 'circle'), ('#CCBB44', 'diamond'), ('#9AA0A6', 'circle'), ('#D55E00', 'x'))
    """
    return _PREDICTIONS[kind] if isinstance(kind, str) else (colour(kind), symbol(kind))


def colour(label: int) -> str:
    """Colour of a class; grey for a node without a label."""
    return GREY if label < 0 else PALETTE[label % len(PALETTE)]


def symbol(label: int) -> str:
    """Plotly symbol of a class."""
    if label < len(_CIRCLES):
        return "circle"
    return "diamond" if label < len(PALETTE) else "square"


def labels(graph: Graph) -> list[int]:
    """The classes of a graph, and −1 where some of its nodes have no label."""
    return [*range(graph.num_classes)] + ([-1] if (graph.y < 0).any() else [])


def class_name(graph: Graph, label: int) -> str:
    """Name of a class as text for a figure."""
    return plain(graph.class_name(label, NO_LABEL))


def plain(text: str) -> str:
    """Text that plotly and a browser show as it is, whatever tags are in it.

    >>> plain("<b>A</b>")
    '&lt;b&gt;A&lt;/b&gt;'
    """
    return escape(str(text), quote=False)


def node_name(graph: Graph, node: int, longest: int = 40) -> str:
    """A node as its number, with its name where it has one; names of files may hold anything.

    >>> from n2n import Graph
    >>> graph = Graph.from_edges([[0], [1]], x=None, num_nodes=2, node_names=["Anna", "1"])
    >>> node_name(graph, 0), node_name(graph, 1)
    ('0 (Anna)', '1')
    """
    name = shortened(graph.name_of(node), longest)
    return str(node) if name == str(node) else f"{node} ({name})"


def shortened(text: str, longest: int) -> str:
    """A text, cut to a given number of characters."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def counted(count: int, what: str) -> str:
    """A number of things in words.

    >>> counted(1, "neighbour"), counted(2708, "node")
    ('1 neighbour', '2,708 nodes')
    """
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def nodes(count: int) -> str:
    """A number of nodes in words."""
    return counted(count, "node")


@cache
def template(dark: bool = False) -> go.layout.Template:
    """The plotly template of the project; backgrounds are clear, so that the page shows through."""
    tone = mode(dark)
    axis = {
        "gridcolor": tone["grid"],
        "linecolor": tone["grid"],
        "zerolinecolor": tone["grid"],
        "tickfont": {"color": tone["soft"]},
        "title": {"font": {"color": tone["soft"], "size": 13}, "standoff": 8},
        "automargin": True,
    }
    # At the upper edge of the whole figure, whose margin grows with the lines of the legend.
    edge = {"xref": "container", "x": 0, "yref": "container", "y": 1, "yanchor": "top"}
    legend = {"orientation": "h", **edge, "font": {"size": 13}, "tracegroupgap": 2, "itemsizing": "constant"}
    title = {"font": {"size": 15}, "x": 0, "xanchor": "left", "y": 1, "yanchor": "top", "pad": {"t": 8}}
    return go.layout.Template(
        layout={
            "font": {"family": FONT, "size": 14, "color": tone["ink"]},
            "title": {**title, "automargin": True},
            "paper_bgcolor": CLEAR,
            "plot_bgcolor": CLEAR,
            "colorway": list(PALETTE),
            "margin": {"l": 8, "r": TOOLBAR, "t": 14, "b": 8},
            "hoverlabel": {"bgcolor": tone["panel"], "font": {"color": tone["ink"]}, "bordercolor": GREY},
            "legend": legend,
            "modebar": {"orientation": "v", "bgcolor": CLEAR, "color": tone["soft"], "activecolor": ACCENT},
            "bargap": 0.25,
            "xaxis": axis,
            "yaxis": axis,
        }
    )


def traces(figure: go.Figure) -> list[Any]:
    """The traces of a figure, whose type plotly does not tell."""
    return list(figure.data)


def dress(figure: go.Figure, dark: bool = False) -> go.Figure:
    """The figure in the project's template; figures are made light, and this turns them dark.

    Traces of one legend group share one entry. A trace without a group becomes one of its own: plotly lets
    groups flow like words, where it would align single entries in columns as wide as the longest of them.
    """
    layout: Any = figure.layout
    if layout.template.layout.font.color != mode(dark)["ink"]:  # plotly takes 4 ms to check a template
        layout.template = template(dark)
    seen: set[str] = set()
    for number, trace in enumerate(traces(figure)):
        if trace.showlegend is None:
            if not trace.legendgroup:
                trace.legendgroup = f"trace {number}"
            if trace.legendgroup in seen:
                trace.showlegend = False
            seen.add(trace.legendgroup)
    return figure


def enlarge(figure: go.Figure, size: int = 23) -> go.Figure:
    """The figure with larger type, for a projector."""
    large = {"font": {"size": size}}
    figure.update_layout(font_size=size, legend=large, hoverlabel=large)
    axis = {"title": large, "tickfont": {"size": size}}
    figure.update_xaxes(axis).update_yaxes(axis).update_annotations(large)
    figure.update_traces(textfont_size=size, selector=lambda trace: "textfont" in trace)
    return figure

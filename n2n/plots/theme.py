"""Every colour and symbol of the figures, for light and dark, written once.

A class has a colour and a symbol. The first eight classes are circles in colours that stay apart for
colour-blind people; further classes are diamonds with seven more colours, so that no two classes share both.
Grey means "not selected", the accent means "chosen by TAPS", on every page.
"""

from functools import cache

import plotly.graph_objects as go

# Okabe–Ito without its yellow and black, which vanish on white or on black, and two dark tones for them;
# then seven of Tol's colours for the diamonds.
_CIRCLES = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#882255", "#7A5C3E")
_DIAMONDS = ("#CCBB44", "#EE7733", "#44AA99", "#4477AA", "#CC3311", "#5E4FA2", "#66CCEE")
PALETTE = _CIRCLES + _DIAMONDS
"""One colour a class, for up to fifteen classes."""

ACCENT = "#C2255C"
"""Chosen by TAPS."""
GREY = "#9AA0A6"
"""Not selected, or not known."""
RIGHT, WRONG = "#56B4E9", "#D55E00"
"""A prediction that is right, and one that is wrong; the latter also has a shape of its own."""
SPREAD = "#66727F"
"""Error bars: to be seen on a grey bar and on both backgrounds."""
SETS = ("#0072B2", "#E69F00")
"""The two neighbourhoods of a pair of nodes, 𝒩_i and 𝒩_j."""
EDGE = "rgba(128,134,142,0.55)"
RIM = "rgba(255,255,255,0.75)"
"""A thin rim keeps neighbouring marks apart on both backgrounds."""
NO_LABEL = "no label"

_MODES = {
    "light": {"paper": "#FFFFFF", "panel": "#F4F6F8", "ink": "#1B2733", "grid": "#E3E7EB", "soft": "#5B6672"},
    "dark": {"paper": "#10161D", "panel": "#1A222B", "ink": "#E6EAEE", "grid": "#2C3640", "soft": "#A3AEB9"},
}
FONT = "Source Sans, Source Sans Pro, Helvetica, Arial, sans-serif"


def mode(dark: bool = False) -> dict[str, str]:
    """Colours of the background: paper, panel, ink (text), grid and soft (secondary text)."""
    return dict(_MODES["dark" if dark else "light"])


def colour(label: int) -> str:
    """Colour of a class; grey for a node without a label. Beyond fifteen classes the colours start again.

    >>> colour(0), colour(-1)
    ('#0072B2', '#9AA0A6')
    """
    return GREY if label < 0 else PALETTE[label % len(PALETTE)]


def _kind(label: int, kinds: tuple[str, str, str]) -> str:
    circles, diamonds, squares = kinds
    if label < 0:
        return circles
    if label >= len(PALETTE):
        return squares
    return circles if label < len(_CIRCLES) else diamonds


def symbol(label: int) -> str:
    """Plotly marker symbol of a class.

    >>> symbol(0), symbol(8), symbol(15)
    ('circle', 'diamond', 'square')
    """
    return _kind(label, ("circle", "diamond", "square"))


def shape(label: int) -> str:
    """Node shape of a class in a pyvis network, the counterpart of `symbol`."""
    return _kind(label, ("dot", "diamond", "square"))


def class_name(graph, label: int) -> str:
    """Name of a class as text for a figure; plotly reads tags in names, so they are made harmless."""
    return NO_LABEL if label < 0 else plain(graph.class_names[label])


def plain(text: str) -> str:
    """Text that plotly and a browser show as it is.

    >>> plain("<b>A</b>")
    '&lt;b&gt;A&lt;/b&gt;'
    """
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def nodes(count: int) -> str:
    """So many nodes, in words.

    >>> nodes(1), nodes(2708)
    ('1 node', '2,708 nodes')
    """
    return f"{count:,} node" + ("" if count == 1 else "s")


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
    return go.layout.Template(
        layout={
            "font": {"family": FONT, "size": 14, "color": tone["ink"]},
            "title": {"font": {"size": 15}, "x": 0, "xanchor": "left"},
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "colorway": list(PALETTE),
            "margin": {"l": 8, "r": 8, "t": 36, "b": 8},
            "hoverlabel": {"bgcolor": tone["panel"], "font": {"color": tone["ink"]}, "bordercolor": GREY},
            "legend": {"orientation": "h", "yanchor": "bottom", "y": 1.0, "x": 0, "font": {"size": 13}},
            "modebar": {"bgcolor": "rgba(0,0,0,0)", "color": tone["soft"], "activecolor": ACCENT},
            "bargap": 0.25,
            "xaxis": axis,
            "yaxis": axis,
        }
    )


def dress(figure: go.Figure, dark: bool = False) -> go.Figure:
    """The figure in the project's template; figures are made light and changed to dark by this."""
    figure.layout.template = template(dark)
    return figure


def legend_on_top(figure: go.Figure) -> go.Figure:
    """The legend at the upper edge of the whole figure, above the titles of its panels."""
    room = 92 if figure.layout.annotations else 60
    figure.update_layout(legend={"yref": "container", "y": 1.0, "yanchor": "top"}, margin={"t": room})
    return figure


def bare_axes(figure: go.Figure) -> go.Figure:
    """Hide both axes and keep the proportions: for drawings, where coordinates mean nothing."""
    hidden = {"visible": False, "showgrid": False, "zeroline": False}
    figure.update_xaxes(**hidden)
    figure.update_yaxes(**hidden, scaleanchor="x", scaleratio=1)
    return figure

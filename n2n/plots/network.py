"""An interactive picture of a few nodes as one self-contained HTML document.

The texts in it are node ids, names of nodes and classes, and numbers. pyvis writes them as JSON with every
"<" escaped, so a name cannot end the script, and vis shows a title as text, not as HTML.
"""

import re
from functools import cache
from typing import Any

import numpy as np

from n2n.graph import Graph
from n2n.graph.graph import NO_LABEL
from n2n.plots import theme
from n2n.taps.drawing import Excerpt

# What pyvis still links to with cdn_resources="in_line": a style sheet and a script of bootstrap, not needed,
# and a comment with links to files that do not exist.
_LINKS = re.compile(r"<!-- <link\b.*?-->|<link\b[^>]*>|<script\b[^>]*\bsrc=[^>]*>\s*</script>", re.DOTALL)

CROWDED = 60
"""With more nodes than this, their numbers are left out and arrows are thin."""

_OPTIONS = """{
  "physics": {"enabled": false},
  "interaction": {"hover": true, "tooltipDelay": 80, "keyboard": false, "multiselect": false},
  "edges": {"smooth": false, "selectionWidth": 1}
}"""


def network_html(
    graph: Graph,
    excerpt: Excerpt,
    *,
    chosen: np.ndarray | None = None,
    centre: int | None = None,
    dark: bool = False,
    height: int = 520,
) -> str:
    """The document of an excerpt: colour and shape by class, size by degree; nodes can be dragged.

    Args:
        chosen: (2, M) pairs of node ids to draw in the accent colour, as arrows from node to positive.
        centre: id of the node that has a thick rim.

    >>> from n2n import load
    >>> from n2n.taps.drawing import ego
    >>> karate = load("karate")
    >>> "https:" in network_html(karate, ego(karate, 0)).partition("var nodes")[2]
    False
    """
    from pyvis.network import Network  # here, for start-up time

    tone = theme.mode(dark)
    colours: dict[str, Any] = {"bgcolor": tone["paper"], "font_color": tone["ink"]}
    net = Network(height=f"{height}px", width="100%", cdn_resources="in_line", **colours)
    net.templateEnv = _templates()
    net.set_options(_OPTIONS)
    # More nodes need more room: pixels from the middle to the border.
    places = excerpt.layout() * (90 + 26 * len(excerpt.nodes) ** 0.5)
    crowded = len(excerpt.nodes) > CROWDED
    for node, (x, y) in zip(excerpt.nodes.tolist(), places.tolist(), strict=True):
        label = int(graph.y[node])
        symbol = theme.symbol(label)
        fill, rim = theme.colour(label), theme.ACCENT if node == centre else tone["paper"]
        lit = {"background": fill, "border": theme.ACCENT}
        colour: Any = {"background": fill, "border": rim, "highlight": lit, "hover": lit}
        net.add_node(
            node,
            label=" " if crowded and node != centre else theme.shortened(graph.name_of(node), 14),
            title=_details(graph, node),
            x=x,
            y=y,
            shape="dot" if symbol == "circle" else symbol,
            size=(0.6 if crowded else 1) * (8 + 3 * min(float(graph.degree[node]), 60) ** 0.5),
            color=colour,
            borderWidth=4 if node == centre else 1,
        )
    drawn = _arrows(net, excerpt, chosen)
    for source, target in excerpt.nodes[excerpt.edges].T.tolist():
        if (source, target) not in drawn:
            net.add_edge(source, target, color=theme.EDGE, width=1)
    return _harmless(net.generate_html(), tone)


@cache
def _templates():
    """One translated template for all documents: 6 ms instead of 117 for an excerpt of 17 nodes."""
    from pyvis.network import Network  # here, for start-up time

    return Network().templateEnv


def _arrows(net, excerpt: Excerpt, chosen: np.ndarray | None) -> set[tuple[int, int]]:
    """Draw the chosen pairs; returns them in both directions."""
    drawn: set[tuple[int, int]] = set()
    shown = set(excerpt.nodes.tolist())
    crowded = len(shown) > CROWDED
    width, size = (1, 0.4) if crowded else (2, 0.8)
    form = {"width": width, "arrows": {"to": {"enabled": True, "scaleFactor": size}}}
    for source, target in [] if chosen is None else np.asarray(chosen).T.tolist():
        if source in shown and target in shown and source != target:
            net.add_edge(source, target, color=theme.ACCENT, arrowStrikethrough=False, **form)
            drawn |= {(source, target), (target, source)}
    return drawn


def _details(graph: Graph, node: int) -> str:
    name = graph.class_name(graph.y[node], NO_LABEL)
    title = f"Node {theme.node_name(graph, node, 200)}\nClass: {name}\nNeighbours: {int(graph.degree[node])}"
    # pyvis shows titles as HTML if one of them contains "href": an invisible character keeps them text.
    return re.sub("(?i)hre(?=f)", lambda found: f"{found.group()}\u200b", title)


def _harmless(document: str, tone: dict[str, str]) -> str:
    """The document without links to other machines and without the frame that pyvis draws."""
    head, body_tag, body = document.partition("<body")
    style = (
        f"<style>html, body {{margin: 0; background: {tone['paper']}; overflow: hidden;}} "
        ".card, #mynetwork {border: 0 !important;} "
        f"div.vis-tooltip {{background: {tone['panel']}; color: {tone['ink']}; border-color: {tone['grid']}; "
        "font: 14px sans-serif; white-space: pre-line;}</style>"
    )
    head, end, rest = _LINKS.sub("", head).rpartition("</head>")
    return head + style + end + rest + body_tag + body

"""The map of a graph as data for the scripts in `assets/map`, which draw it in WebGL.

Physics (34,493 nodes, 247,962 edges) is 2.2 MB of edges, sent once, and 0.3 MB for each picture.
Of a large graph the browser gets cells (`n2n.taps.map`), whose size shows how many nodes they are.
"""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from plotly.colors import sample_colorscale

from n2n.embedding.picture import Group
from n2n.graph import Graph
from n2n.plots import theme
from n2n.taps.map import Points

SHADES = 24
_SCALE = ("#B9C4CE", "#0B6FB8")
"""From low to high; both can be seen on a light and on a dark background."""


def net(
    graph: Graph, drawn: Points, edges: np.ndarray, rank: np.ndarray | None, identity: str
) -> dict[str, Any]:
    """What seldom changes: the edges, the k from which on TAPS chooses each, and the names.

    Args:
        edges, rank: what `drawn_edges` gives.
        identity: distinguishes this graph from others in the same browser.
    """
    shown = None if drawn.condensed else graph.node_names
    names = None if shown is None else [theme.shortened(str(name), 60) for name in shown]
    return {"id": identity, "edges": edges.astype(np.uint32), "rank": rank, "names": names}


Colours = tuple[np.ndarray, list[str], list[str], list[int]]
"""Of each row its place in a palette; the colours, names and shapes of the palette."""
_SHAPES = ("circle", "diamond", "square")


def colouring(groups: Sequence[Group]) -> Colours:
    """The colours of nodes that are drawn alike, or of their values on a scale."""
    place = np.zeros(sum(len(group.rows) for group in groups), np.uint8)
    if groups and groups[0].values is not None:
        values = np.asarray(groups[0].values, float)
        # By rank: a few large values must not leave all others alike.
        order = np.searchsorted(np.sort(values), values, side="right") / max(len(values), 1)
        place[groups[0].rows] = np.minimum(order * SHADES, SHADES - 1).astype(np.uint8)
        edges = [np.quantile(values, (shade + 0.5) / SHADES) for shade in range(SHADES)] if len(place) else []
        power = 10.0 if groups[0].name == "degree" else None
        shown = [f"{power**edge:.0f}" if power else f"{edge:.3g}" for edge in edges]
        palette = sample_colorscale(_SCALE, SHADES, colortype="tuple")
        return place, [_hex(colour) for colour in palette], [f"{groups[0].name} about {v}" for v in shown], []
    for number, group in enumerate(groups):
        place[group.rows] = number
    looks = [theme.look(group.kind) for group in groups]
    shapes = [_SHAPES.index(symbol) if symbol in _SHAPES else 0 for _, symbol in looks]
    return place, [colour for colour, _ in looks], [group.name for group in groups], shapes


def _hex(colour: Any) -> str:
    return "#" + "".join(f"{round(255 * part):02X}" for part in colour)


def subgraph_colours(membership: np.ndarray) -> Colours:
    """As `colouring`, for subgraphs: the palette begins again after its last colour."""
    return (membership % len(theme.PALETTE)).astype(np.uint8), list(theme.PALETTE), [], []


def picture(
    graph: str | None,
    positions: np.ndarray,
    colours: Colours,
    *,
    k: int = -1,
    own: np.ndarray | None = None,
    marked: np.ndarray | None = None,
    hidden: np.ndarray | None = None,
    degree: np.ndarray | None = None,
    node: int = -1,
    drawn: Points | None = None,
    **more: Any,
) -> dict[str, Any]:
    """What changes from picture to picture, in the order of the points.

    Args:
        graph: the identity that `net` has; None for points without edges.
        positions: (P, 2).
        colours: what `colouring` gives.
        k: edges that TAPS chooses with this k; −1 for all edges, 0 for none.
        own: (M, 2) other edges instead.
        marked: (P,) whether a point is marked; the others are faint.
        hidden: (P,) whether a point is left out.
        degree: (P,) neighbours of the points, which decide on their size.
        node: a point that has a ring.
        drawn: what the points are, where they are cells.
        more: for the drawing as it is: alt, file, height, tips.
    """
    place, palette, words, shapes = colours
    counted = drawn.counts if drawn is not None and drawn.condensed else degree
    sizes = None if counted is None else 0.6 + 0.35 * np.log2(1 + counted)
    ids = None if drawn is None or len(drawn.nodes) == len(drawn.point) else drawn.nodes
    return {
        "graph": graph,
        "positions": positions.astype(np.float32),
        "colours": place,
        "palette": palette,
        "words": words,
        "shapes": shapes,
        "k": k,
        "own": None if own is None else own.astype(np.uint32),
        "hidden": None if hidden is None else hidden.astype(np.uint8),
        "marked": None if marked is None else marked.astype(np.uint8),
        "sizes": None if sizes is None else sizes.astype(np.float32),
        "ids": None if ids is None else ids.astype(np.uint32),
        "node": node,
        **more,
    }


_TYPES = {"float32": "f4", "uint32": "u4", "uint8": "u1"}


def pack(content: dict[str, Any]) -> bytes:
    """A picture, a net or any other content with arrays as the browser gets it.

    A length (4 bytes), JSON of that length, then the arrays, each from a multiple of four on; in the JSON,
    `arrays` lists the name, type and number of values of each.

    >>> pack({"k": 1, "ids": np.array([7], np.uint32)})[-4:].hex()
    '07000000'
    """
    arrays = {k: np.ascontiguousarray(v) for k, v in content.items() if isinstance(v, np.ndarray)}
    listed = [[name, _TYPES[array.dtype.name], array.size] for name, array in arrays.items()]
    facts = {name: value for name, value in content.items() if name not in arrays}
    head = _filled(json.dumps(facts | {"arrays": listed}).encode(), b" ")
    parts = (_filled(array.tobytes(), b"\0") for array in arrays.values())
    return b"".join((len(head).to_bytes(4, "little"), head, *parts))


def _filled(data: bytes, by: bytes) -> bytes:
    return data + by * (-len(data) % 4)

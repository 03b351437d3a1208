"""The map of a graph as data for the scripts in `assets/map`, which draw it in WebGL.

Physics (34,493 nodes, 247,962 edges) is 2.2 MB of edges, sent once, and 0.3 MB for each picture.
Of a graph with more than `MAX_POINTS` nodes the browser gets cells instead: the nodes of a small square of
the map are one point, whose size shows how many they are.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from n2n.compute.csr import entry_rows
from n2n.embedding.picture import Group
from n2n.graph import Graph
from n2n.plots import theme
from n2n.sampling.positives import Positives

MAX_POINTS = 60_000
MAX_LINES = 60_000
"""Edges between cells; a graph without cells has all of its edges."""
CELLS = 160
"""Cells along the longer side of the map."""
SHADES = 24
_SCALE = {False: ("#D5DEE8", "#0B3C6F"), True: ("#33414F", "#8FD0FF")}
NOT_CHOSEN = 255
"""Rank of an edge that no node would choose."""


@dataclass(frozen=True, eq=False)
class Points:
    """What is drawn as a point: every node, or cells of many nodes."""

    nodes: np.ndarray
    """(P,) the node that stands for each point."""
    point: np.ndarray
    """(N,) the point of each node; −1 for a node that is not drawn."""
    counts: np.ndarray
    """(P,) number of nodes of each point."""

    @classmethod
    def of(cls, nodes: np.ndarray, num_nodes: int) -> "Points":
        """Some nodes of a graph, each as a point of its own.

        >>> Points.of(np.array([4, 1]), 5).point.tolist()
        [-1, 1, -1, -1, 0]
        """
        point = np.full(num_nodes, -1)
        point[nodes] = np.arange(len(nodes))
        return cls(nodes, point, np.ones(len(nodes), np.int64))

    @property
    def condensed(self) -> bool:
        """Whether some points are more than one node."""
        return bool((self.counts > 1).any())


def points(positions: np.ndarray, degree: np.ndarray, limit: int = MAX_POINTS) -> Points:
    """The points of a map; the node with the most neighbours stands for its cell.

    >>> made = points(np.array([[0.0, 0], [0, 0.01], [5, 5]]), np.array([1, 2, 1]), limit=2)
    >>> made.nodes.tolist(), made.counts.tolist(), made.point.tolist()
    ([1, 2], [2, 1], [0, 0, 1])
    """
    n = len(positions)
    if n <= limit:
        return Points.of(np.arange(n), n)
    low = positions.min(axis=0)
    cell = ((positions - low) / max(float(np.ptp(positions, axis=0).max()), 1e-9) * (CELLS - 1)).astype(int)
    _, point, counts = np.unique(cell[:, 0] * CELLS + cell[:, 1], return_inverse=True, return_counts=True)
    # The last one written is the one with the most neighbours.
    order = np.argsort(degree, kind="stable")
    nodes = np.empty(len(counts), np.int64)
    nodes[point[order]] = order
    return Points(nodes, point, counts)


def net(graph: Graph, chosen: Positives | None, drawn: Points, identity: str) -> dict[str, Any]:
    """What seldom changes: the edges, the k from which on TAPS chooses each, and the names.

    Args:
        chosen: the positives with the largest k that will be asked for, best first.
        identity: distinguishes this graph from others in the same browser.
    """
    if drawn.condensed:
        return {"id": identity, "edges": _lines(graph, drawn), "rank": None, "names": None}
    pairs = undirected_pairs(graph.indptr, graph.indices)
    rank = None if chosen is None else edge_ranks(graph.num_nodes, pairs, chosen)
    # While the map is moved, the browser draws the first of many lines: they must be any of them.
    order = np.random.default_rng(0).permutation(len(pairs))
    pairs, rank = pairs[order], None if rank is None else rank[order]
    names = None if graph.node_names is None else [theme.shortened(str(n), 60) for n in graph.node_names]
    return {"id": identity, "edges": pairs.astype(np.uint32), "rank": rank, "names": names}


def undirected_pairs(indptr: np.ndarray, indices: np.ndarray) -> np.ndarray:
    """(M, 2) ends of the edges, the lower one first; an edge to itself is none."""
    n, sources = len(indptr) - 1, entry_rows(indptr)
    low, high = np.minimum(sources, indices), np.maximum(sources, indices)
    code = np.unique(low.astype(np.int64) * n + high)
    pairs = np.stack([code // n, code % n], axis=1)
    return pairs[pairs[:, 0] != pairs[:, 1]]


def edge_ranks(num_nodes: int, pairs: np.ndarray, chosen: Positives) -> np.ndarray:
    """(M,) the smallest k for which one end of an edge chooses the other; `NOT_CHOSEN` where none does."""
    low, high = np.minimum(chosen.sources, chosen.indices), np.maximum(chosen.sources, chosen.indices)
    real = low != high
    wanted = low[real].astype(np.int64) * num_nodes + high[real]
    rank = np.full(len(pairs), NOT_CHOSEN, np.uint8)
    known = np.searchsorted(pairs[:, 0].astype(np.int64) * num_nodes + pairs[:, 1], wanted)
    np.minimum.at(rank, known, np.minimum(chosen.places[real] + 1, NOT_CHOSEN).astype(np.uint8))
    return rank


def _lines(graph: Graph, drawn: Points) -> np.ndarray:
    """A sample of edges between different cells."""
    entries = len(graph.indices)
    # Ascending: they may be read from disk.
    some = np.sort(np.random.default_rng(0).integers(0, entries, min(entries, 4 * MAX_LINES)))
    sources = np.searchsorted(graph.indptr, some, side="right") - 1
    pairs = np.stack([drawn.point[sources], drawn.point[np.asarray(graph.indices[some])]], axis=1)
    pairs = np.unique(np.sort(pairs, axis=1), axis=0)
    pairs = np.random.default_rng(0).permutation(pairs[pairs[:, 0] != pairs[:, 1]])
    return pairs[:MAX_LINES].astype(np.uint32)


def colouring(groups: Sequence[Group], dark: bool = False) -> tuple[np.ndarray, list[str], list[str]]:
    """Of each row its place in a palette; the colours and the names of the palette."""
    size = sum(len(group.rows) for group in groups)
    place = np.zeros(size, np.uint8)
    if groups and groups[0].values is not None:
        values = np.asarray(groups[0].values, float)
        # By rank: a few large values must not leave all others alike.
        order = np.searchsorted(np.sort(values), values, side="right") / max(len(values), 1)
        place[groups[0].rows] = np.minimum(order * SHADES, SHADES - 1).astype(np.uint8)
        edges = [np.quantile(values, (shade + 0.5) / SHADES) for shade in range(SHADES)] if size else []
        power = 10.0 if groups[0].name == "degree" else None
        shown = [f"{power**edge:.0f}" if power else f"{edge:.3g}" for edge in edges]
        return place, _shades(dark), [f"{groups[0].name} about {value}" for value in shown]
    for number, group in enumerate(groups):
        place[group.rows] = number
    return place, [theme.look(group.kind)[0] for group in groups], [group.name for group in groups]


def _shades(dark: bool) -> list[str]:
    first, last = (np.array([int(c[i : i + 2], 16) for i in (1, 3, 5)]) for c in _SCALE[dark])
    steps = np.linspace(0, 1, SHADES)[:, None]
    return ["#" + "".join(f"{int(v):02X}" for v in row) for row in first + steps * (last - first)]


def subgraph_colours(membership: np.ndarray) -> tuple[np.ndarray, list[str], list[str]]:
    """As `colouring`, for subgraphs: the palette begins again after its last colour."""
    return (membership % len(theme.PALETTE)).astype(np.uint8), list(theme.PALETTE), []


def picture(
    graph: str | None,
    positions: np.ndarray,
    colours: tuple[np.ndarray, list[str], list[str]],
    *,
    k: int = -1,
    own: np.ndarray | None = None,
    rings: np.ndarray | None = None,
    marked: np.ndarray | None = None,
    node: int = -1,
    drawn: Points | None = None,
    dark: bool = False,
    **more: Any,
) -> dict[str, Any]:
    """What changes from picture to picture, in the order of the points.

    Args:
        graph: the identity that `net` has; None for points without edges.
        positions: (P, 2).
        colours: what `colouring` gives.
        k: edges that TAPS chooses with this k; −1 for all edges, 0 for none.
        own: (M, 2) other edges instead.
        rings: (P,) whether a point has a ring around it.
        marked: (P,) whether a point is marked; the others are faint.
        node: a point that has a ring.
        drawn: what the points are, where they are cells.
        more: for the drawing as it is: alt, file, form, height, live.
    """
    place, palette, words = colours
    tone = theme.mode(dark)
    sizes = None if drawn is None or not drawn.condensed else 0.6 + 0.35 * np.log2(1 + drawn.counts)
    ids = None if drawn is None or len(drawn.nodes) == len(drawn.point) else drawn.nodes
    return {
        "graph": graph,
        "positions": positions.astype(np.float32),
        "colours": place,
        "palette": palette,
        "words": words,
        "k": k,
        "own": None if own is None else own.astype(np.uint32),
        "rings": None if rings is None else rings.astype(np.uint8),
        "marked": None if marked is None else marked.astype(np.uint8),
        "sizes": None if sizes is None else sizes.astype(np.float32),
        "ids": None if ids is None else ids.astype(np.uint32),
        "node": node,
        "ink": tone["soft"],
        "ring": theme.ACCENT,
        "paper": tone["paper"],
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
    arrays = {name: np.ascontiguousarray(value) for name, value in content.items() if _is_array(value)}
    listed = [[name, _TYPES[array.dtype.name], array.size] for name, array in arrays.items()]
    facts = {name: value for name, value in content.items() if name not in arrays}
    head = _filled(json.dumps(facts | {"arrays": listed}).encode(), b" ")
    parts = (_filled(array.tobytes(), b"\0") for array in arrays.values())
    return b"".join((len(head).to_bytes(4, "little"), head, *parts))


def _is_array(value: object) -> bool:
    return isinstance(value, np.ndarray)


def _filled(data: bytes, by: bytes) -> bytes:
    return data + by * (-len(data) % 4)

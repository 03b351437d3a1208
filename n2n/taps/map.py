"""The map of a graph: where to draw each of its nodes, and what is drawn there.

Nodes that are joined attract each other (`n2n.compute.attraction`), within each connected component; then
every component gets an area in proportion to its nodes, and the components are packed: the small ones around
the large one, or, given the map of the whole graph, each near its place on that map.

Of a graph with more than `MAX_POINTS` nodes the drawn points are cells: the nodes of a small square of the
map are one point. Maps of the paper's graphs are in `assets/map`, made by `assets/map/make.py`, so that the
first page draws without computing or compiling anything.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from n2n.files import tensors
from n2n.files.assets import ASSETS
from n2n.graph import Graph
from n2n.taps.positives import Positives, positive_bounds
from n2n.taps.subgraphs import Partition, partition

ROUNDS = 200
# Beyond this many visited pairs in all, there are fewer rounds.
MAX_VISITS = 400_000_000
DIFFUSION = 60
SPACING = 1.0
# Components that are packed one by one; smaller ones fill rings around them.
MAX_PACKED = 20_000

MAX_POINTS = 60_000
MAX_LINES = 60_000
"""Edges between cells; a graph without cells has all of its edges."""
CELLS = 160
"""Cells along the longer side of the map."""
NOT_CHOSEN = 255
"""Rank of an edge that no node would choose."""

FORMAT = "n2n-map-1"
STEP = 0.01
"""Positions in `assets/map` are stored as 16-bit multiples of this."""
POSITIVES = (1, 2, 3, 4, 5)
"""The numbers of positives whose subgraphs are there for small graphs."""


def map_positions(
    positives: Positives,
    near: np.ndarray | None = None,
    seed: int = 0,
    progress: Callable[[float], None] = lambda share: None,
) -> np.ndarray:
    """(N, 2) float32 positions, centred, in which a node takes about one unit of area.

    Args:
        positives: the pairs that attract each other: `n2n.all_neighbours(graph)` for the map of a graph,
            `ranking.top(k)` for the subgraphs of TAPS.
        near: positions of the same nodes to start from and to stay near to.
        progress: called with the share of the work done.

    >>> import n2n
    >>> whole = map_positions(n2n.all_neighbours(n2n.load("karate")))
    >>> whole.shape, bool(abs(whole.mean(axis=0)).max() < 1e-3)
    ((34, 2), True)
    """
    parts = partition(positives)
    pos = _diffused(positives, seed) if near is None else np.array(near, np.float32) / 4
    _attract(pos, positives, parts, seed, progress)
    radius = 0.62 * SPACING * np.sqrt(parts.sizes.astype(np.float64)) + 0.3 * (parts.sizes > 1)
    pos = _fit(pos, parts, radius)
    room = 1.06 * radius + 0.4 * SPACING
    wanted = np.zeros((len(room), 2))
    if near is not None:
        # Subgraphs need more room than the map has: it grows, so that each still finds its place.
        wanted = _centres(near, parts)
        wanted *= max(1.0, np.sqrt(1.3 * (room**2).sum() / (2 * (near**2).sum(axis=1).mean())))
    centres = _packed(wanted, room)
    pos += centres[parts.membership].astype(np.float32)
    return pos - pos.mean(axis=0)


def _diffused(positives: Positives, seed: int) -> np.ndarray:
    """Random numbers averaged along the edges: neighbours begin close to each other."""
    n, directed = positives.num_nodes, positives.matrix()
    joined = (directed + directed.T).tocsr()
    degree = np.maximum(joined.sum(axis=1), 1).astype(np.float32)
    root = np.sqrt(degree / degree.sum())[:, None]
    x = np.random.default_rng(seed).standard_normal((n, 2)).astype(np.float32)
    for _ in range(DIFFUSION if n > 2 else 0):
        x = 0.5 * (x + (joined @ x) / degree[:, None])
        q, _ = np.linalg.qr((x - (root * root * x).sum(axis=0)) * root)
        x = (q / root).astype(np.float32)
    # The root brings far nodes in, which otherwise press all others into one point.
    x = np.sign(x) * np.sqrt(np.abs(x))
    return (10 / max(float(np.abs(x).max()), 1e-9) * x).astype(np.float32)


def _attract(pos, positives: Positives, parts: Partition, seed: int, progress) -> None:
    from n2n.compute import attraction

    indptr, indices = positives.indptr, positives.indices
    ends = np.bincount(indices, minlength=len(indptr) - 1) + np.diff(indptr)
    degree = np.maximum(ends / 2, 1.0)
    starts = np.concatenate([[0], np.cumsum(parts.sizes)])
    members = np.argsort(parts.membership, kind="stable")
    first, size = starts[parts.membership], parts.sizes[parts.membership]
    visits = max(min(len(indices), int(attraction.VISITS * len(pos))) * (1 + attraction.NEGATIVES), 1)
    rounds = int(np.clip(MAX_VISITS // visits, 40, ROUNDS))
    state = np.uint64(seed * 2_654_435_761 + 88_172_645_463_325_252)
    for turn in range(rounds):
        rate = 1 - turn / rounds
        state = attraction.move(pos, indptr, indices, degree, members, first, size, rate, np.uint64(state))
        progress((turn + 1) / rounds)


def _centres(pos: np.ndarray, parts: Partition) -> np.ndarray:
    """Mean position of the nodes of each component."""
    m, sizes = parts.membership, parts.sizes
    return np.stack([np.bincount(m, axis, len(sizes)) / sizes for axis in pos.T.astype(np.float64)], axis=1)


def _fit(pos: np.ndarray, parts: Partition, radius: np.ndarray) -> np.ndarray:
    """Every component around the origin, within its radius; a few far nodes do not shrink all others."""
    pos = pos - _centres(pos, parts)[parts.membership]
    away = np.linalg.norm(pos, axis=1)
    m = parts.membership
    spread = np.sqrt(np.bincount(m, away**2, len(radius)) / parts.sizes)
    relative = away / np.maximum(1.7 * spread, 1e-9)[m]
    # Beyond the edge distances are compressed: they approach 1 and never pass it.
    inside = np.where(relative < 0.7, relative, 0.7 + 0.3 * np.tanh((relative - 0.7) / 0.3))
    return (pos * (inside / np.maximum(away, 1e-9) * radius[m])[:, None]).astype(np.float32)


def _packed(wanted: np.ndarray, radius: np.ndarray) -> np.ndarray:
    """Centres of the components, which come largest first."""
    from n2n.compute import attraction

    count = min(len(radius), MAX_PACKED)
    centres = wanted.copy()
    centres[:count] = attraction.pack(wanted[:count], radius[:count])
    rest = radius[count:]
    if len(rest):
        edge = float((np.linalg.norm(centres[:count], axis=1) + radius[:count]).max())
        away = np.sqrt(edge**2 + np.cumsum((2 * rest) ** 2))
        angle = attraction.GOLDEN_ANGLE * np.arange(len(rest))
        centres[count:] = away[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return centres


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

    def lines(self, pairs: np.ndarray) -> np.ndarray:
        """(L, 2) different points that some (M, 2) pairs of nodes join, at most `MAX_LINES`, in any order."""
        joined = np.unique(np.sort(self.point[pairs], axis=1), axis=0)
        return np.random.default_rng(0).permutation(joined[joined[:, 0] != joined[:, 1]])[:MAX_LINES]


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


def drawn_edges(
    graph: Graph, chosen: Positives | None, drawn: Points
) -> tuple[np.ndarray, np.ndarray | None]:
    """(M, 2) points that edges join, in any order, and the k from which on TAPS chooses each edge.

    Args:
        chosen: the positives with the largest k that will be asked for, best first; without them, and
            between cells, there are no ranks.
    """
    if drawn.condensed:
        return drawn.lines(_some_edges(graph)), None
    pairs = graph.edges().T
    rank = None if chosen is None else edge_ranks(graph.num_nodes, pairs, chosen)
    # While the map is moved, the browser draws the first of many lines: they must be any of them.
    order = np.random.default_rng(0).permutation(len(pairs))
    return pairs[order], None if rank is None else rank[order]


def undirected_pairs(positives: Positives) -> np.ndarray:
    """(M, 2) nodes of which one is a positive of the other, the lower one first; no node is its own."""
    n, sources, targets = positives.num_nodes, positives.sources, positives.indices
    low, high = np.minimum(sources, targets), np.maximum(sources, targets)
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


def _some_edges(graph: Graph) -> np.ndarray:
    """A sample of edges, more than can be drawn: many join nodes of one cell."""
    entries = len(graph.indices)
    # Ascending: they may be read from disk.
    some = np.sort(np.random.default_rng(0).integers(0, entries, min(entries, 4 * MAX_LINES)))
    sources = np.searchsorted(graph.indptr, some, side="right") - 1
    return np.stack([sources, np.asarray(graph.indices[some])], axis=1)


def shipped_positions(key: str, k: int | None = None) -> np.ndarray | None:
    """Positions on the map of a graph, or in the picture of its subgraphs; None where none ship.

    >>> shipped_positions("cora").shape, shipped_positions("cora", 1).shape, shipped_positions("texas")
    ((2708, 2), (2708, 2), None)
    """
    found = _shipped(key).get("whole" if k is None else f"top-{k}")
    return None if found is None else found.astype(np.float32) * np.float32(STEP)


def shipped_positives(key: str, graph: Graph, k: int) -> Positives | None:
    """What `rank(graph).top(k)` chooses on a graph of the catalogue; None where it does not ship."""
    indices = _shipped(key).get("positives")
    if indices is None or k > POSITIVES[-1]:
        return None
    return Positives(positive_bounds(graph, POSITIVES[-1]), indices.astype(graph.indices.dtype)).first(k)


@lru_cache(16)
def _shipped(key: str) -> dict[str, np.ndarray]:
    path = ASSETS / "map" / f"{key}.safetensors"
    if not key.isidentifier() or not path.is_file():
        return {}
    return tensors.from_bytes(tensors.read_bytes(path), FORMAT, str(path))[0]

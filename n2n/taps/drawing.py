"""What pictures of single nodes and subgraphs show, and where they draw it.

An excerpt is an ego network or a subgraph, small enough to read; a gallery has many subgraphs side by side
(the paper's Fig. 5); a change has the subgraph of one node in two pictures.
"""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import dijkstra

from n2n.graph import Graph
from n2n.taps.positives import Positives
from n2n.taps.subgraphs import Partition

EXCERPT_NODES = 150
"""Most nodes of one picture."""
GALLERY_NODES = 120
"""Most nodes of one subgraph in a gallery."""
CHANGE_NODES = 60
"""Most nodes of a subgraph before and after a change: two pictures share the page."""
INTERVALS, PER_INTERVAL = 10, 10
"""A gallery has one row for each interval of sizes, with so many subgraphs."""


@dataclass(frozen=True, eq=False)
class Excerpt:
    """Some nodes of a graph and the edges between them."""

    nodes: np.ndarray
    """Node ids, the most important first."""
    edges: np.ndarray
    """(2, M) places in `nodes`, each undirected edge once."""
    total: int
    """Number of nodes without the limit."""

    def layout(self, rounds: int = 40) -> np.ndarray:
        """(n, 2) where to draw each of the nodes, between −1 and 1; see `spread`."""
        return spread(len(self.nodes), self.edges, rounds)

    @property
    def note(self) -> str:
        """A sentence if nodes were left out, else empty."""
        if len(self.nodes) >= self.total:
            return ""
        return f"{len(self.nodes):,} of {self.total:,} nodes are drawn, those closest to the first."


def ego(graph: Graph, node: int, depth: int = 1, limit: int = EXCERPT_NODES) -> Excerpt:
    """A node, its neighbours and, with depth 2, their neighbours; all edges among them.

    The closest nodes come first and, among equally close ones, those of lower id.

    >>> from n2n import load
    >>> len(ego(load("karate"), 0).nodes)
    17
    """
    seen = np.zeros(graph.num_nodes, bool)
    seen[node] = True
    rings = [np.array([node])]
    for _ in range(depth):
        reached = np.unique(np.concatenate([graph.neighbours(i) for i in rings[-1]]))
        rings.append(reached[~seen[reached]])
        if not len(rings[-1]):
            break
        seen[rings[-1]] = True
    nodes = np.concatenate(rings).astype(np.int64)
    return Excerpt(nodes[:limit], _edges_within(graph, nodes[:limit]), len(nodes))


def subgraph(parts: Partition, number: int, limit: int = EXCERPT_NODES) -> Excerpt:
    """The nodes of one subgraph and the sampled edges that connect them.

    A subgraph that is too large is shown around its node of highest degree.
    """
    members = parts.members(number)
    sampled = _sampled(parts, members)
    near = ego(sampled, int(np.argmax(sampled.degree)), len(members), limit)
    return Excerpt(members[near.nodes], near.edges, len(members))


def _sampled(parts: Partition, nodes: np.ndarray) -> Graph:
    """The graph of the sampled pairs among some nodes, which it numbers in this order."""
    place = np.full(len(parts.membership), -1)
    place[nodes] = np.arange(len(nodes))
    pairs = place[np.stack(parts.positives.pairs())]
    return Graph.from_edges(pairs[:, (pairs >= 0).all(axis=0)], x=None, num_nodes=len(nodes))


def _edges_within(graph: Graph, nodes: np.ndarray) -> np.ndarray:
    place = np.full(graph.num_nodes, -1)
    place[nodes] = np.arange(len(nodes))
    rows = [place[graph.neighbours(i)] for i in nodes]
    source, target = np.repeat(np.arange(len(nodes)), [len(row) for row in rows]), np.concatenate(rows)
    keep = target > source
    return np.stack([source[keep], target[keep]])


def spread(num_nodes: int, edges: np.ndarray, rounds: int = 40) -> np.ndarray:
    """(n, 2) positions whose distances approximate the number of steps d_ij between nodes.

    Minimises Σ_{i<j} (‖p_i − p_j‖ − d_ij)² by the SMACOF rule p ← B(p)·p / n, starting from a spiral;
    unreachable pairs count as far apart. The result is centred, and its longer axis runs from −1 to 1.

    Args:
        edges: (2, M) ends of the edges; their direction does not matter.

    >>> spread(2, np.array([[0], [1]]))[:, 0].round(2).tolist()
    [-1.0, 1.0]
    """
    if num_nodes <= 1:
        return np.zeros((num_nodes, 2))
    joined = sp.csr_array((np.ones(edges.shape[1]), (edges[0], edges[1])), shape=(num_nodes, num_nodes))
    steps = dijkstra(joined, directed=False, unweighted=True)
    steps[np.isinf(steps)] = steps[np.isfinite(steps)].max() + 2
    p = _start(steps)
    for _ in range(rounds if num_nodes > 2 else 1):
        apart = p[:, None, :] - p[None, :, :]
        length = np.sqrt((apart**2).sum(axis=2))
        weight = np.divide(steps, length, out=np.zeros_like(steps), where=length > 1e-9)
        p = (weight[:, :, None] * apart).sum(axis=1) / num_nodes
    return _upright(p)


def _start(steps: np.ndarray) -> np.ndarray:
    """A spiral around the most central node: each node at its distance, in all directions."""
    centre = int(np.argmin(steps.sum(axis=1)))
    far = steps[centre]
    angle = np.empty(len(far))
    # In order of distance, each node is turned by the golden angle from the one before.
    angle[np.argsort(far, kind="stable")] = np.arange(len(far)) * 2.399963
    return far[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _upright(p: np.ndarray) -> np.ndarray:
    """Rotated so that the longest extent is horizontal, with signs that do not depend on rounding."""
    p = p - p.mean(axis=0)
    _, axes = np.linalg.eigh(p.T @ p)
    p = p @ axes[:, ::-1]
    for axis in range(2):
        if p[0, axis] > 0:
            p[:, axis] *= -1
    return p / max(np.abs(p).max(), 1e-9)


@dataclass(frozen=True, eq=False)
class Gallery:
    """Positions of all drawn nodes and edges; each subgraph has a square of side 1 to itself."""

    x: np.ndarray
    y: np.ndarray
    nodes: np.ndarray
    subgraphs: np.ndarray
    edge_x: np.ndarray
    edge_y: np.ndarray
    """Ends of edges, with NaN between two edges."""
    rows: tuple[str, ...]
    """What each row shows."""
    cut: int
    """Number of subgraphs of which only a part is drawn."""


def pick(parts: Partition, among: np.ndarray | None = None) -> list[np.ndarray]:
    """The subgraphs of each row of a gallery: the first ten of ten equal intervals of ranks.

    Args:
        among: numbers of the subgraphs to choose from, largest first; all where None.

    >>> import n2n
    >>> [row.tolist() for row in pick(n2n.partition(n2n.rank(n2n.load("karate")).top(1)))]
    [[0, 1, 2, 3, 4, 5, 6, 7]]
    """
    numbers = np.arange(parts.num_subgraphs) if among is None else np.asarray(among)
    if len(numbers) <= INTERVALS:
        return [numbers] if len(numbers) else []
    rows = max(min(INTERVALS, len(numbers) // 4), 1)
    return [row[:PER_INTERVAL] for row in np.array_split(numbers, rows)]


def arrange(parts: Partition, rows: list[np.ndarray]) -> Gallery:
    """Lay out every picked subgraph in its own square; larger ones fill more of theirs."""
    columns: list[list[np.ndarray]] = [[] for _ in range(6)]
    cut = 0
    for row, numbers in enumerate(rows):
        for column, number in enumerate(numbers.tolist()):
            part = subgraph(parts, number, GALLERY_NODES)
            cut += len(part.nodes) < part.total
            size = 0.14 + 0.33 * min(len(part.nodes) / 40, 1) ** 0.5
            x, y = (part.layout(rounds=25) * size + (column, -row)).T
            owner = np.full(len(x), number)
            gap = np.full(part.edges.shape[1], np.nan)
            edges = (np.stack([*axis[part.edges], gap], axis=1).ravel() for axis in (x, y))
            for kept, values in zip(columns, (x, y, part.nodes, owner, *edges), strict=True):
                kept.append(values)
    arrays = [np.concatenate(kept) if kept else np.array([]) for kept in columns]
    return Gallery(*arrays, rows=tuple(_row_name(parts, numbers) for numbers in rows), cut=cut)


def _row_name(parts: Partition, numbers: np.ndarray) -> str:
    largest, smallest = parts.sizes[numbers[0]], parts.sizes[numbers[-1]]
    if largest == 1:
        return "1 node"
    return f"{largest:,} nodes" if largest == smallest else f"{smallest:,}–{largest:,} nodes"


@dataclass(frozen=True, eq=False)
class SubgraphChange:
    """The nodes of both subgraphs, where to draw them, and the sampled edges on each side."""

    nodes: np.ndarray
    """Node ids, the chosen node first."""
    places: np.ndarray
    """(n, 2) between −1 and 1, the same on both sides."""
    inside: tuple[np.ndarray, ...]
    """(n,) whether each is in the subgraph of the chosen node, before and after."""
    edges: tuple[np.ndarray, ...]
    """(2, M) places in `nodes` of the sampled edges, each once, before and after."""
    sizes: tuple[int, ...]
    """All nodes of the subgraph, drawn or not, before and after."""
    total: int
    """Nodes of either subgraph."""


def num_changed(before: Positives, after: Positives) -> int:
    """How many nodes have another list of positives.

    >>> first, second = (Positives(np.array([0, 1, 2]), np.array(chosen)) for chosen in ([1, 0], [1, 1]))
    >>> num_changed(first, second)
    1
    """
    tables = np.full(
        (2, before.num_nodes, max(int(one.counts.max(initial=0)) for one in (before, after))), -1
    )
    for table, chosen in zip(tables, (before, after), strict=True):
        table[chosen.sources, chosen.places] = chosen.indices
    return int((tables[0] != tables[1]).any(axis=1).sum())


def subgraph_change(
    before: Partition, after: Partition, node: int, limit: int = CHANGE_NODES
) -> SubgraphChange:
    """The subgraph of a node before and after; the nodes closest to it where there are too many.

    >>> import n2n
    >>> karate = n2n.load("karate")
    >>> edited = n2n.Edits(cut=((0, 31),)).apply(karate)
    >>> both = [n2n.partition(n2n.rank(graph).top(1)) for graph in (karate, edited)]
    >>> subgraph_change(*both, 0).sizes
    (3, 5)
    """
    members = [parts.members(int(parts.membership[node])) for parts in (before, after)]
    everyone = np.union1d(*members)
    sides = [_sampled(parts, everyone) for parts in (before, after)]
    both = np.concatenate([side.edges() for side in sides], axis=1)
    joined = Graph.from_edges(both, x=None, num_nodes=len(everyone))
    near = ego(joined, int(np.searchsorted(everyone, node)), len(everyone), limit)
    nodes = everyone[near.nodes]
    inside = tuple(np.isin(nodes, part) for part in members)
    edges = tuple(_edges_within(side, near.nodes) for side in sides)
    sizes = tuple(len(part) for part in members)
    return SubgraphChange(nodes, near.layout(), inside, edges, sizes, len(everyone))

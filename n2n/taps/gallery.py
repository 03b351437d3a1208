"""Which subgraphs a gallery shows and where it draws them (the paper's Fig. 5).

The gallery has ten rows, one per interval of size, with ten subgraphs each.
"""

from dataclasses import dataclass

import numpy as np

from n2n.taps.excerpt import subgraph
from n2n.taps.subgraphs import Partition

INTERVALS = 10
PER_INTERVAL = 10
LIMIT = 120
"""Most nodes of one subgraph that are drawn."""


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
    """The subgraphs of each row: the ranks are cut into ten equal intervals, the first ten of each are taken.

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
            part = subgraph(parts, number, LIMIT)
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

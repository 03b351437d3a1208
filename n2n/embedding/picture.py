"""What a picture of an embedding shows: which nodes are drawn alike, and positions that fit a square."""

from dataclasses import dataclass, replace

import numpy as np

from n2n.embedding.projection import Projection, align
from n2n.graph import Graph
from n2n.graph.graph import NO_LABEL
from n2n.graph.splits import Split, parts_of
from n2n.taps.subgraphs import Partition

COLOURS = ("Label", "Prediction", "Right or wrong", "Subgraph", "Degree", "Dependency", "Split")
"""What nodes can be coloured by."""
RIGHT, WRONG = "right", "wrong"
PARTS = ("training", "validation", "test")
"""Of a split, in their order."""
LARGEST = 8
"""Subgraphs that have a colour of their own."""


@dataclass(frozen=True, eq=False)
class Group:
    """Nodes that are drawn alike."""

    name: str
    rows: np.ndarray
    """Rows of the projection."""
    kind: int | str = -1
    """Class, subgraph or part of a split, −1 for neither, or `RIGHT` and `WRONG`: it decides on colour and
    symbol."""
    values: np.ndarray | None = None
    """A number for each node instead, to be drawn on a colour scale."""


def groups(
    graph: Graph,
    nodes: np.ndarray,
    by: str = "Label",
    predictions: np.ndarray | None = None,
    parts: Partition | None = None,
    split: Split | None = None,
    dependency: np.ndarray | None = None,
) -> list[Group]:
    """Which nodes are drawn alike, for one of `COLOURS`.

    Args:
        nodes: the nodes of the projection.
        predictions: (N,) predicted classes, for "Prediction" and "Right or wrong".
        parts: the subgraphs, for "Subgraph"; the largest are groups of their own, the others one together.
        split: for "Split".
        dependency: (N,) of each node on its best neighbour, for "Dependency".

    >>> import n2n
    >>> graph = n2n.load("karate")
    >>> [(group.name, len(group.rows)) for group in groups(graph, np.arange(34))]
    [('Mr. Hi', 17), ('Officer', 17)]
    """
    if by not in COLOURS:
        raise ValueError(f"Nodes cannot be coloured by {by!r}: choose one of {', '.join(COLOURS)}.")
    if by == "Degree":
        return [Group("degree", np.arange(len(nodes)), values=np.log10(np.maximum(graph.degree[nodes], 1)))]
    if by == "Dependency":
        assert dependency is not None
        return [Group("dependency", np.arange(len(nodes)), values=dependency[nodes])]
    if by == "Split":
        assert split is not None
        part = parts_of((split,), graph.num_nodes)[nodes, 0].astype(int) - 1
        return _by_kind(part, lambda number: PARTS[number] if number >= 0 else "not used")
    if by == "Subgraph":
        assert parts is not None
        member = parts.membership[nodes]
        kinds = np.where(member < LARGEST, member, -1)
        return _by_kind(kinds, lambda number: f"subgraph {number}" if number >= 0 else "smaller subgraphs")
    if by == "Label":
        return _by_kind(graph.y[nodes], lambda label: graph.class_name(label, NO_LABEL))
    assert predictions is not None
    if by == "Prediction":
        return _by_kind(predictions[nodes], lambda label: graph.class_name(label, NO_LABEL))
    known, right = graph.y[nodes] >= 0, predictions[nodes] == graph.y[nodes]
    kinds = {(NO_LABEL, -1): ~known, (RIGHT, RIGHT): known & right, (WRONG, WRONG): known & ~right}
    return [Group(name, np.flatnonzero(rows), kind) for (name, kind), rows in kinds.items() if rows.any()]


def _by_kind(kinds: np.ndarray, name) -> list[Group]:
    # Nodes of no kind come first, so that they lie below the others.
    return [Group(name(kind), np.flatnonzero(kinds == kind), kind) for kind in np.unique(kinds).tolist()]


def fitted(positions: np.ndarray) -> np.ndarray:
    """Positions moved and scaled into the square from −1 to 1.

    A few outliers must not squeeze all other points together: what lies further out than 1.6 times the middle
    99% of an axis is drawn at the border.
    """
    low, high = np.percentile(positions, [0.5, 99.5], axis=0)
    middle, reach = (low + high) / 2, 0.8 * (high - low)
    near = np.clip(positions, middle - reach, middle + reach)
    low, high = near.min(axis=0), near.max(axis=0)
    return (near - (low + high) / 2) / max(float((high - low).max()) / 2, 1e-9)


def aligned(projections: dict[int, Projection]) -> dict[int, Projection]:
    """Projections of the same nodes by epoch, each turned so that it fits the one before."""
    turned: dict[int, Projection] = {}
    before = None
    for epoch, projection in projections.items():
        positions = projection.positions if before is None else align(projection.positions, before)
        turned[epoch], before = replace(projection, positions=positions), positions
    return turned

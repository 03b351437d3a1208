"""Edits of a graph: edges added and cut, random edges as noise, features dropped; what if it were so?

`Edits` is a value: it says what differs, knows the edited graph, and fits into an address as a short text.
`n2n.taps.updates` ranks the edited graph from the ranking of the original.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix, find_sorted
from n2n.graph import Graph
from n2n.taps.edit_codes import MOST_EDGES, Edge, code_of, fields_in
from n2n.taps.noise import random_new_edges


@dataclass(frozen=True)
class Edits:
    """What differs from a graph: (ℰ ∪ noise ∪ added) \\ cut, and some columns of the features set to zero.

    The same seed draws the same noise and features, and more of them contain fewer: the edges of 10% are
    among those of 20%.

    >>> from n2n import Graph
    >>> path = Graph.from_edges([[0, 1, 2], [1, 2, 3]], x=np.eye(4), num_nodes=4)
    >>> edits = Edits().add(path, 0, 3).cut_edge(path, 1, 2)
    >>> edits.apply(path).edges().tolist()
    [[0, 0, 2], [1, 3, 3]]
    >>> edits.code, Edits.parse(edits.code, 4) == edits
    ('a0-3_c1-2', True)
    """

    added: tuple[Edge, ...] = ()
    """Edges added by hand, the lower node first, in the order of their addition."""
    cut: tuple[Edge, ...] = ()
    """Edges cut by hand."""
    noise: int = 0
    """Random edges, in percent of the edges of the graph."""
    seed: int = 0
    """Which edges the noise consists of, and which features are dropped."""
    dropped: int = 0
    """Features that are set to zero for every node, in percent of all features."""

    def __post_init__(self):
        for edge in (*self.added, *self.cut):
            if not 0 <= edge[0] < edge[1]:
                raise ValueError(f"{edge} is not an edge between two nodes, the lower one first.")
        for name in ("noise", "dropped"):
            if not 0 <= getattr(self, name) <= 100:
                raise ValueError(f"{name} is {getattr(self, name)}: it must be a percentage from 0 to 100.")

    def __bool__(self) -> bool:
        return bool(self.added or self.cut or self.noise or self.dropped)

    @property
    def changes_edges(self) -> bool:
        """Whether an edge may differ."""
        return bool(self.added or self.cut or self.noise)

    @property
    def by_chance(self) -> "Edits":
        """The noise alone. Edits apply one after the other: first it, then what was done by hand."""
        return Edits(noise=self.noise, seed=self.seed if self.noise else 0)

    @property
    def by_hand(self) -> "Edits":
        """The edges that were added and cut alone."""
        return Edits(self.added, self.cut)

    def replace(self, **changes) -> "Edits":
        return replace(self, **changes)

    def add(self, graph: Graph, i: int, j: int) -> "Edits":
        """These edits and one more edge; ValueError where it cannot be added.

        Args:
            graph: the original, without edits.
        """
        edge = _edge(graph.num_nodes, i, j)
        if edge in self.cut and _is_edge(graph, *edge):  # brought back
            return self.replace(cut=_without(self.cut, edge))
        if _is_edge(self.apply(graph, features=False), *edge):
            raise ValueError(f"Nodes {i} and {j} are neighbours already: an edge cannot be there twice.")
        if len(self.added) >= MOST_EDGES:
            raise ValueError(f"{MOST_EDGES} edges are added already, the most that a link can hold.")
        return self.replace(added=(*self.added, edge), cut=_without(self.cut, edge))

    def cut_edge(self, graph: Graph, i: int, j: int) -> "Edits":
        """These edits and one edge less; ValueError where there is no such edge."""
        edge = _edge(graph.num_nodes, i, j)
        if not _is_edge(self.apply(graph, features=False), *edge):
            raise ValueError(f"Nodes {i} and {j} are not neighbours: there is no edge to cut.")
        left = _without(self.added, edge)
        if edge in self.added and not _is_edge(self.replace(added=left).apply(graph, features=False), *edge):
            return self.replace(added=left)
        if len(self.cut) >= MOST_EDGES:
            raise ValueError(f"{MOST_EDGES} edges are cut already, the most that a link can hold.")
        return self.replace(added=left, cut=(*self.cut, edge))

    def apply(self, graph: Graph, *, features: bool = True) -> Graph:
        """The edited graph; names, labels and splits are those of the original.

        Args:
            features: whether features are dropped too; the ranking does not need them.
        """
        if not self.changes_edges and not (features and self.dropped):
            return graph
        for edge in (*self.added, *self.cut):
            _edge(graph.num_nodes, *edge)
        changes: dict[str, Any] = {}
        if self.changes_edges:
            changes["indptr"], changes["indices"] = self._adjacency(graph)
        if features and self.dropped:
            changes["x"] = _without_columns(graph.x, self.dropped_features(graph.num_features))
        return graph.replace(provenance=f"{graph.provenance}; edited: {self.code}", **changes)

    def noise_edges(self, graph: Graph) -> np.ndarray:
        """(2, M) the random edges, none of them in the graph; fewer where nearly all pairs are edges."""
        return random_new_edges(graph, round(self.noise / 100 * graph.num_edges), self.seed)

    def dropped_features(self, num_features: int) -> np.ndarray:
        """The columns that are set to zero, ascending."""
        count = round(self.dropped / 100 * num_features)
        # Another stream than that of the noise.
        return np.sort(np.random.default_rng([self.seed, 1]).permutation(num_features)[:count])

    def _adjacency(self, graph: Graph) -> tuple[np.ndarray, np.ndarray]:
        """CSR of the edited graph: entries are taken out and put in where they belong, the others stay."""
        n, index = graph.num_nodes, graph.indices.dtype
        new = np.concatenate([self.noise_edges(graph), _array(self.added)], axis=1)
        old = _array(self.cut)
        directed = np.concatenate([new, new[::-1]], axis=1)
        gone = np.concatenate([old, old[::-1]], axis=1)
        put, out = _sorted_once(directed[0] * n + directed[1]), _sorted_once(gone[0] * n + gone[1])
        put = np.setdiff1d(put, out, assume_unique=True)
        place, there = _find(graph, put)
        put, place = put[~there], place[~there]
        away, there = _find(graph, out)
        away = away[there]
        source = np.searchsorted(graph.indptr, away, side="right") - 1
        indices = np.insert(graph.indices, place, (put % n).astype(index))
        # An insertion moves what comes after it.
        moved = away + np.searchsorted(place, away, side="right")
        indices = np.delete(indices, moved)
        change = np.bincount(put // n, minlength=n) - np.bincount(source, minlength=n)
        indptr = np.concatenate([[0], np.cumsum(graph.degree + change)]).astype(graph.indptr.dtype)
        return indptr, indices

    @property
    def code(self) -> str:
        """The edits as a short text for an address; empty where nothing differs."""
        return code_of(self.added, self.cut, self.noise, self.seed, self.dropped)

    @classmethod
    def parse(cls, text: str, num_nodes: int) -> "Edits":
        """The inverse of `code`; ValueError where the text is not such a code, or not of this graph."""
        return cls(**fields_in(text, num_nodes))


def _edge(num_nodes: int, i: int, j: int) -> Edge:
    for node in (i, j):
        if not 0 <= node < num_nodes:
            raise ValueError(f"There is no node {node}: nodes go from 0 to {num_nodes - 1:,}.")
    if i == j:
        raise ValueError(
            f"An edge from node {i} to itself would be a self-loop, which TAPS does not use: choose another "
            "node."
        )
    return min(i, j), max(i, j)


def _without(edges: tuple[Edge, ...], edge: Edge) -> tuple[Edge, ...]:
    return tuple(one for one in edges if one != edge)


def _is_edge(graph: Graph, i: int, j: int) -> bool:
    row = graph.neighbours(i)
    place = int(np.searchsorted(row, j))
    return place < len(row) and int(row[place]) == j


def _array(edges: tuple[Edge, ...]) -> np.ndarray:
    return np.array(edges, np.int64).reshape(-1, 2).T


def _sorted_once(codes: np.ndarray) -> np.ndarray:
    """Each number once, ascending; of half a million of them `np.unique` takes ten times as long."""
    codes = np.sort(codes)
    first = np.ones(len(codes), bool)
    first[1:] = codes[1:] != codes[:-1]
    return codes[first]


def _find(graph: Graph, codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where directed edges source·n + target stand in `indices`, or would stand, and whether they do."""
    n = graph.num_nodes
    if len(codes) > 2_000:  # noise: one search in the whole list
        return find_sorted(graph.sources.astype(np.int64) * n + graph.indices, codes)
    place, there = np.empty(len(codes), np.int64), np.zeros(len(codes), bool)
    for at, code in enumerate(codes.tolist()):
        source, target = divmod(code, n)
        row = graph.neighbours(source)
        inside = int(np.searchsorted(row, target))
        there[at] = inside < len(row) and int(row[inside]) == target
        place[at] = int(graph.indptr[source]) + inside
    return place, there


def _without_columns(x: Matrix, columns: np.ndarray) -> Matrix:
    kept = np.ones(x.shape[1], x.dtype)
    kept[columns] = 0
    if not sp.issparse(x):
        return x * kept
    out: Matrix = sp.csr_array(x * kept)
    out.eliminate_zeros()
    return out

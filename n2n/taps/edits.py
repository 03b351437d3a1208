"""Edits of a graph: edges added and cut, random edges as noise, features dropped; what if it were so?

`Edits` is a value: it says what differs, knows the edited graph, and fits into an address as a short text,
`a0-3.4-9_c1-2_n20_s5_d10`. a: edges added, c: edges cut, n: percent of noise, s: seed, d: percent of features
dropped. The edited graph is ranked anew: Physics takes 27 ms.
"""

import re
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import find_sorted
from n2n.graph import Graph

MOST_EDGES = 60
"""Edges that may be added and cut by hand, each; an address has no room for many more."""
MOST_SEED = 999
LONGEST = 2_000
"""Characters of a text that is still read."""
_PART = re.compile(r"([ac])(\d{1,11}-\d{1,11}(?:\.\d{1,11}-\d{1,11})*)|([nsd])(\d{1,4})", re.ASCII)
# Noise is drawn pair by pair, without those that are edges, up to half of the pairs that are none; the rest,
# and the noise of a graph with few nodes, comes from the list of all pairs.
_LISTED = 2_000
# Pairs are drawn in blocks of a fixed size, so that a longer list begins like a shorter one.
_BLOCK = 4_096

Edge = tuple[int, int]


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
        return bool(self.changes_edges or self.dropped)

    @property
    def changes_edges(self) -> bool:
        """Whether an edge may differ."""
        return bool(self.added or self.cut or self.noise)

    @property
    def by_chance(self) -> "Edits":
        """The noise alone; it is applied first, and what was done by hand after it."""
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
        edge = _edge(graph, i, j)
        if edge in self.cut and _is_edge(graph, edge):  # brought back
            return self.replace(cut=_without(self.cut, edge))
        if _is_edge(self.replace(dropped=0).apply(graph), edge):
            raise ValueError(f"Nodes {i} and {j} are neighbours already: an edge cannot be there twice.")
        if len(self.added) >= MOST_EDGES:
            raise ValueError(f"{MOST_EDGES} edges are added already, the most that a link can hold.")
        return self.replace(added=(*self.added, edge), cut=_without(self.cut, edge))

    def cut_edge(self, graph: Graph, i: int, j: int) -> "Edits":
        """These edits and one edge less; ValueError where there is no such edge."""
        edge = _edge(graph, i, j)
        if not _is_edge(self.replace(dropped=0).apply(graph), edge):
            raise ValueError(f"Nodes {i} and {j} are not neighbours: there is no edge to cut.")
        left = self.replace(added=_without(self.added, edge))
        if edge in self.added and not _is_edge(left.replace(dropped=0).apply(graph), edge):
            return left
        if len(self.cut) >= MOST_EDGES:
            raise ValueError(f"{MOST_EDGES} edges are cut already, the most that a link can hold.")
        return left.replace(cut=(*self.cut, edge))

    def apply(self, graph: Graph) -> Graph:
        """The edited graph; names, labels and splits are those of the original."""
        if not self:
            return graph
        changes: dict[str, Any] = {}
        if self.changes_edges:
            changes["indptr"], changes["indices"] = self._adjacency(graph)
        if self.dropped:
            kept = np.ones(graph.num_features, graph.x.dtype)
            kept[self.dropped_features(graph.num_features)] = 0
            changes["x"] = sp.csr_array(graph.x * kept) if sp.issparse(graph.x) else graph.x * kept
            if sp.issparse(graph.x):
                changes["x"].eliminate_zeros()
        by_hand = len(self.added) + len(self.cut)
        text = self.code if by_hand <= 2 * MOST_EDGES else f"{by_hand:,} edges added and cut"
        return graph.replace(provenance=f"{graph.provenance}; edited: {text}", **changes)

    def noise_edges(self, graph: Graph) -> np.ndarray:
        """(2, M) the random edges, none of them in the graph; fewer where nearly all pairs are edges."""
        return random_new_edges(graph, round(self.noise / 100 * graph.num_edges), self.seed)

    def dropped_features(self, num_features: int) -> np.ndarray:
        """The columns that are set to zero, ascending."""
        count = round(self.dropped / 100 * num_features)
        # Another stream than that of the noise.
        return np.sort(np.random.default_rng([self.seed, 1]).permutation(num_features)[:count])

    def _adjacency(self, graph: Graph) -> tuple[np.ndarray, np.ndarray]:
        """CSR of the edited graph."""
        n = graph.num_nodes
        added, cut = (np.array(edges, np.int64).reshape(-1, 2).T for edges in (self.added, self.cut))
        highest = max(int(edges.max(initial=-1)) for edges in (added, cut))
        if highest >= n:
            raise ValueError(_no_node(highest, n))
        # A directed edge is the number source · N + target; they ascend in CSR order.
        codes = graph.sources.astype(np.int64) * n + graph.indices
        put = np.concatenate([self.noise_edges(graph), added], axis=1)
        put, out = (np.unique(np.concatenate([a * n + b, b * n + a])) for a, b in (put, cut))
        index, there = find_sorted(codes, put)
        codes = np.insert(codes, index[~there], put[~there])
        index, there = find_sorted(codes, out)
        codes = np.delete(codes, index[there])
        indptr = np.searchsorted(codes, np.arange(n + 1) * n)
        return indptr.astype(graph.indptr.dtype), (codes % max(n, 1)).astype(graph.indices.dtype)

    @property
    def code(self) -> str:
        """The edits as a short text for an address; empty where nothing differs."""
        lists = {"a": self.added, "c": self.cut}
        numbers = {"n": self.noise, "s": self.seed, "d": self.dropped}
        parts = [f"{one}{'.'.join(f'{i}-{j}' for i, j in edges)}" for one, edges in lists.items() if edges]
        return "_".join([*parts, *(f"{letter}{value}" for letter, value in numbers.items() if value)])

    @classmethod
    def parse(cls, text: str, num_nodes: int) -> "Edits":
        """The inverse of `code`; the message of a ValueError is a part of a sentence."""
        if len(text) > LONGEST:
            raise ValueError(f"the edits have {len(text):,} characters, more than the {LONGEST:,} allowed")
        values: dict[str, Any] = {"a": (), "c": ()}
        for part in text.split("_") if text else ():
            match = _PART.fullmatch(part)
            letter = part[:1]
            if match is None or values.get(letter):
                raise ValueError(f"{part[:20]!r} is not an edit")
            values[letter] = _parse_edges(match[2], num_nodes) if match[2] else int(match[4])
        if set(values["a"]) & set(values["c"]):
            raise ValueError("an edge is added and cut at once")
        limits = {"n": ("the noise", 100), "s": ("the seed", MOST_SEED), "d": ("the share of features", 100)}
        for letter, (name, most) in limits.items():
            if values.setdefault(letter, 0) > most:
                raise ValueError(f"{name} must be a whole number from 0 to {most}")
        return cls(*(values[letter] for letter in "acnsd"))


def _parse_edges(text: str, num_nodes: int) -> tuple[Edge, ...]:
    edges = [sorted(map(int, pair.split("-"))) for pair in text.split(".")]
    if len(edges) > MOST_EDGES:
        raise ValueError(f"there are {len(edges)} edges, and {MOST_EDGES} are the most")
    for low, high in edges:
        if high >= num_nodes:
            raise ValueError(f"there is no node {high} in this graph")
        if low == high or edges.count([low, high]) > 1:
            raise ValueError(f"{low}-{high} is a self-loop, or an edge that is listed twice")
    return tuple((low, high) for low, high in edges)


def _no_node(node: int, num_nodes: int) -> str:
    return f"There is no node {node}: nodes go from 0 to {num_nodes - 1:,}."


def _edge(graph: Graph, i: int, j: int) -> Edge:
    for node in (i, j):
        if not 0 <= node < graph.num_nodes:
            raise ValueError(_no_node(node, graph.num_nodes))
    if i == j:
        raise ValueError(
            f"Node {i} cannot be its own neighbour: TAPS uses no self-loop. Choose another node."
        )
    return min(i, j), max(i, j)


def _without(edges: tuple[Edge, ...], edge: Edge) -> tuple[Edge, ...]:
    return tuple(one for one in edges if one != edge)


def _is_edge(graph: Graph, edge: Edge) -> bool:
    return bool(np.isin(edge[1], graph.neighbours(edge[0])))


def random_new_edges(graph: Graph, count: int, seed: int = 0) -> np.ndarray:
    """(2, count) edges drawn uniformly among those that the graph does not have, the lower node first.

    Fewer where nearly all pairs are edges. With the same seed a longer list begins like a shorter one.

    >>> from n2n import load
    >>> random_new_edges(load("karate"), 3).shape
    (2, 3)
    """
    n = graph.num_nodes
    free = n * (n - 1) // 2 - graph.num_edges
    count = min(count, free)
    low, high = graph.edges().astype(np.int64)
    known, rng = low * n + high, np.random.default_rng(seed)  # `known` is ascending
    codes = np.zeros(0, np.int64)
    first = min(count, free // 2 if n > _LISTED else 0)
    while len(codes) < first:
        blocks = 1 + (first - len(codes)) * n * n // (2 * free * _BLOCK)
        a, b = np.concatenate([rng.integers(n, size=(2, _BLOCK)) for _ in range(blocks)], axis=1)
        drawn = np.minimum(a, b) * n + np.maximum(a, b)
        codes = np.concatenate([codes, drawn[(a != b) & ~find_sorted(known, drawn)[1]]])
        codes = codes[np.sort(np.unique(codes, return_index=True)[1])]
    codes = codes[:first]
    if len(codes) < count:
        low, high = np.triu_indices(n, 1)
        rest = np.setdiff1d(low * n + high, np.concatenate([known, codes]), assume_unique=True)
        codes = np.concatenate([codes, np.random.default_rng(seed).permutation(rest)[: count - len(codes)]])
    return np.stack([codes // n, codes % n])

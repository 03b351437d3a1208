"""Positives: for every node, the neighbours that represent its neighbourhood in the loss.

There are three ways to choose them: TAPS (`n2n.rank(graph).top(k)`), at random (`random_positives`) and all
of them (`all_neighbours`). `n2n.taps.samplers` chooses among the three.
"""

import os
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import entry_rows, for_kernels, row_blocks
from n2n.compute.threads import equal_cost_bounds, run_blocks
from n2n.files.folder import Kind, NewFolder, new_folder, open_folder
from n2n.graph import Graph

KIND = Kind("positives", 1)


@dataclass(frozen=True, eq=False)
class Positives:
    """The positives of every node, in CSR form, best first.

    A node without neighbours is its own positive; `num_alone` says how many there are, and every statistic
    leaves those pairs out.

    >>> from n2n import Graph
    >>> p = all_neighbours(Graph.from_edges([[0], [1]], x=None, num_nodes=3))
    >>> p.indices.tolist(), p.num_alone
    ([1, 0, 2], 1)
    """

    indptr: np.ndarray
    indices: np.ndarray

    @property
    def num_nodes(self) -> int:
        """N."""
        return len(self.indptr) - 1

    @cached_property
    def counts(self) -> np.ndarray:
        """(N,) number of positives of each node."""
        return np.diff(self.indptr)

    @cached_property
    def sources(self) -> np.ndarray:
        """The node that each entry of `indices` is a positive of."""
        return entry_rows(self.indptr, self.indices.dtype)

    @property
    def places(self) -> np.ndarray:
        """The place of each entry of `indices` among the positives of its node, from 0, the best."""
        return np.arange(len(self.indices)) - np.repeat(self.indptr[:-1], self.counts)

    @property
    def num_alone(self) -> int:
        """Number of nodes that are their own positive because they have no neighbours."""
        from n2n.taps.kernels import count_pairs

        return count_pairs(*for_kernels(self.indptr, self.indices), np.zeros(self.num_nodes, np.int64), 1)[2]

    def matrix(self, dtype: type[np.number] = np.float32) -> sp.csr_array:
        """(N, N) 1 where a column is a positive of the row."""
        shape = self.num_nodes, self.num_nodes
        return sp.csr_array((np.ones(len(self.indices), dtype), self.indices, self.indptr), shape=shape)

    def of(self, node: int) -> np.ndarray:
        """Positives of one node, best first."""
        return self.indices[self.indptr[node] : self.indptr[node + 1]]

    def pairs_of(self, nodes: np.ndarray) -> np.ndarray:
        """(2, M) each of these nodes with each of its positives, in their order."""
        found = [self.of(node) for node in nodes]
        return np.stack([np.repeat(nodes, self.counts[nodes]), np.concatenate([self.indices[:0], *found])])

    def first(self, k: int) -> "Positives":
        """The best k positives of every node, or as many as there are.

        >>> Positives(np.array([0, 2, 3]), np.array([7, 5, 9])).first(1).indices.tolist()
        [7, 9]
        """
        indptr = np.zeros_like(self.indptr)
        np.cumsum(np.minimum(self.counts, k), out=indptr[1:])
        return Positives(indptr, self.indices[self.places < k])

    def write(self, folder: NewFolder, about: dict | None = None) -> None:
        """Write the positives to a new folder."""
        folder.write("indptr", self.indptr.astype(np.int64, copy=False))
        folder.write("indices", self.indices)
        folder.facts = facts_of(self.indptr, about)

    def save(self, path: str | os.PathLike, *, replace: bool = False, about: dict | None = None) -> None:
        """Write the positives to a folder, completely or not at all; `Positives.open` opens it.

        Args:
            replace: whether a folder of positives that is already there may be replaced.
            about: anything worth knowing, such as how they were chosen.
        """
        with new_folder(path, KIND, replace) as folder:
            self.write(folder, about)

    @classmethod
    def open(cls, path: str | os.PathLike, verify: bool = False) -> "Positives":
        """The positives in a folder, memory-mapped.

        Raises:
            ValueError: the folder is missing, incomplete, altered or of another version.
        """
        arrays, facts = open_folder(path, KIND, verify, private=("indptr",))
        chosen = cls(arrays["indptr"], arrays["indices"])
        n, indptr = chosen.num_nodes, chosen.indptr
        wrong = n != facts["num_nodes"] or indptr[0] != 0 or indptr[-1] != len(chosen.indices)
        if verify and not wrong:
            wrong = chosen.indices.min(initial=0) < 0 or chosen.indices.max(initial=-1) >= n
        if wrong or (np.diff(indptr) < 0).any():
            raise ValueError(f"{path} does not hold the positives of {facts['num_nodes']:,} nodes.")
        return chosen

    def pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """All pairs (node, positive) except those of a node with itself."""
        proper = self.sources != self.indices
        return self.sources[proper], self.indices[proper]


def facts_of(indptr: np.ndarray, about: dict | None) -> dict:
    """What positives.json says, apart from the arrays."""
    return {"num_nodes": len(indptr) - 1, "num_positives": int(indptr[-1]), "about": about or {}}


def check_k(k) -> None:
    """Raise ValueError unless k is a number of positives."""
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1:
        raise ValueError(f"k is {k!r}: the number of positives per node must be a whole number, 1 or more.")


def positive_bounds(graph: Graph, k: int) -> np.ndarray:
    """(N+1,) where the positives of each node begin: min(k, d_i), and one for a node without neighbours."""
    check_k(k)
    indptr = np.zeros(graph.num_nodes + 1, graph.indptr.dtype)
    np.cumsum(np.clip(graph.degree, 1, k), out=indptr[1:])
    return indptr


def empty_positives(graph: Graph, k: int) -> Positives:
    """Room for the positives of each node."""
    indptr = positive_bounds(graph, k)
    return Positives(indptr, np.empty(indptr[-1], graph.indices.dtype))


def select_rows(graph: Graph, score: np.ndarray, k: int, chosen: Positives, start: int, stop: int) -> None:
    """Fill in the positives of the rows start..stop from the scores of their edges.

    They are the k neighbours of largest score, best first; a tie goes to the lower node id.
    """
    from n2n.taps.kernels import choose_rows

    if start == stop:
        return
    bounds = start + equal_cost_bounds(5 * (1 + graph.degree[start:stop].astype(np.int64)))
    room = min(int(k), max(int(graph.degree[start:stop].max()), 1))
    offset = int(graph.indptr[start])
    rows, target = for_kernels(graph.indptr, graph.indices), for_kernels(chosen.indptr, chosen.indices)[0]
    run_blocks(choose_rows, bounds, *rows, score, offset, room, target, chosen.indices)


def random_positives(graph: Graph, k: int, seed: int = 0) -> Positives:
    """k neighbours of every node, drawn without replacement; the same seed draws the same ones."""
    chosen = empty_positives(graph, k)
    rng = np.random.default_rng(seed)
    # A generator gives the same numbers in parts as at once, so no array has one for every edge.
    for start, stop in row_blocks(graph.indptr, 0, graph.num_nodes):
        score = rng.random(int(graph.indptr[stop] - graph.indptr[start]))
        select_rows(graph, score, k, chosen, start, stop)
    return chosen


def all_neighbours(graph: Graph) -> Positives:
    """Every neighbour is a positive: N2N without sampling."""
    if graph.num_isolated == 0:
        return Positives(graph.indptr, graph.indices)
    alone = np.flatnonzero(graph.degree == 0)
    indptr = np.zeros(graph.num_nodes + 1, graph.indptr.dtype)
    np.cumsum(np.maximum(graph.degree, 1), out=indptr[1:])
    return Positives(indptr, np.insert(graph.indices, graph.indptr[alone], alone))

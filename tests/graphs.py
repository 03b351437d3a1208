"""Graphs for the tests: named small ones, random ones, and the paper's quantities from plain Python sets."""

import math

import numpy as np
import scipy.sparse as sp
from hypothesis import strategies as st

from n2n.graph import Graph


def graph_of(num_nodes: int, edges, **kwargs) -> Graph:
    """A graph without features of a list of pairs."""
    pairs = np.array(list(edges), np.int64).reshape(-1, 2)
    return Graph.from_edges(pairs.T, x=None, num_nodes=num_nodes, **kwargs)


def star(leaves: int) -> Graph:
    return graph_of(leaves + 1, [(0, leaf) for leaf in range(1, leaves + 1)])


def clique(size: int, alone: int = 0) -> Graph:
    """A clique, and nodes without any neighbour."""
    return graph_of(size + alone, [(i, j) for i in range(size) for j in range(i)])


def wheel(rim: int) -> Graph:
    """A hub joined to every node of a cycle: every edge of the hub has two common neighbours."""
    spokes = [(rim, i) for i in range(rim)]
    return graph_of(rim + 1, spokes + [(i, (i + 1) % rim) for i in range(rim)])


SPECIAL = {
    "no nodes": graph_of(0, []),
    "one node": graph_of(1, []),
    "no edges": graph_of(5, []),
    "one edge": graph_of(2, [(0, 1)]),
    "star": star(70),
    "clique": clique(40),
    "clique and isolated nodes": clique(6, alone=70),
    "wheel": wheel(90),
    "two triangles": graph_of(7, [(0, 2), (2, 5), (0, 5), (1, 3), (3, 4), (1, 4)]),
    # Every node is a neighbour of node 0: its row is as long as a row can be, and 0 itself is not in it.
    "a node joined to all": graph_of(130, [(0, i) for i in range(1, 130)] + [(i, i + 1) for i in range(128)]),
}


@st.composite
def random_graphs(draw, max_nodes: int = 80) -> Graph:
    """Graphs of all densities with isolated nodes and, often, hubs; sometimes with 64-bit indices."""
    n = draw(st.integers(1, max_nodes))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    count = draw(st.integers(0, 4 * n))
    # A power of a uniform number leans towards 0: low ids become hubs, high ones stay alone.
    skew = draw(st.sampled_from([1, 2, 4]))
    edges = (n * rng.random((2, count)) ** skew).astype(int)
    graph = Graph.from_edges(edges, x=None, y=rng.integers(-1, min(n, 4), n))
    return wide(graph) if draw(st.booleans()) else graph


def wide(graph: Graph) -> Graph:
    """The same graph with 64-bit indices, as one of more than 2³¹ entries has them."""
    return graph.replace(indptr=graph.indptr.astype(np.int64), indices=graph.indices.astype(np.int64))


def neighbour_sets(graph: Graph) -> list[set[int]]:
    return [set(graph.neighbours(i).tolist()) for i in range(graph.num_nodes)]


def directed_edges(graph: Graph) -> list[tuple[int, int]]:
    """All directed edges, in the order of the CSR arrays."""
    return [(i, j) for i in range(graph.num_nodes) for j in graph.neighbours(i).tolist()]


def dependency_by_sets(nodes: set[int], of_i: set[int], of_j: set[int]) -> float:
    """I(X_i; X_j) straight from its definition: four events, each counted on the set of all nodes."""
    total = 0.0
    for event_i in (of_i, nodes - of_i):
        for event_j in (of_j, nodes - of_j):
            joint = len(event_i & event_j) / len(nodes)
            if joint > 0:
                product = (len(event_i) / len(nodes)) * (len(event_j) / len(nodes))
                total += joint * math.log(joint / product)
    return total


def planted(n: int = 400, classes: int = 3, seed: int = 0) -> Graph:
    """Classes whose nodes are mostly joined to their own kind, with features that tell little of a class."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, classes, n)
    ends = rng.integers(0, n, (2, 40 * n))
    chance = np.where(y[ends[0]] == y[ends[1]], 0.2, 0.008)
    edges = ends[:, rng.random(ends.shape[1]) < chance]
    # Words of the own class are three times as likely as others; few words, so a node alone says little.
    words = 10 * classes
    own = np.arange(words) // 10 == y[:, None]
    x = (rng.random((n, words)) < np.where(own, 0.12, 0.04)).astype(np.float32)
    return Graph.from_edges(edges, x=sp.csr_array(x), y=y, name="planted")


def with_names(graph: Graph) -> Graph:
    """The graph with names for its nodes, all of them with a tag that must stay text."""
    return graph.replace(node_names=tuple(f"<b>Name {node}</b>" for node in range(graph.num_nodes)))

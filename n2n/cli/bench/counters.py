"""Other libraries that count the common neighbours of every edge, for `bench taps`."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from n2n.graph import Graph

# With more products than these in A·A, scipy and networkx take minutes.
SCIPY_LIMIT = 1_500_000_000
NETWORKX_LIMIT = 3_000_000
# Products at a time: the whole of A·A could take all the memory of the machine.
SCIPY_AT_ONCE = 100_000_000


class Counter(NamedTuple):
    """A library, ready to count on one graph."""

    count: Callable[[], Any]
    total: Callable[[Any], int]
    """The sum over all directed edges of what `count` returned: it shows whether the counts are right."""


def counters(graph: Graph) -> tuple[dict[str, Counter], list[str]]:
    """The libraries that can count on a graph, and the reasons why others cannot."""
    found, left_out = {}, []
    products = int((graph.degree.astype(np.int64) ** 2).sum())
    if find_spec("networkit"):
        found["networkit"] = _networkit(graph)
    if products <= SCIPY_LIMIT:
        found["scipy"] = _scipy(graph)
    else:
        left_out.append(f"scipy is left out, A·A takes {products:,} products (limit {SCIPY_LIMIT:,}).")
    if products <= NETWORKX_LIMIT:
        found["networkx"] = _networkx(graph)
    return found, left_out


def _scipy(graph: Graph) -> Counter:
    adjacency = graph.adjacency(np.int32)
    products = np.cumsum(adjacency @ graph.degree.astype(np.int64))
    rows = np.searchsorted(products, np.arange(0, products[-1] + SCIPY_AT_ONCE, SCIPY_AT_ONCE))

    def count() -> list:
        parts = [adjacency[start:stop] for start, stop in pairwise(rows.tolist())]
        return [(part @ adjacency).multiply(part) for part in parts]

    return Counter(count, lambda masked: sum(int(part.sum(dtype=np.int64)) for part in masked))


def _networkx(graph: Graph) -> Counter:
    nx, other = import_module("networkx"), graph.to_networkx()
    return Counter(
        lambda: [len(nx.common_neighbors(other, i, j)) for i, j in other.edges],
        lambda counts: 2 * sum(counts),
    )


def _networkit(graph: Graph) -> Counter:
    nk = import_module("networkit")  # not among the requirements
    ends = tuple(graph.edges().astype(np.uint64))
    other = nk.GraphFromCoo((np.ones(graph.num_edges), ends), n=graph.num_nodes, directed=False)
    other.indexEdges()
    return Counter(
        lambda: nk.sparsification.TriangleEdgeScore(other).run(), lambda score: 2 * sum(score.scores())
    )

"""Other ways to count the common neighbours of every edge."""

from collections.abc import Callable
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from n2n.graph import Graph

# Above so many products in A·A, scipy takes minutes, and networkx likewise.
SCIPY_LIMIT = 1_500_000_000
NETWORKX_LIMIT = 3_000_000
# So many of them at a time, or the product would take all the memory of the machine.
SCIPY_AT_ONCE = 100_000_000


class Rival(NamedTuple):
    """A library, ready to count on one graph."""

    count: Callable[[], Any]
    total: Callable[[Any], int]
    """The sum over all directed edges of what `count` returned: it tells whether the counts are right."""


def rivals(graph: Graph) -> tuple[dict[str, Rival], list[str]]:
    """The rivals that can run on a graph, and the reasons why others cannot."""
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


def _scipy(graph: Graph) -> Rival:
    adjacency = graph.adjacency(np.int32)
    products = np.cumsum(adjacency @ graph.degree.astype(np.int64))
    rows = np.searchsorted(products, np.arange(0, products[-1] + SCIPY_AT_ONCE, SCIPY_AT_ONCE))

    def count() -> list:
        parts = [adjacency[start:stop] for start, stop in pairwise(rows.tolist())]
        return [(part @ adjacency).multiply(part) for part in parts]

    return Rival(count, lambda masked: sum(int(part.sum(dtype=np.int64)) for part in masked))


def _networkx(graph: Graph) -> Rival:
    import networkx as nx

    other = graph.to_networkx()
    common: Callable[..., set] = nx.common_neighbors  # pyright: ignore[reportAssignmentType]
    return Rival(
        lambda: [len(common(other, i, j)) for i, j in other.edges],
        lambda counts: 2 * sum(counts),
    )


def _networkit(graph: Graph) -> Rival:
    import networkit as nk  # pyright: ignore[reportMissingImports]

    ends = tuple(graph.edges().astype(np.uint64))
    other = nk.GraphFromCoo((np.ones(graph.num_edges), ends), n=graph.num_nodes, directed=False)
    other.indexEdges()
    return Rival(
        lambda: nk.sparsification.TriangleEdgeScore(other).run(),
        lambda score: 2 * sum(score.scores()),
    )

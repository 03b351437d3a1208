"""How fast TAPS counts common neighbours and ranks edges, against scipy and networkx; all must agree.

python benchmarks/taps.py --edges 1000000
"""

import time
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Any

import click
import networkx as nx
import numpy as np

import n2n


def best(function: Callable[[], Any], rounds: int = 3) -> tuple[float, Any]:
    """The shortest time in milliseconds, and the result."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        found = function()
        times.append(1e3 * (time.perf_counter() - start))
    return min(times), found


def by_scipy(graph: n2n.Graph) -> np.ndarray:
    adjacency = graph.adjacency().astype(np.int32)
    both = (adjacency @ adjacency).multiply(adjacency).tocsr() + adjacency  # plus one: zeros are not stored
    both.sort_indices()
    return both.data - 1


def by_networkx(graph: n2n.Graph, nodes: nx.Graph) -> np.ndarray:
    pairs = zip(*graph.edges(), strict=True)
    return np.array([len(nx.common_neighbors(nodes, int(i), int(j))) for i, j in pairs])


def compare(graph: n2n.Graph) -> None:
    n2n.rank(n2n.load("karate")).top(1)  # compiled before anything is timed
    ms, _ = best(lambda: n2n.rank(graph).dependency)
    top, _ = best(lambda: n2n.rank(graph).top(1))
    ranking = n2n.rank(graph)
    others = {"scipy": best(lambda: by_scipy(graph), 1)}
    assert np.array_equal(others["scipy"][1], ranking.common)
    if graph.num_edges < 100_000:
        nodes = nx.Graph(graph.edges().T.tolist())
        others["networkx"] = best(lambda: by_networkx(graph, nodes), 1)
        upper = graph.edges()
        found = dict(zip(map(tuple, upper.T.tolist()), others["networkx"][1], strict=True))
        sources = np.repeat(np.arange(graph.num_nodes), graph.degree)
        pairs = np.sort(np.stack([sources, graph.indices], axis=1), axis=1).tolist()
        assert [found.get((i, j), found.get((j, i))) for i, j in pairs] == ranking.common.tolist()
    print(f"{graph.name}, {graph.num_edges:,} edges: dependency of all {ms:.1f} ms, top(1) {top:.1f} ms")
    for name, (other, _) in others.items():
        print(f"  common neighbours by {name}: {other:.1f} ms, {other / ms:.1f} times as long")


@click.command()
@click.option("--datasets", multiple=True, default=("cora", "pubmed"), show_default=True)
@click.option("--edges", default=0, help="Also a synthetic graph with so many edges.")
def main(datasets: tuple[str, ...], edges: int) -> None:
    for name in datasets:
        compare(n2n.load(name))
    if edges:
        with TemporaryDirectory() as folder:
            compare(n2n.synthesize(f"{folder}/g", nodes=max(edges // 10, 200), edges=edges, features=0))


if __name__ == "__main__":
    main()

"""`python -m n2n taps cora --k 1`: what TAPS makes of a dataset, in numbers."""

import argparse
import sys
from typing import TYPE_CHECKING

from n2n.cli.tables import table
from n2n.cli.timing import timed

if TYPE_CHECKING:
    from n2n.graph import Graph
    from n2n.sampling.positives import Positives
    from n2n.sampling.ranking import Ranking
    from n2n.sampling.subgraphs import Partition

HELP = "Rank the neighbours of every node and show dependency, smoothness and subgraphs."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which dataset, how many positives."""
    parser.add_argument("dataset", help="a key of `python -m n2n datasets`")
    parser.add_argument("--k", type=int, default=1, help="positives per node (default: 1)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the random positives (default: 0)")


def run(arguments: argparse.Namespace) -> None:
    """Print the summary."""
    import n2n
    from n2n.sampling.positives import check_k
    from n2n.sampling.samplers import choose_positives

    k, seed = arguments.k, arguments.seed
    check_k(k)
    if seed < 0:
        raise ValueError(f"seed is {seed}: it must be a whole number from 0 up.")
    # A progress line only where somebody watches.
    watch = (lambda message, _: print(message, file=sys.stderr)) if sys.stderr.isatty() else None
    graph, loading = timed(lambda: n2n.load(arguments.dataset, progress=watch))
    # The kernels are compiled, or loaded from the cache, before anything is timed.
    n2n.partition(n2n.rank(n2n.Graph.from_edges([[0], [1]], x=None, num_nodes=2)).top(1))
    ranking, ranking_time = timed(lambda: n2n.rank(graph))
    best, top_time = timed(lambda: choose_positives(graph, "taps", k, ranking=ranking))
    parts, partition_time = timed(lambda: n2n.partition(best))
    print(f"{graph.name}: {graph.num_nodes:,} nodes, {graph.num_edges:,} edges, {graph.num_classes} classes")
    print(f"Nodes without a neighbour, their own positive and in no pair: {graph.num_isolated:,}\n")
    print(_dependency(ranking))
    rows = {
        f"TAPS, k = {k}": best,
        f"random, k = {k}, seed {seed}": choose_positives(graph, "random", k, seed),
        "all neighbours": choose_positives(graph, "taps", "all"),
    }
    print(_smoothness(graph, rows))
    print(_subgraphs(graph, best, parts))
    print(
        f"Time: load {loading * 1e3:.0f} ms, rank {ranking_time * 1e3:.1f} ms, "
        f"top {top_time * 1e3:.1f} ms, partition {partition_time * 1e3:.1f} ms"
    )


def _dependency(ranking: "Ranking") -> str:
    import numpy as np

    edges = ranking.graph.num_edges
    if edges == 0:
        return "There is no edge, so there is no dependency.\n"
    marks = {"lowest": 0, "lower quarter": 0.25, "median": 0.5, "upper quarter": 0.75, "highest": 1}
    quantiles = np.quantile(ranking.dependency, list(marks.values()))
    none = int((ranking.common == 0).sum()) // 2
    numbers = table([*marks], [[f"{value:.2e}" for value in quantiles]], left=0)
    return (
        "Dependency I(X_i; X_j) of an edge, in nats\n"
        f"{numbers}\n{none:,} of {edges:,} edges ({none / edges:.0%}) have no common neighbour.\n"
    )


def _smoothness(graph: "Graph", sampled: "dict[str, Positives]") -> str:
    import n2n

    rows = [
        [
            name,
            f"{len(positives.pairs()[0]):,}",
            f"{n2n.label_smoothness(graph, positives):.3f}",
            f"{n2n.label_smoothness(graph, positives, per='graph'):.3f}",
        ]
        for name, positives in sampled.items()
    ]
    headers = ["positives", "pairs", "per sampled pair", "per graph edge"]
    return (
        f"Label smoothness δ_l: pairs with two different labels, divided two ways\n{table(headers, rows)}\n"
    )


def _subgraphs(graph: "Graph", positives: "Positives", parts: "Partition") -> str:
    purity = parts.weighted_purity(graph.y)
    return (
        "Subgraphs\n"
        f"{parts.num_subgraphs:,} subgraphs, the largest of {parts.sizes.max(initial=0):,} nodes; "
        f"{positives.num_alone:,} nodes are alone.\n"
        f"Weighted purity: {purity:.3f} of the nodes carry the most frequent label of their subgraph.\n"
    )

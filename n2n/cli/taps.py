"""`python -m n2n taps cora --k 1`: what TAPS makes of a graph, in numbers or as a folder of positives.

    torchrun --nproc-per-node=2 -m n2n taps FOLDER --k 1 --out positives/

ranks a graph in a folder in two processes, each a share of the rows.
"""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from n2n.cli.graphs import add_graph, chosen_graph
from n2n.cli.progress import end_line, progress_line
from n2n.cli.tables import table
from n2n.compute.machine import timed

if TYPE_CHECKING:
    from n2n.graph import Graph
    from n2n.taps.positives import Positives
    from n2n.taps.ranking import Ranking
    from n2n.taps.subgraphs import Partition

HELP = "Rank the neighbours of every node and show dependency, smoothness and subgraphs."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_graph(parser)
    parser.add_argument("--k", type=int, default=1, help="positives per node (default: 1)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the random positives (default: 0)")
    parser.add_argument("--out", type=Path, help="write the positives to this folder instead of a summary")
    parser.add_argument("--replace", action="store_true", help="replace a folder of positives that is there")


def run(arguments: argparse.Namespace) -> None:
    import n2n
    from n2n.taps.positives import check_k
    from n2n.taps.ranking import HELD
    from n2n.taps.samplers import choose_positives

    k, seed = arguments.k, arguments.seed
    check_k(k)
    if seed < 0:
        raise ValueError(f"seed is {seed}: it must be a whole number of 0 or more.")
    # A progress line only where somebody watches.
    watch = (lambda message, _: print(message, file=sys.stderr)) if sys.stderr.isatty() else None
    graph, loading = timed(lambda: chosen_graph(arguments, watch))
    if arguments.out is not None:
        _write(graph, arguments)
        return
    # The kernels are compiled, or loaded from the cache, before anything is timed.
    n2n.partition(n2n.rank(n2n.Graph.from_edges([[0], [1]], x=None, num_nodes=2)).top(1))
    ranking = n2n.rank(graph)
    ranking_time = 0.0 if graph.num_edges > HELD else timed(lambda: ranking.dependency)[1]
    best, top_time = timed(lambda: choose_positives(graph, "taps", k, ranking=ranking))
    parts, partition_time = timed(lambda: n2n.partition(best))
    print(f"{graph.name}: {graph.num_nodes:,} nodes, {graph.num_edges:,} edges, {graph.num_classes} classes")
    print(f"Isolated nodes (each is its own positive and in no pair): {graph.num_isolated:,}\n")
    print(_dependency(ranking))
    rows = {
        f"TAPS, k = {k}": best,
        f"random, k = {k}, seed {seed}": choose_positives(graph, "random", k, seed),
        "all neighbours": choose_positives(graph, "taps", "all"),
    }
    if graph.has_labels:
        print(_smoothness(graph, rows))
    print(_subgraphs(graph, best, parts))
    print(
        f"Time: load {loading * 1e3:.0f} ms, rank {ranking_time * 1e3:.1f} ms, "
        f"top {top_time * 1e3:.1f} ms, partition {partition_time * 1e3:.1f} ms"
    )


def _write(graph: "Graph", arguments: argparse.Namespace) -> None:
    from n2n.taps.sharing import write_top

    first = os.environ.get("RANK", "0") == "0"
    positives, seconds = timed(
        lambda: write_top(
            graph,
            arguments.k,
            arguments.out,
            replace=arguments.replace,
            progress=progress_line() if first else None,
        )
    )
    if first:
        end_line()
        print(
            f"{arguments.out}: {len(positives.indices):,} positives of {positives.num_nodes:,} nodes, "
            f"{graph.num_edges:,} edges ranked in {seconds:.1f} s"
        )


def _dependency(ranking: "Ranking") -> str:
    import numpy as np

    from n2n.taps.ranking import HELD

    edges = ranking.graph.num_edges
    if edges == 0:
        return "There is no edge, so there is no dependency.\n"
    if edges > HELD:
        return f"With more than {HELD:,} edges the dependency of every edge is not kept.\n"
    marks = {"lowest": 0, "lower quartile": 0.25, "median": 0.5, "upper quartile": 0.75, "highest": 1}
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
    purity = "There are no labels, so there is no smoothness and no purity.\n"
    if graph.has_labels:
        share = f"{parts.weighted_purity(graph.y):.3f}"
        purity = f"Weighted purity: {share} of the nodes carry the most frequent label of their subgraph.\n"
    return (
        "Subgraphs\n"
        f"{parts.num_subgraphs:,} subgraphs, the largest of {parts.sizes.max(initial=0):,} nodes; "
        f"{positives.num_alone:,} nodes are alone.\n"
        f"{purity}"
    )

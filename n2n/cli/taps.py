"""`python -m n2n taps cora --k 1`: what TAPS makes of a graph, in numbers or as a folder of positives.

    torchrun --nproc-per-node=2 -m n2n taps FOLDER --k 1 --out positives/

ranks a graph in a folder in two processes, each a share of the rows.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from n2n.cli.graphs import graph_options, load_graph
from n2n.cli.output import progress_line, table, timed

if TYPE_CHECKING:
    from n2n.graph import Graph
    from n2n.taps.positives import Positives
    from n2n.taps.ranking import Ranking
    from n2n.taps.subgraphs import Partition


LISTED_EDGES = 10_000_000
"""Edges up to which the summary computes the dependency of every edge."""


@click.command()
@graph_options
@click.option("--k", default=1, show_default=True, help="Positives per node.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Draws random positives.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Write the positives to this folder instead of a summary."
)
@click.option("--replace", is_flag=True, help="Replace a folder of positives that is already there.")
def taps(dataset: str, k: int, seed: int, out: Path | None, replace: bool, **files) -> None:
    """Rank the neighbours of every node and show dependency, smoothness and subgraphs of DATASET.

    DATASET is a key of `n2n datasets`, a graph folder, or a file: an edge list, GraphML, npz …
    """
    import n2n
    from n2n.taps.positives import check_k
    from n2n.taps.samplers import choose_positives

    check_k(k)
    # A progress line only where somebody watches.
    watch = (lambda message, _: print(message, file=sys.stderr)) if sys.stderr.isatty() else None
    graph, loading = timed(lambda: load_graph(dataset, **files, progress=watch))
    if out is not None:
        _write(graph, k, out, replace)
        return
    # The kernels are compiled, or loaded from the cache, before anything is timed.
    n2n.partition(n2n.rank(n2n.Graph.from_edges([[0], [1]], x=None, num_nodes=2)).top(1))
    ranking = n2n.rank(graph)
    best, ranking_time = timed(lambda: choose_positives(graph, "taps", k, ranking=ranking))
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
        f"partition {partition_time * 1e3:.1f} ms"
    )


def _write(graph: "Graph", k: int, out: Path, replace: bool) -> None:
    from n2n.taps.sharing import write_top

    if os.environ.get("RANK", "0") != "0":
        write_top(graph, k, out, replace=replace)
        return
    with progress_line() as progress:
        positives, seconds = timed(lambda: write_top(graph, k, out, replace=replace, progress=progress))
    print(
        f"{out}: {len(positives.indices):,} positives of {positives.num_nodes:,} nodes, "
        f"{graph.num_edges:,} edges ranked in {seconds:.1f} s"
    )


def _dependency(ranking: "Ranking") -> str:
    import numpy as np

    edges = ranking.graph.num_edges
    if edges == 0:
        return "There is no edge, so there is no dependency.\n"
    if edges > LISTED_EDGES:
        return f"With more than {LISTED_EDGES:,} edges the dependency of every edge is not listed.\n"
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

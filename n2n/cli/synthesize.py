"""`n2n synthesize out/ --nodes 1_000_000 --edges 10_000_000`: a graph with known properties."""

from pathlib import Path

import click

from n2n.cli.output import progress_line, timed


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--nodes", type=int, required=True, help="Number of nodes, such as 10_000_000.")
@click.option("--edges", type=int, required=True, help="Number of undirected edges to draw.")
@click.option("--classes", default=40, show_default=True, help="Number of classes.")
@click.option("--features", default=128, show_default=True, help="Features of a node; 0: none.")
@click.option("--homophily", default=0.8, show_default=True, help="Share of edges within a class.")
@click.option(
    "--accuracy",
    default=0.8,
    show_default=True,
    help="Bayes accuracy: that of the best possible classifier on the features alone.",
)
@click.option("--seed", default=0, show_default=True, help="Another seed draws another graph.")
@click.option("--replace", is_flag=True, help="Replace a graph folder that is already there.")
def synthesize(out: Path, **options) -> None:
    """Write a synthetic graph of any size to the folder OUT.

    It has planted classes, triangles and known Bayes accuracy.
    """
    import n2n

    with progress_line() as progress:
        graph, seconds = timed(lambda: n2n.synthesize(out, **options, progress=progress))
    print(
        f"{out}: {graph.num_nodes:,} nodes, {graph.num_edges:,} edges, highest degree "
        f"{graph.degree.max():,}, {graph.num_classes} classes, {graph.num_features} features; {seconds:.1f} s"
    )
    print(graph.provenance)

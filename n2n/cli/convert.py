"""`n2n convert edges.csv.gz out/ --nodes nodes.parquet`: a graph folder from files of any size."""

from pathlib import Path

import click

from n2n.cli.output import progress_line, timed


@click.command()
@click.argument("edges", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--nodes", type=click.Path(path_type=Path), help="A table of nodes: id, label, features.")
@click.option("--label", help="Column of the nodes with the classes (default: by its name).")
@click.option("--name", help="Name of the graph (default: that of the file).")
@click.option("--replace", is_flag=True, help="Replace a graph folder that is already there.")
def convert(edges: Path, out: Path, **options) -> None:
    """Write a graph to the folder OUT from files that may be larger than memory (CSV, Parquet).

    EDGES is an edge list, or any file that n2n.read_graph reads.
    """
    import n2n

    with progress_line() as progress:
        graph, seconds = timed(lambda: n2n.convert(edges, out, **options, progress=progress))
    dropped = graph.dropped
    print(
        f"{out}: {graph.num_nodes:,} nodes, {graph.num_edges:,} edges, "
        f"{graph.num_classes} classes, {graph.num_features} features; {seconds:.1f} s"
    )
    print(
        f"Dropped: {dropped.self_loops:,} self-loops, {dropped.repeats:,} repeats; edges that came in one "
        f"direction only: {dropped.one_way:,}"
    )

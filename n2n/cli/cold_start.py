"""`n2n cold-start`: hidden nodes predicted from their features, by N2N and by others."""

from pathlib import Path

import click

from n2n.cli.graphs import graph_options, load_graph
from n2n.cli.options import NUMBER_OR_ALL, PATH, split_option
from n2n.cli.output import progress_line, table
from n2n.files.atomic import whole_file
from n2n.training.cold_start import DEFAULT, METHODS


@click.command("cold-start", short_help="Predict hidden nodes from their features.")
@graph_options
@click.option("--share", default=0.2, show_default=True, help="Share of all nodes to hide.")
@click.option(
    "--methods",
    multiple=True,
    default=DEFAULT,
    metavar="NAME",
    help=f"One of {', '.join(METHODS)}; may be repeated (default: {', '.join(DEFAULT)}).",
)
@click.option("--k", type=NUMBER_OR_ALL, default=1, show_default=True, help="Positives per node of N2N.")
@click.option("--seed", default=0, show_default=True, help="Draws the hidden nodes and seeds the training.")
@split_option
@click.option("--epochs", type=int, help="Most epochs, instead of those of the recipes.")
@click.option("--out", type=PATH, help="A JSON file for the result.")
def cold_start(
    dataset: str,
    share: float,
    methods: tuple[str, ...],
    k: int | str,
    seed: int,
    split: str,
    epochs: int | None,
    out: Path | None,
    **files,
) -> None:
    """Hide nodes with their edges during training, then predict them from their features alone."""
    from n2n.training.cold_start import ColdStart

    graph = load_graph(dataset, **files)
    cold = ColdStart(graph, share, list(methods), k, seed, split, epochs)
    with progress_line() as show:
        for step in cold:
            show(step.words, step.fraction)
    result = cold.result()
    print(
        f"{result.graph_name}: {result.hidden:,} of {graph.num_nodes:,} nodes were hidden with "
        f"{result.lost_edges:,} edges, split '{split}', seed {result.seed}."
    )
    rows = [
        [
            score.method,
            score.given,
            f"{100 * score.accuracy:.2f}",
            f"{score.microseconds:.2f}",
            f"{score.nodes_read:,}",
            str(score.epochs),
        ]
        for score in result.scores
    ]
    print(table(["method", "given", "correct %", "µs per node", "nodes read", "epochs"], rows, left=2))
    if out:
        with whole_file(out) as part:
            part.write_text(result.to_json() + "\n", encoding="utf-8")
        print(f"Saved in {out}.")

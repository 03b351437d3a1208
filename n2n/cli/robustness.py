"""`n2n robustness cora --noise 100`: what wrong edges cost each method."""

from pathlib import Path

import click

from n2n.cli.graphs import graph_options, load_graph
from n2n.cli.options import PATH, POSITIVE, split_option
from n2n.cli.output import table
from n2n.noise.edges import KINDS, RANDOM


@click.command(short_help="Measure what wrong edges cost each method.")
@graph_options
@click.option(
    "--methods",
    multiple=True,
    metavar="NAME",
    help='Such as GCN, "N2N-TAPS-1 (JL)", "GCN on TAPS-3" or GCN-Jaccard; may be repeated (default: eleven '
    "of them); `all` is every method of the study.",
)
@click.option(
    "--noise",
    multiple=True,
    type=click.FloatRange(0),
    default=(0, 50, 100),
    show_default=True,
    help="Wrong edges in percent of all edges; may be repeated.",
)
@click.option("--kind", type=click.Choice(tuple(KINDS)), default=RANDOM, show_default=True, help="Of noise.")
@click.option("--seeds", type=POSITIVE, default=3, show_default=True, help="How many seeds, from 0.")
@click.option("--seed", type=click.IntRange(0), help="This seed alone.")
@split_option
@click.option("--tuned", is_flag=True, help="Choose learning rate and dropout on the noisy graph.")
@click.option("--jobs", type=POSITIVE, help="Processes (default: one for each core).")
@click.option("--out", type=PATH, help="A Parquet file; runs that are in it are not repeated.")
def robustness(
    dataset: str,
    methods: tuple[str, ...],
    noise: tuple[float, ...],
    kind: str,
    seeds: int,
    seed: int | None,
    split: str,
    tuned: bool,
    jobs: int | None,
    out: Path | None,
    **files,
) -> None:
    """Train methods on DATASET with wrong edges and compare their scores."""
    from n2n.noise.study import MAIN, METHODS
    from n2n.noise.study import robustness as study
    from n2n.noise.summary import summarise

    runs = study(
        load_graph(dataset, **files),
        METHODS if "all" in methods else methods or MAIN,
        noise,
        seeds if seed is None else [seed],
        kind=kind,
        split=split,
        tuned=tuned,
        jobs=jobs,
        out=out,
        progress=lambda message, share: click.echo(f"{share:4.0%}  {message}", err=True),
    )
    shown = summarise(runs)
    levels = sorted(set(noise))
    texts = dict(zip(zip(shown.method, shown.noise, strict=True), shown.text, strict=True))
    rows = [
        [method, *(texts.get((method, level), "diverged") for level in levels)]
        for method in shown.method.unique()
    ]
    click.echo(
        f"{runs.dataset[0]}: test micro-F1 (%) at the best validation epoch, {kind} noise, split '{split}'"
    )
    click.echo(table(["method", *(f"{level:g}%" for level in levels)], rows))
    if out:
        click.echo(f"Saved in {out}.")

"""Microseconds that each method takes to predict one new node, which brings its features and its edges.

    python benchmarks/inference.py --datasets cora --out results

The rows are added to the results in a folder; Compare draws accuracy against them.
"""

from pathlib import Path

import click

import n2n
from n2n.methods.registry import settings_for
from n2n.paper.experiments import Task, families
from n2n.paper.results import append, row_of


@click.command()
@click.option("--datasets", multiple=True, default=("cora",), show_default=True)
@click.option("--methods", multiple=True, help="Methods such as GCN; may be repeated (default: all).")
@click.option("--out", type=click.Path(path_type=Path), default="results", show_default=True)
def main(datasets: tuple[str, ...], methods: tuple[str, ...], out: Path) -> None:
    for dataset in datasets:
        graph = n2n.load(dataset)
        for method in methods or families():
            settings = settings_for(method, dataset).without_seeds()
            found = n2n.inference_time(graph, settings)
            if found is None:  # it would have to be trained again
                continue
            values = {"microseconds": found.microseconds, "nodes_read": found.nodes_read}
            task = Task("inference", method, "", dataset, settings)
            command = f"python benchmarks/inference.py --datasets {dataset} --methods '{method}'"
            append([row_of(task, values, {}, command)], out)
            print(
                f"{dataset:10} {method:28} {found.microseconds:10.1f} µs {found.nodes_read:9,.0f} nodes read"
            )


if __name__ == "__main__":
    main()

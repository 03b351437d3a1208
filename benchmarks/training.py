"""Milliseconds of a training step: N2N and GCN of this library, and GCN of torch-geometric.

python benchmarks/training.py --datasets cora --datasets pubmed
"""

import time
from collections.abc import Callable

import click
import torch
from torch.nn.functional import cross_entropy, dropout, relu
from torch_geometric.nn import GCNConv

import n2n
from n2n.methods.registry import build, settings_for

METHODS = ("N2N-TAPS-1 (JL)", "N2N-TAPS-5 (JL)", "N2N (JL)", "GCN")


def best(function: Callable[[], object], seconds: float) -> float:
    """The shortest time in milliseconds; the first call warms up."""
    function()
    times: list[float] = []
    while sum(times) < seconds or len(times) < 3:
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return 1e3 * min(times)


def gcn_step(graph: n2n.Graph) -> Callable[[], object]:
    """A step of the GCN of torch-geometric with the settings of ours."""
    settings, data = settings_for("GCN", "cora"), graph.to_pyg()
    train = torch.from_numpy(graph.split("paper").train)
    layers = torch.nn.ModuleList(
        [GCNConv(graph.num_features, settings.width), GCNConv(settings.width, graph.num_classes)]
    )
    rate, decay = settings.learning_rate, settings.weight_decay
    optimiser = torch.optim.Adam(layers.parameters(), lr=rate, weight_decay=decay)

    def step() -> None:
        optimiser.zero_grad()
        h = relu(layers[0](dropout(data.x, settings.dropout), data.edge_index))
        logits = layers[1](dropout(h, settings.dropout), data.edge_index)
        cross_entropy(logits[train], data.y[train]).backward()
        optimiser.step()

    return step


@click.command()
@click.option("--datasets", multiple=True, default=("cora",), show_default=True)
@click.option("--methods", multiple=True, default=METHODS, show_default=True)
@click.option("--seconds", default=2.0, show_default=True, help="For each method.")
def main(datasets: tuple[str, ...], methods: tuple[str, ...], seconds: float) -> None:
    for dataset in datasets:
        graph = n2n.load(dataset)
        steps = {"GCN of torch-geometric": gcn_step(graph)}
        for method in methods:
            settings = settings_for(method, dataset)
            model, stage = build(graph, settings), settings.stages[0]
            steps[method] = lambda model=model, stage=stage: model.step(stage)
        for name, step in steps.items():
            print(f"{graph.name:12} {name:24} {best(step, seconds):9.1f} ms per step")


if __name__ == "__main__":
    main()

"""GCN and GCN-Jaccard on graphs with wrong edges, written with torch-geometric alone.

    python benchmarks/wrong_edges_pyg.py cora --noise 0 --noise 100 --seeds 3

An independent check of two rows of `n2n robustness`: the graph, its split and its noise come from n2n, the
network, its training and the similarity of features do not. Prints the mean test accuracy at the best
validation epoch of both programs, and their difference.
"""

import click
import torch
from torch.nn.functional import cross_entropy, dropout, relu
from torch_geometric.nn import GCNConv
from torch_geometric.utils import to_undirected

import n2n
from n2n.noise.edges import noisy

METHODS = ("GCN", "GCN-Jaccard")


class GCN(torch.nn.Module):
    def __init__(self, features: int, width: int, classes: int, rate: float):
        super().__init__()
        self.first, self.second, self.rate = GCNConv(features, width), GCNConv(width, classes), rate

    def forward(self, x, edges):
        h = relu(self.first(dropout(x, self.rate, self.training), edges))
        return self.second(dropout(h, self.rate, self.training), edges)


def jaccard(x: torch.Tensor, edges: torch.Tensor, threshold: float = 0.01) -> torch.Tensor:
    """The edges between nodes that share enough features."""
    own = x != 0
    common = torch.cat([(own[a] & own[b]).sum(1) for a, b in (part for part in edges.split(2_000, 1))])
    union = own.sum(1)[edges[0]] + own.sum(1)[edges[1]] - common
    return edges[:, common / union.clamp(min=1) >= threshold]


def test_accuracy(graph: n2n.Graph, seed: int, method: str, dataset: str) -> float:
    settings = n2n.BaselineSettings.for_dataset(dataset, "GCN")
    split = graph.split("paper", seed)
    x = torch.from_numpy(graph.x.toarray() if hasattr(graph.x, "toarray") else graph.x)
    y, edges = torch.from_numpy(graph.y), torch.from_numpy(graph.edges().astype("int64"))
    edges = to_undirected(jaccard(x, edges) if method == "GCN-Jaccard" else edges)
    torch.manual_seed(seed)
    model = GCN(graph.num_features, settings.width, graph.num_classes, settings.dropout)
    optimiser = torch.optim.Adam(
        model.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay
    )
    best, test, since = -1.0, 0.0, 0
    for epoch in range(1, settings.epochs + 1):
        model.train()
        optimiser.zero_grad()
        cross_entropy(model(x, edges)[split.train], y[split.train]).backward()
        optimiser.step()
        if epoch % settings.evaluate_every:
            continue
        model.eval()
        with torch.no_grad():
            right = model(x, edges).argmax(1) == y
        value = right[split.val].float().mean().item()
        since = 0 if value > best else since + settings.evaluate_every
        if value > best:
            best, test = value, right[split.test].float().mean().item()
        if settings.patience and since >= settings.patience:
            break
    return test


@click.command()
@click.argument("dataset")
@click.option("--noise", multiple=True, type=float, default=(0, 50, 100))
@click.option("--seeds", default=3)
def main(dataset: str, noise: tuple[float, ...], seeds: int) -> None:
    graph = n2n.load(dataset)
    ours = n2n.robustness(graph, METHODS, noise, seeds, jobs=1)
    print("method        noise   n2n  torch-geometric  difference")
    for method in METHODS:
        for level in noise:
            theirs = [
                test_accuracy(noisy(graph, level, seed), seed, method, dataset) for seed in range(seeds)
            ]
            own = ours[(ours.method == method) & (ours.noise == level)].test.mean()
            other = sum(theirs) / seeds
            print(
                f"{method:12} {level:5g}% {100 * own:5.1f}  {100 * other:15.1f}  {100 * (own - other):+10.1f}"
            )


if __name__ == "__main__":
    main()

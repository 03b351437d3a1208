"""One measured training of `bench scale-training`, in a process of its own; prints one line of JSON.

python -m n2n.cli.bench.one_training n2n FOLDER --positives POSITIVES --batch-size 1024 --steps 200
torchrun --standalone --nproc-per-node=2 -m n2n.cli.bench.one_training n2n FOLDER …
python -m n2n.cli.bench.one_training gcn FOLDER
"""

import argparse
import json
import resource
import time


def main(words: list[str] | None = None) -> None:
    """Train for some steps and print seconds per step, nodes per second, bytes sent and peak memory."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=("n2n", "full", "gcn"))
    parser.add_argument("folder")
    parser.add_argument("--positives")
    parser.add_argument("--batch-size", type=int, default=1024)
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--estimator", default="exact")
    parser.add_argument("--tau", type=float, default=0.5)
    arguments = parser.parse_args(words)
    found = _gcn(arguments) if arguments.kind == "gcn" else _n2n(arguments)
    if found:
        found["peak_gb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        print(json.dumps(found))


class _Enough(Exception):
    """The steps are done."""


def _n2n(arguments: argparse.Namespace) -> dict | None:
    import n2n

    graph = n2n.open_graph(arguments.folder)  # one that is not there is known before torch loads
    from n2n.methods.registry import build
    from n2n.taps.sharing import KeptRanking
    from n2n.training.distributed import joined

    with joined("cpu") as ranks:
        in_batches = arguments.kind == "n2n"
        settings = n2n.Settings(
            width=arguments.width,
            batch_size=arguments.batch_size if in_batches else 0,
            estimator=arguments.estimator if in_batches else "sampled",
            tau=arguments.tau,
        )
        ranking = KeptRanking(graph, arguments.positives) if arguments.positives else None
        model = build(graph, settings, ranking if ranks.first else None, ranks)
        if not model.batched:
            model.step("joint")
            start = time.perf_counter()
            model.step("joint")
            seconds = time.perf_counter() - start
            return {"seconds": seconds, "nodes_per_second": graph.num_nodes / seconds}
        times, sent, warm = [], [], 10

        def after_step() -> None:
            times.append(time.perf_counter())
            sent.append(ranks.sent)
            if len(times) == arguments.steps + warm:
                raise _Enough

        model.on_step = after_step
        try:
            while True:
                model.step("joint")
        except _Enough:
            pass
        seconds = (times[-1] - times[warm - 1]) / arguments.steps
        if not ranks.first:
            return None
        return {
            "seconds": seconds,
            "nodes_per_second": arguments.batch_size / seconds,
            "bytes_per_step": (sent[-1] - sent[warm - 1]) // arguments.steps,
        }


def _gcn(arguments: argparse.Namespace) -> dict:
    """Full-batch GCN of torch-geometric: two layers on a sparse adjacency, all nodes of a random split."""
    import torch
    import torch.nn.functional as F
    from torch_geometric.nn import GCNConv
    from torch_geometric.utils import to_torch_csr_tensor

    import n2n

    graph = n2n.open_graph(arguments.folder)
    data = graph.to_pyg()
    assert data.edge_index is not None
    assert data.x is not None
    size = graph.num_nodes, graph.num_nodes
    edges = to_torch_csr_tensor(data.edge_index, size=size)
    first = GCNConv(graph.num_features, arguments.width, cached=True)
    second = GCNConv(arguments.width, graph.num_classes, cached=True)
    optimiser = torch.optim.Adam([*first.parameters(), *second.parameters()], lr=0.01)
    train = torch.from_numpy(graph.split("random").train)
    labels = torch.from_numpy(graph.y)[train]
    times = []
    for _ in range(3):
        start = time.perf_counter()
        optimiser.zero_grad(set_to_none=True)
        h = F.relu(first(F.dropout(data.x, 0.5), edges))
        loss = F.cross_entropy(second(F.dropout(h, 0.5), edges)[train], labels)
        loss.backward()
        optimiser.step()
        times.append(time.perf_counter() - start)
    return {"seconds": min(times[1:]), "nodes_per_second": graph.num_nodes / min(times[1:])}


if __name__ == "__main__":
    main()

"""`python -m n2n bench batches`: the accuracy and the time of mini-batches beside those of the full batch."""

import argparse
import time

from n2n.cli.output import table

HELP = "Compare mini-batch training with the full batch: micro-F1 over several seeds, and time."
GRAPHS = ("cs", "physics", "pubmed")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Graphs, seeds, batch size, framework and k."""
    parser.add_argument(
        "--graphs", nargs="*", default=GRAPHS, help=f"datasets (default: {' '.join(GRAPHS)})."
    )
    parser.add_argument("--seeds", type=int, default=3, help="runs of each, with seeds 0, 1, … (default 3).")
    parser.add_argument("--batch-size", type=int, default=1024)
    parser.add_argument("--framework", default="JL")


def run(arguments: argparse.Namespace) -> None:
    """Print a table with a row for each graph and mode."""
    import n2n
    from n2n.paper.summary import Summary

    rows = []
    for name in arguments.graphs:
        graph = n2n.load(name)
        ranking = n2n.rank(graph)
        for batch_size in (0, arguments.batch_size):
            settings = n2n.Settings.for_dataset(name, arguments.framework, batch_size=batch_size)
            tests, seconds, epochs = [], [], []
            for seed in range(arguments.seeds):
                trainer = n2n.Trainer(graph, settings.with_seed(seed, graph.has_one_split), ranking)
                start = time.perf_counter()
                epochs.append(sum(1 for _ in trainer))
                seconds.append(time.perf_counter() - start)
                assert trainer.scores is not None
                tests.append(trainer.scores.test)
            mode = f"batches of {batch_size:,}" if batch_size else "all nodes"
            mean = sum(seconds) / len(seconds)
            rows.append([graph.name, mode, str(Summary.of(tests)), str(max(epochs)), f"{mean:.1f}"])
    print(table(["graph", "mode", "test micro-F1", "epochs", "seconds"], rows))

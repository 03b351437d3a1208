"""`python -m n2n train`: one method on one dataset, with several seeds."""

import argparse
import json
from pathlib import Path

from n2n.cli.options import add_settings, read_settings
from n2n.cli.tables import table
from n2n.files.atomic import whole_file

HELP = "Train N2N, or another method, on a dataset and print its scores."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Dataset, number of seeds, where to save, method, and every setting."""
    parser.add_argument("dataset", help="a key of `python -m n2n datasets`.")
    parser.add_argument("--seeds", type=int, default=1, help="how many runs, with seeds 0, 1, … (default 1).")
    parser.add_argument("--out", type=Path, help="folder for the runs and a summary.json.")
    add_settings(parser)


def run(arguments: argparse.Namespace) -> None:
    """Train, show progress, print a table."""
    import n2n
    from n2n.paper.store import SELECTION
    from n2n.paper.summary import Summary
    from n2n.training.estimate import estimate
    from n2n.training.trainer import Trainer

    if arguments.seeds < 1:
        raise ValueError(f"--seeds is {arguments.seeds}: give a whole number from 1 up.")
    settings = read_settings(arguments)
    graph = n2n.load(arguments.dataset)
    expected = estimate(graph, settings)
    print(
        f"{settings.name} on {graph.name}, split '{settings.split}', {settings.total_epochs} epochs at most."
    )
    print(settings.note(arguments.dataset, arguments.recipe))
    print(
        f"Estimate: {1e3 * expected.seconds_per_epoch:.0f} ms per epoch, {expected.seconds:.0f} s per run, "
        f"{expected.bytes / 2**20:.0f} MB."
    )
    rows, tests, environment = [], [], {}
    for seed in range(arguments.seeds):
        trainer = Trainer(graph, settings.with_seed(seed, graph.public is not None))
        for _ in progress_bar(trainer, f"seed {seed}"):
            pass
        done = trainer.run()
        scores, environment = done.scores, done.environment
        if scores is None:
            raise ValueError(f"{graph.name} has no labels, so there is no score: choose another dataset.")
        tests.append(scores.test)
        seconds = sum(epoch.seconds for epoch in done.history)
        shares = (f"{100 * value:.2f}" for value in (scores.test, scores.val, scores.last_test))
        rows.append([str(seed), *shares, str(scores.epoch), f"{1e3 * seconds / len(done.history):.1f}"])
        if arguments.out:
            done.save(arguments.out / f"seed{seed}.n2n")
    print(table(["seed", "test", "validation", "last test", "best epoch", "ms/epoch"], rows))
    print(f"{settings.name}: {Summary.of(tests)}, {SELECTION}.")
    if "estimator" in environment:
        print(f"Denominators: {environment['estimator']}. {environment['estimator_reason']}")
    if arguments.out:
        summary = {"settings": settings.to_dict(), "test": tests, "environment": environment}
        with whole_file(arguments.out / "summary.json") as part:
            part.write_text(json.dumps(summary, indent=1), encoding="utf-8")
        print(f"Saved in {arguments.out}.")


def progress_bar(trainer, words: str):
    """The epochs of a trainer, with a bar that shows loss and validation score."""
    from tqdm import tqdm

    with tqdm(total=trainer.settings.total_epochs, desc=words, unit="epoch", leave=False) as bar:
        for epoch in trainer:
            if epoch.evaluated:
                bar.set_postfix(loss=f"{epoch.loss:.3f}", validation=f"{100 * epoch.f1_val:.1f}")
            bar.update()
            yield epoch

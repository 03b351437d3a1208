"""`python -m n2n train`: one method on one graph, with several seeds."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

import click

from n2n.cli.graphs import MADE_FEATURES, graph_options, load_graph
from n2n.cli.options import POSITIVE, chosen_settings, given_settings, selection_option, settings_options
from n2n.cli.output import table
from n2n.files.atomic import whole_file
from n2n.methods.n2n.settings import Settings
from n2n.training.selection import RULES, VALIDATION

if TYPE_CHECKING:
    from n2n.graph import Graph
    from n2n.methods.base import MethodSettings
    from n2n.methods.ranks import Ranks
    from n2n.taps.ranking import Ranking
    from n2n.training.fork import Fork
    from n2n.training.history import Epoch
    from n2n.training.run import Run
    from n2n.training.trainer import Trainer

# Embeddings beyond this many bytes are not kept in memory: they go to a file, if anywhere.
MOST_IN_MEMORY = 1 << 30


@click.command()
@graph_options
@click.option("--seeds", type=POSITIVE, default=1, show_default=True, help="Runs, with seeds 0, 1, …")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the runs and a summary.json.")
@click.option(
    "--embeddings",
    type=click.Path(path_type=Path),
    help="An .npy file for the embeddings of the best validation epoch.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    help="Folder for the run, which the app can watch; an interrupted run in it is resumed.",
)
@click.option(
    "--checkpoint-every",
    type=POSITIVE,
    metavar="STEPS",
    help="Steps of the optimiser between two checkpoints in that folder; by default every 20 seconds, under "
    "torchrun every 100 steps.",
)
@click.option(
    "--positives",
    type=click.Path(path_type=Path),
    help="Folder with the positives of TAPS; it is written if it does not exist.",
)
@click.option(
    "--fork",
    type=click.Path(path_type=Path),
    metavar="RUN",
    help="Continue a saved run, a file or a folder, with the settings given here; all others stay.",
)
@click.option("--at", type=int, metavar="EPOCH", help="The last epoch that the fork shares with it.")
@selection_option
@settings_options
def train(**options) -> None:
    """Train N2N, or another method, on DATASET and print its scores.

    DATASET is a key of `n2n datasets`, a graph folder, or a file: an edge list, GraphML, npz …
    """
    run(SimpleNamespace(**options))


def run(arguments: SimpleNamespace) -> None:
    """Train, show progress, print a table; under torchrun only the first process prints and writes."""
    from n2n.training.distributed import joined

    _check(arguments)
    origin = _read_fork(arguments)
    settings = origin.settings if origin else chosen_settings(**vars(arguments))
    with joined(settings.device) as ranks:
        graph, settings = _graph_and_settings(arguments, ranks, origin)
        _check_size(arguments, graph, settings)
        if ranks.first:
            _announce(arguments, graph, settings, ranks, origin)
        ranking = _ranking(arguments, graph, ranks)
        rows, tests, environment = [], [], {}
        for seed in [settings.seed] if origin else range(arguments.seeds):
            seeded = settings if origin else settings.with_seed(seed, graph.has_one_split)
            trainer = _train(arguments, graph, seeded, ranking, ranks, f"seed {seed}", origin)
            if not ranks.first:
                continue
            _finish(arguments, trainer, seed)
            environment = trainer.environment()
            rows.append([str(seed), *_row(trainer)])
            if trainer.scores:
                tests.append(trainer.scores.under(arguments.selection))
            if ranks.size > 1:
                steps = getattr(trainer.model, "steps_done", 0)
                print(f"Each process sent {ranks.sent / max(steps, 1) / 2**20:.2f} MB per step.")
    if rows:
        _report(arguments, graph.name, settings, rows, tests, environment)


def _check(arguments: SimpleNamespace) -> None:
    for name in ("embeddings", "record"):
        if getattr(arguments, name) and arguments.seeds > 1:
            raise ValueError(
                f"--{name} is for a single run, but --seeds asks for {arguments.seeds}: leave one of them "
                "out."
            )
    if arguments.embeddings and arguments.embeddings.suffix != ".npy":
        raise ValueError(f"--embeddings is {arguments.embeddings}: give a file that ends in .npy.")


class Origin(NamedTuple):
    """A fork that was asked for."""

    settings: "MethodSettings"
    fork: "Fork"
    parent: "Run"


def _read_fork(arguments: SimpleNamespace) -> Origin | None:
    """The fork that the options ask for; None where they ask for none."""
    from n2n.training.fork import plan_fork
    from n2n.training.run import Run

    if (arguments.fork is None) != (arguments.at is None):
        raise ValueError("--fork needs --at, and --at needs --fork: give the run and one of its epochs.")
    if arguments.fork is None:
        return None
    if arguments.seeds != 1:
        raise ValueError("--fork continues one run and keeps its seed: leave out --seeds.")
    if arguments.recipe or arguments.method != Settings().name:
        raise ValueError("--fork takes method and settings from the run: leave out --method and --recipe.")
    if arguments.out and _file_name(arguments) == arguments.fork:
        raise ValueError(f"--out would replace {arguments.fork}, which is forked: name another folder.")
    parent = Run.open(arguments.fork) if arguments.fork.is_dir() else Run.load(arguments.fork)
    return Origin(*plan_fork(parent, arguments.at, **given_settings(vars(arguments))), parent)


def _file_name(arguments: SimpleNamespace, seed: int = 0) -> Path:
    """Where `--out` puts a run."""
    return arguments.out / (f"fork-{arguments.at}.n2n" if arguments.fork else f"seed{seed}.n2n")


def _graph_and_settings(
    arguments: SimpleNamespace, ranks: "Ranks", origin: Origin | None
) -> "tuple[Graph, MethodSettings]":
    from n2n.graph.features import with_features

    graph = load_graph(
        arguments.dataset, nodes=arguments.nodes, label=arguments.label, features=arguments.features
    )
    if not graph.num_features:
        if ranks.first:
            print(f"{graph.name} has no features, so {MADE_FEATURES} ones are computed.")
        graph = with_features(graph, MADE_FEATURES)
    if origin:
        if ranks.size > 1:
            raise ValueError("--fork is for one process: start it without torchrun.")
        from n2n.training.run import facts_of

        origin.parent.check_graph(facts_of(graph))
        return graph, origin.settings
    if not graph.has_labels and arguments.framework is None and arguments.method == Settings().name:
        arguments.framework = "URL"  # learns without labels, as the app does
    return graph, chosen_settings(**vars(arguments))


def _check_size(arguments: SimpleNamespace, graph: "Graph", settings: "MethodSettings") -> None:
    size = 4 * graph.num_nodes * settings.width
    if arguments.out and size > MOST_IN_MEMORY:
        raise ValueError(
            f"--out would keep {size / 2**30:.1f} GB of embeddings in one file that is made in memory: "
            "use --embeddings and --record instead."
        )


def _announce(
    arguments: SimpleNamespace,
    graph: "Graph",
    settings: "MethodSettings",
    ranks: "Ranks",
    origin: Origin | None,
) -> None:
    print(
        f"{settings.name} on {graph.name}, split '{settings.split}', {settings.total_epochs} epochs at most."
    )
    if origin:
        words = origin.fork.describe(settings)
        print(f"{words[0].upper()}{words[1:]}.")
    else:
        print(settings.note(arguments.dataset, arguments.recipe))
    if ranks.size > 1:
        print(f"{ranks.size} processes share the work.")


def _ranking(arguments: SimpleNamespace, graph: "Graph", ranks: "Ranks") -> "Ranking | None":
    """The ranking that all seeds share; a single run makes its own, which is gone before it learns."""
    from n2n.taps.ranking import rank
    from n2n.taps.sharing import StoredRanking

    if arguments.positives:
        return StoredRanking(graph, arguments.positives) if ranks.first else None
    return rank(graph) if arguments.seeds > 1 else None


def _train(
    arguments: SimpleNamespace,
    graph: "Graph",
    settings: "MethodSettings",
    ranking: "Ranking | None",
    ranks: "Ranks",
    words: str,
    origin: Origin | None,
) -> "Trainer":
    from n2n.training.fit import trainer_of
    from n2n.training.recorder import Recorder

    fork, parent = (origin.fork, origin.parent) if origin else (None, None)
    if not arguments.record:
        trainer = trainer_of(graph, settings, ranking, fork, parent, ranks)
        for _ in _progress(trainer, settings, len(trainer.history), words) if ranks.first else trainer:
            pass
        return trainer
    run = _recorded(arguments.record, graph, settings, origin) if ranks.first else None
    recorder = Recorder(run, graph, ranking, ranks, arguments.checkpoint_every or 0)
    done = len(run.history) if run else 0
    for _ in _progress(recorder, settings, done, words) if ranks.first else recorder:
        pass
    return recorder.trainer


def _recorded(folder: Path, graph: "Graph", settings: "MethodSettings", origin: Origin | None) -> "Run":
    """A new run in a folder, or the one that is there already, if it is the same."""
    from n2n.training.folder import is_run
    from n2n.training.run import Run

    fork, parent = (origin.fork, origin.parent) if origin else (None, None)
    if not is_run(folder):
        return Run.create(folder, graph, settings, dataset=graph.name, fork=fork, parent=parent)
    run = Run.open(folder)
    if run.settings != settings or _origin_of(run.fork) != _origin_of(fork):
        raise ValueError(f"{folder} has a run with other settings in it: remove it or name another folder.")
    return run


def _origin_of(fork: "Fork | None") -> "list | None":
    """What a fork continues, whatever the parent is called."""
    return fork and [(settings, until) for settings, until, _ in fork.segments()]


def _finish(arguments: SimpleNamespace, trainer: "Trainer", seed: int) -> None:
    """Write what was asked for; nothing is embedded for nothing."""
    if arguments.embeddings:
        trainer.run(arguments.embeddings)
        print(f"Embeddings are in {arguments.embeddings}.")
    if arguments.out:
        run = trainer.record if trainer.record.has_result else trainer.run()
        run.save(_file_name(arguments, seed))


def _row(trainer: "Trainer") -> list[str]:
    scores, history = trainer.scores, trainer.history
    seconds = sum(epoch.seconds for epoch in history)
    time = f"{1e3 * seconds / max(len(history), 1):.1f}"
    if scores is None:
        return [f"{history[-1].loss:.4f}", str(len(history)), time]
    shares = (f"{100 * value:.2f}" for value in (scores.test, scores.val, scores.last_test))
    return [*shares, str(scores.epoch), time]


def _report(
    arguments: SimpleNamespace,
    name: str,
    settings: "MethodSettings",
    rows: list[list[str]],
    tests: list[float],
    environment: dict[str, str],
) -> None:
    from n2n.paper.verdicts import summary

    rule = arguments.selection
    if tests:
        print(table(["seed", "test", "validation", "last test", "best epoch", "ms/epoch"], rows))
        print(f"{settings.name}: {summary(tests, rule)}, {RULES[rule]}.")
    else:
        print(table(["seed", "last loss", "epochs", "ms/epoch"], rows))
        print(f"{name} has no labels, so there is no score; --out keeps the runs with their embeddings.")
    if "selection" in environment:
        print(environment["selection"])
    if "estimator" in environment:
        print(f"Denominators: {environment['estimator']}. {environment['estimator_reason']}")
    if arguments.out:
        chosen = {"test": tests} if rule == VALIDATION else {"selection": rule, rule: tests}
        summary = {"settings": settings.to_dict(), **chosen, "environment": environment}
        with whole_file(arguments.out / "summary.json") as part:
            part.write_text(json.dumps(summary, indent=1), encoding="utf-8")
        print(f"Saved in {arguments.out}.")


def _progress(
    epochs: "Iterable[Epoch]", settings: "MethodSettings", done: int, words: str
) -> "Iterator[Epoch]":
    """Epochs with a bar that shows loss and validation score."""
    from tqdm import tqdm

    hidden = None if os.environ.get("TORCHELASTIC_RUN_ID") else False
    total = settings.total_epochs
    with tqdm(total=total, initial=done, desc=words, unit="epoch", leave=False, disable=hidden) as bar:
        for epoch in epochs:
            if epoch.f1_val is not None:
                bar.set_postfix(loss=f"{epoch.loss:.3f}", validation=f"{100 * epoch.f1_val:.1f}")
            bar.update()
            yield epoch

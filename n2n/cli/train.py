"""`n2n train`: one method on one graph, with several seeds."""

import json
import os
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import click

from n2n.cli.graphs import MADE_FEATURES, graph_options, load_graph
from n2n.cli.options import (
    PATH,
    POSITIVE,
    chosen_settings,
    given_settings,
    selection_option,
    settings_options,
)
from n2n.cli.output import table
from n2n.files.atomic import whole_file
from n2n.methods.n2n.settings import Settings
from n2n.training.selection import RULES, VALIDATION

if TYPE_CHECKING:
    from n2n.methods.base import MethodSettings
    from n2n.methods.ranks import Ranks
    from n2n.training.history import Epoch
    from n2n.training.run import Run
    from n2n.training.trainer import Trainer

# Embeddings beyond this many bytes are not kept in memory: they go to a file, if anywhere.
MOST_IN_MEMORY = 1 << 30


@click.command(short_help="Train a method on a graph and print its scores.")
@graph_options
@click.option("--seeds", type=POSITIVE, default=1, show_default=True, help="Runs, with seeds 0, 1, …")
@click.option("--out", type=PATH, help="Folder for the runs and a summary.json.")
@click.option("--embeddings", type=PATH, help="An .npy file for the embeddings of the best validation epoch.")
@click.option(
    "--record",
    type=PATH,
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
    "--positives", type=PATH, help="Folder with the positives of TAPS; it is written if it does not exist."
)
@click.option(
    "--fork",
    type=PATH,
    metavar="RUN",
    help="Continue a saved run, a file or a folder, with the settings given here; all others stay.",
)
@click.option("--at", type=int, metavar="EPOCH", help="The last epoch that the fork shares with it.")
@selection_option
@settings_options
def train(**options: Any) -> None:
    """Train N2N, or another method, on DATASET and print its scores.

    DATASET is a key of `n2n datasets`, a graph folder, or a file: an edge list, GraphML, npz …

    Under torchrun, several processes train one model; the first of them prints and writes.
    """
    from n2n.training.distributed import joined

    arguments = SimpleNamespace(**options)
    _check(arguments)
    with joined(arguments.device or Settings().device) as ranks:
        _Training(arguments, ranks).run()


def _check(arguments: SimpleNamespace) -> None:
    for name in ("embeddings", "record"):
        if getattr(arguments, name) and arguments.seeds > 1:
            raise ValueError(
                f"--{name} is for a single run, but --seeds asks for {arguments.seeds}: leave one of them "
                "out."
            )
    if arguments.embeddings and arguments.embeddings.suffix != ".npy":
        raise ValueError(f"--embeddings is {arguments.embeddings}: give a file that ends in .npy.")
    if (arguments.fork is None) != (arguments.at is None):
        raise ValueError("--fork needs --at, and --at needs --fork: give the run and one of its epochs.")
    if arguments.fork and arguments.seeds != 1:
        raise ValueError("--fork continues one run and keeps its seed: leave out --seeds.")
    if arguments.fork and (arguments.recipe or arguments.method != Settings().name):
        raise ValueError("--fork takes method and settings from the run: leave out --method and --recipe.")
    if not arguments.fork:
        chosen_settings(**vars(arguments))  # before the graph is loaded: an option may be wrong


class _Training:
    """The runs that the options ask for, on one graph."""

    def __init__(self, arguments: SimpleNamespace, ranks: "Ranks"):
        from n2n.graph.features import with_features

        self.arguments, self.ranks = arguments, ranks
        self.fork = self.parent = None
        if arguments.fork:
            self._read_fork()
        graph = load_graph(
            arguments.dataset, nodes=arguments.nodes, label=arguments.label, features=arguments.features
        )
        if not graph.num_features:
            self._print(f"{graph.name} has no features, so {MADE_FEATURES} ones are computed.")
            graph = with_features(graph, MADE_FEATURES)
        self.graph = graph
        if self.parent:
            from n2n.training.run import facts_of

            self.parent.check_graph(facts_of(graph))
        elif not graph.has_labels and arguments.framework is None and arguments.method == Settings().name:
            arguments.framework = "URL"  # learns without labels, as the app does
        if not self.parent:
            self.settings = chosen_settings(**vars(arguments))
        size = 4 * graph.num_nodes * self.settings.width
        if arguments.out and size > MOST_IN_MEMORY:
            raise ValueError(
                f"--out would keep {size / 2**30:.1f} GB of embeddings in one file that is made in memory: "
                "use --embeddings and --record instead."
            )

    def _read_fork(self) -> None:
        from n2n.training.fork import plan_fork
        from n2n.training.run import Run

        arguments, path = self.arguments, self.arguments.fork
        if self.ranks.size > 1:
            raise ValueError("--fork is for one process: start it without torchrun.")
        if arguments.out and self._file() == path:
            raise ValueError(f"--out would replace {path}, which is forked: name another folder.")
        self.parent = Run.open(path) if path.is_dir() else Run.load(path)
        self.settings, self.fork = plan_fork(self.parent, arguments.at, **given_settings(vars(arguments)))

    def _print(self, text: str) -> None:
        if self.ranks.first:
            print(text)

    def _file(self, seed: int = 0) -> Path:
        """Where `--out` puts a run."""
        name = f"fork-{self.arguments.at}" if self.arguments.fork else f"seed{seed}"
        return self.arguments.out / f"{name}.n2n"

    def run(self) -> None:
        """Train with every seed and report the scores."""
        self._announce()
        rows, tests, environment = [], [], {}
        for seed in range(self.arguments.seeds):
            settings = self.settings
            if not self.fork:
                settings = settings.with_seed(seed, self.graph.has_one_split)
            trainer = self._train(settings, f"seed {settings.seed}")
            if self.ranks.first:
                self._save(trainer, seed)
                rows.append([str(settings.seed), *_row(trainer)])
                tests += [trainer.scores.under(self.arguments.selection)] if trainer.scores else []
                environment = trainer.environment()
            if self.ranks.size > 1:
                steps = max(getattr(trainer.model, "steps_done", 0), 1)
                self._print(f"Each process sent {self.ranks.sent / steps / 2**20:.2f} MB per step.")
        if rows:
            self._report(rows, tests, environment)

    def _announce(self) -> None:
        if not self.ranks.first:
            return
        s, size = self.settings, self.ranks.size
        print(f"{s.name} on {self.graph.name}, split '{s.split}', {s.total_epochs} epochs at most.")
        if self.fork:
            words = self.fork.describe(s)
            print(f"{words[0].upper()}{words[1:]}.")
        else:
            print(s.note(self.arguments.dataset, self.arguments.recipe))
        if size > 1:
            print(f"{size} processes share the work.")

    @cached_property
    def _ranking(self):
        """The ranking that all seeds share; a single run makes its own, which is gone before it learns."""
        from n2n.taps.ranking import rank
        from n2n.taps.sharing import StoredRanking

        if self.arguments.positives:
            return StoredRanking(self.graph, self.arguments.positives) if self.ranks.first else None
        return rank(self.graph) if self.arguments.seeds > 1 else None

    def _train(self, settings: "MethodSettings", words: str) -> "Trainer":
        from n2n.training.fit import trainer_of
        from n2n.training.recorder import Recorder

        if self.arguments.record:
            run = self._recorded(settings) if self.ranks.first else None
            every = self.arguments.checkpoint_every or 0
            recorder = Recorder(run, self.graph, self._ranking, self.ranks, every)
            self._follow(recorder, settings, len(run.history) if run else 0, words)
            return recorder.trainer
        trainer = trainer_of(self.graph, settings, self._ranking, self.fork, self.parent, self.ranks)
        self._follow(trainer, settings, len(trainer.history), words)
        return trainer

    def _recorded(self, settings: "MethodSettings") -> "Run":
        """A new run in the folder, or the one that is there already, if it is the same."""
        from n2n.training.folder import is_run
        from n2n.training.run import Run

        folder, name = self.arguments.record, self.graph.name
        if not is_run(folder):
            return Run.create(folder, self.graph, settings, dataset=name, fork=self.fork, parent=self.parent)
        run = Run.open(folder)
        # What a fork continues, whatever the parent is called.
        origins = [fork and [(s, until) for s, until, _ in fork.segments()] for fork in (run.fork, self.fork)]
        if run.settings != settings or origins[0] != origins[1]:
            raise ValueError(
                f"{folder} has a run with other settings in it: remove it or name another folder."
            )
        return run

    def _follow(self, epochs: "Iterable[Epoch]", settings: "MethodSettings", done: int, words: str) -> None:
        """Train to the end, with a bar that shows loss and validation score."""
        from tqdm import tqdm

        hidden = True if not self.ranks.first else None if os.environ.get("TORCHELASTIC_RUN_ID") else False
        form = {"total": settings.total_epochs, "initial": done, "desc": words, "unit": "epoch"}
        with tqdm(**form, leave=False, disable=hidden) as bar:
            for epoch in epochs:
                if epoch.f1_val is not None:
                    bar.set_postfix(loss=f"{epoch.loss:.3f}", validation=f"{100 * epoch.f1_val:.1f}")
                bar.update()

    def _save(self, trainer: "Trainer", seed: int) -> None:
        """Write what was asked for; nothing is embedded for nothing."""
        if self.arguments.embeddings:
            trainer.run(self.arguments.embeddings)
            print(f"Embeddings are in {self.arguments.embeddings}.")
        if self.arguments.out:
            run = trainer.record if trainer.record.has_result else trainer.run()
            run.save(self._file(seed))

    def _report(self, rows: list[list[str]], tests: list[float], environment: dict[str, str]) -> None:
        from n2n.paper.verdicts import summary

        rule, out = self.arguments.selection, self.arguments.out
        if tests:
            print(table(["seed", "test", "validation", "last test", "best epoch", "ms/epoch"], rows))
            print(f"{self.settings.name}: {summary(tests, rule)}, {RULES[rule]}.")
        else:
            print(table(["seed", "last loss", "epochs", "ms/epoch"], rows))
            name = self.graph.name
            print(f"{name} has no labels, so there is no score; --out keeps the runs with their embeddings.")
        if "selection" in environment:
            print(environment["selection"])
        if "estimator" in environment:
            print(f"Denominators: {environment['estimator']}. {environment['estimator_reason']}")
        if out:
            chosen = {"test": tests} if rule == VALIDATION else {"selection": rule, rule: tests}
            content = {"settings": self.settings.to_dict(), **chosen, "environment": environment}
            with whole_file(out / "summary.json") as part:
                part.write_text(json.dumps(content, indent=1), encoding="utf-8")
            print(f"Saved in {out}.")


def _row(trainer: "Trainer") -> list[str]:
    scores, history = trainer.scores, trainer.history
    seconds = sum(epoch.seconds for epoch in history)
    time = f"{1e3 * seconds / max(len(history), 1):.1f}"
    if scores is None:
        return [f"{history[-1].loss:.4f}", str(len(history)), time]
    shares = (f"{100 * value:.2f}" for value in (scores.test, scores.val, scores.last_test))
    return [*shares, str(scores.epoch), time]

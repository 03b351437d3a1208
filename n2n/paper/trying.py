"""Try changes of N2N's recipe, one at a time, on nodes that are no test nodes: see `n2n.paper.trials`."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from n2n.graph import Graph
from n2n.graph.splits import Split
from n2n.methods.n2n.settings import Settings
from n2n.paper.trials import FOLDS, LAST, RECIPE, Outcome
from n2n.taps.samplers import choose_positives

if TYPE_CHECKING:  # torch takes seconds to load
    from n2n.taps.ranking import Ranking
    from n2n.training.trainer import Trainer

FIRST_SEED = 1000
"""Of the folds and drawn splits: far from the seeds of the results."""


@dataclass(frozen=True)
class Change:
    """A way to train that differs from the recipe in one thing."""

    name: str
    settings: Callable[[Settings, str], Settings] = lambda settings, dataset: settings
    prepare: "Callable[[Trainer, Ranking], None]" = lambda trainer, ranking: None


def _longer(times: int, settings: Settings, dataset: str) -> Settings:
    return settings.replace(epochs=times * settings.epochs, patience=times * settings.patience)


def _in_batches(settings: Settings, dataset: str) -> Settings:
    size = 256 if dataset in ("cora", "citeseer") else 1024
    return Settings.for_dataset(dataset, settings.framework, settings.k, batch_size=size)


def _let_rate_fall(trainer: "Trainer", ranking: "Ranking") -> None:
    """Evenly, to zero at the last epoch."""
    total, rate = trainer.settings.epochs, trainer.settings.learning_rate

    def lower() -> None:
        assert trainer.model.optimiser is not None
        for group in trainer.model.optimiser.param_groups:
            group["lr"] = rate * max(1 - len(trainer.history) / total, 0.0)

    trainer.after_step = lower


def _mix_positives(trainer: "Trainer", ranking: "Ranking") -> None:
    """As many random neighbours as positives of TAPS join them; one that is both counts once."""
    # torch takes seconds to load
    from n2n.methods.n2n.model import N2NModel
    from n2n.taps.positives import Positives

    model = trainer.model
    assert isinstance(model, N2NModel)
    graph, s = model.graph, model.settings
    parts = [choose_positives(graph, sampler, s.k, s.seed, ranking) for sampler in ("taps", "random")]
    order = np.argsort(np.concatenate([part.sources for part in parts]), kind="stable")
    indices = np.concatenate([part.indices for part in parts])[order]
    model.positives = Positives(parts[0].indptr + parts[1].indptr, indices)


CHANGES = (
    Change(RECIPE),
    Change("twice the epochs", partial(_longer, 2)),
    Change("four times the epochs", partial(_longer, 4)),
    Change("a rate that falls to zero", prepare=_let_rate_fall),
    Change("batches", _in_batches),
    Change("TAPS mixed with random positives", prepare=_mix_positives),
)


def readings(framework: str) -> "dict[str, Callable[[Trainer], tuple[float, float, float]]]":
    """Other classifiers on the representations that the recipe has learnt: name -> logits."""
    if framework == "JL":
        return {"logistic regression in place of its classifier": _logistic}
    return {
        "softmax probe with dropout 0.6": _softmax,
    }


def _logistic(trainer: "Trainer") -> tuple[float, float, float]:
    return _scores(trainer, "logistic")


def _softmax(trainer: "Trainer") -> tuple[float, float, float]:
    return _scores(trainer, "softmax")


def _scores(trainer: "Trainer", kind: str) -> tuple[float, float, float]:
    look, nodes = trainer.model.evaluation(), trainer.model.labelled
    assert look.h is not None
    return nodes.micro_f1(nodes.num_right(look.probe(kind)(look.h).argmax(1)))


def folds_of(graph: Graph) -> tuple[Split, ...]:
    """Splits without a test node of the results; what they call the test are held-out nodes.

    >>> import n2n
    >>> split = folds_of(n2n.load("cora"))[0]
    >>> split.sizes, len(np.intersect1d(np.concatenate([split.train, split.val, split.test]),
    ...                                 n2n.load("cora").split("paper").test))
    ((1024, 342, 342), 0)
    """
    if not graph.public_splits:
        drawn = (graph.split("paper", FIRST_SEED + fold) for fold in range(FOLDS))
        return tuple(_halved(split, FIRST_SEED + fold) for fold, split in enumerate(drawn))
    split = graph.split("paper")
    nodes = np.random.default_rng(FIRST_SEED).permutation(np.concatenate([split.train, split.val]))
    parts = [np.sort(part) for part in np.array_split(nodes, FOLDS)]
    folds = []
    for fold in range(FOLDS):
        test, val = parts[fold], parts[(fold + 1) % FOLDS]
        folds.append(Split(np.setdiff1d(nodes, np.concatenate([test, val])), val, test))
    return tuple(folds)


def _halved(split: Split, seed: int) -> Split:
    nodes = np.random.default_rng(seed).permutation(split.val)
    half = len(nodes) // 2
    return Split(split.train, np.sort(nodes[:half]), np.sort(nodes[half:]))


def try_changes(
    graph: Graph, dataset: str, methods: Sequence[str], folds: Sequence[int], known: set[tuple]
) -> Iterator[Outcome]:
    """Train with each change on each fold, and read the recipe's own runs in other ways too.

    Args:
        known: (dataset, method, change, fold) of what need not be tried again.
    """
    from n2n.methods.registry import settings_for
    from n2n.taps.ranking import rank  # numba takes a second to load

    first, *further = folds_of(graph)
    graph, ranking = graph.replace(public=first, further_splits=tuple(further)), rank(graph)
    for fold in folds:
        for method in methods:
            recipe = settings_for(method, dataset)
            assert isinstance(recipe, Settings)
            for change in CHANGES:
                if (dataset, method, change.name, fold) in known:
                    continue
                settings = change.settings(recipe, dataset)
                settings = settings.replace(split="public", split_seed=fold, seed=fold, sampling_seed=fold)
                start = time.perf_counter()
                found = _train(graph, settings, ranking, change)
                seconds = time.perf_counter() - start
                for name, score in found.items():
                    yield Outcome(dataset, method, name, fold, score, seconds)


def _train(graph: Graph, settings: Settings, ranking: "Ranking", change: Change) -> dict[str, float]:
    """Scores on the held-out nodes by the name of the change; those of the recipe's readings with it."""
    from n2n.training.history import Scores
    from n2n.training.trainer import Trainer

    trainer = Trainer(graph, settings, ranking)
    change.prepare(trainer, ranking)
    others = readings(settings.framework) if change.name == RECIPE else {}
    scores: dict[str, Scores | None] = dict.fromkeys(others)
    for epoch in trainer:
        if not epoch.evaluated:
            continue
        for name, read in others.items():
            _, val, test = read(trainer)
            scores[name] = Scores.after(replace(epoch, f1_val=val, f1_test=test), scores[name])
    assert trainer.scores is not None
    found = {change.name: trainer.scores.test}
    if change.name == RECIPE:
        found[LAST] = trainer.scores.last_test
    return found | {name: one.test for name, one in scores.items() if one is not None}

"""Cold start: nodes that nobody saw in training, predicted from their features alone.

Some nodes are hidden with all their edges, methods are trained on what is left, and then predict the hidden
nodes. N2N and other networks without messages need nothing but the features. A graph network is asked twice:
with the features alone, and with the edges of the hidden nodes given back.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter

import numpy as np

from n2n.files.csv import Table
from n2n.graph import Graph
from n2n.graph.adjacency import induced, within, without_edges
from n2n.graph.splits import Split
from n2n.methods.base import MethodSettings
from n2n.methods.identity import N2N, MethodName
from n2n.methods.registry import settings_for

METHODS = (N2N, "MLP", "GCN", "Graph-MLP", "GraphSAGE-Mean", "GLNN", "GAT")
DEFAULT = METHODS[:3]
MOST_NODES = 2_000_000
"""The visible part is a copy in memory, and full batches learn on it."""
_PASSES, _SECONDS = 25, 0.5
"""Passes over the hidden nodes that are timed, at most, and the time after which there is no further one."""


@dataclass(frozen=True)
class ColdScore:
    """How well and how fast a method predicts hidden nodes."""

    method: str
    edges: bool
    """Whether the edges of the hidden nodes were given back."""
    accuracy: float
    """Share of the hidden nodes that are predicted correctly."""
    microseconds: float
    """Time per hidden node where all are predicted at once: the best of several passes."""
    nodes_read: int
    """Nodes whose features a prediction of all hidden nodes needs."""
    epochs: int
    """Epochs that the training took."""

    @property
    def is_n2n(self) -> bool:
        """Whether the method is N2N in one of its forms."""
        return MethodName.parse(self.method).is_n2n

    @property
    def given(self) -> str:
        """What the method knew of a hidden node."""
        return "features and edges" if self.edges else "features alone"


@dataclass(frozen=True)
class ColdStartResult:
    """The scores of a cold start, and what was hidden."""

    graph_name: str
    split: str
    seed: int
    hidden: int
    """Nodes that were hidden."""
    visible: int
    """Nodes that were left."""
    lost_edges: int
    """Edges that were hidden with their nodes."""
    scores: tuple[ColdScore, ...]

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1)


def as_table(scores: Sequence[ColdScore]) -> Table:
    """One row per score.

    >>> as_table([ColdScore("MLP", False, 0.7, 2.0, 500, 40)])["given"]
    ['features alone']
    """
    fields = ("method", "given", "accuracy", "microseconds", "nodes_read", "epochs")
    return {name: [getattr(score, name) for score in scores] for name in fields}


@dataclass(frozen=True, eq=False)
class Hidden:
    """A graph without some of its nodes."""

    visible: Graph
    """What is left, with training, validation and test nodes as its public split."""
    nodes: np.ndarray
    """Ids of the hidden nodes."""
    lost_edges: int
    """Edges that went with them."""


@dataclass(frozen=True)
class ColdProgress:
    """How far a cold start is, and its scores so far."""

    words: str
    fraction: float
    scores: tuple[ColdScore, ...]


def most_hidden(graph: Graph, seed: int = 0, split: str = "paper") -> int:
    """How many nodes can be hidden: those with a label that training and validation do not need."""
    return len(_candidates(graph, _split(graph, seed, split)))


def hide(graph: Graph, share: float, seed: int = 0, split: str = "paper") -> Hidden:
    """Hide a share of all nodes, drawn among those with a label that are not for training or validation.

    >>> import n2n
    >>> hidden = hide(n2n.load("karate"), 0.2)
    >>> len(hidden.nodes), hidden.visible.num_nodes
    (7, 27)
    """
    if not graph.has_labels:
        raise ValueError(
            f"{graph.name} has no labels, so predictions of hidden nodes cannot be checked: "
            "choose a graph with labels."
        )
    if graph.num_nodes > MOST_NODES:
        raise ValueError(
            f"{graph.name} has {graph.num_nodes:,} nodes, and a cold start copies the visible ones into "
            f"memory: choose a graph of at most {MOST_NODES:,}."
        )
    parts, n = _split(graph, seed, split), graph.num_nodes
    candidates, count = _candidates(graph, parts), round(share * n)
    if not 1 <= count <= len(candidates):
        raise ValueError(
            f"share is {share:g}, which hides {count:,} of {n:,} nodes: on {graph.name} from 1 to "
            f"{len(candidates):,} can be hidden (a share of {np.floor(1e3 * len(candidates) / n) / 1e3:g}), "
            "because training and validation nodes stay."
        )
    nodes = np.sort(np.random.default_rng(seed).choice(candidates, count, replace=False))
    left = np.ones(n, bool)
    left[nodes] = False
    number = np.cumsum(left) - 1
    test = parts.test[left[parts.test]]
    visible = induced(
        graph, np.flatnonzero(left), Split(number[parts.train], number[parts.val], number[test])
    )
    return Hidden(visible, nodes, graph.num_edges - visible.num_edges)


def _candidates(graph: Graph, split: Split) -> np.ndarray:
    free = graph.y >= 0
    free[split.train] = free[split.val] = False
    return np.flatnonzero(free)


def _split(graph: Graph, seed: int, protocol: str) -> Split:
    return graph.split(protocol, 0 if graph.has_one_split and protocol != "random" else seed)


class ColdStart:
    """A cold start in progress: iterate over it to train and predict, one epoch at a time.

    Args:
        share: of all nodes, to hide.
        methods: some of `METHODS`; N2N is joint learning with k positives of TAPS.
        seed: draws the hidden nodes and starts the training; it also draws the split where that is drawn.
        split: one of `n2n.graph.splits.PROTOCOLS`.
        epochs: at most, for a quick look; None trains as long as the recipes do.
    """

    def __init__(
        self,
        graph: Graph,
        share: float = 0.2,
        methods: Sequence[str] = DEFAULT,
        k: int | str = 1,
        seed: int = 0,
        split: str = "paper",
        epochs: int | None = None,
    ):
        unknown = [name for name in methods if name not in METHODS]
        if unknown or not methods:
            raise ValueError(
                f"methods is {', '.join(unknown) or 'empty'}: choose among {', '.join(METHODS)}."
            )
        self.graph, self.split, self.seed = graph, split, seed
        self.hidden = hide(graph, share, seed, split)
        self.settings = [self._settings(name, k, epochs) for name in dict.fromkeys(methods)]
        self.scores: list[ColdScore] = []

    def _settings(self, method: str, k: int | str, epochs: int | None) -> MethodSettings:
        name = MethodName(N2N, "JL", "taps", k) if method == N2N else method
        settings = settings_for(name, self.graph.name).replace(split="public", seed=self.seed)
        return settings.replace(epochs=min(epochs or settings.epochs, settings.epochs))

    def __iter__(self) -> Iterator[ColdProgress]:
        """Train one method after the other, and predict with each as soon as it is trained."""
        from n2n.training.trainer import Trainer  # torch takes seconds to load

        before, total = 0, sum(settings.total_epochs for settings in self.settings)
        for settings in self.settings:
            trainer = Trainer(self.hidden.visible, settings)
            for epoch in trainer:
                words = f"{settings.name}, epoch {epoch.index:,}"
                yield ColdProgress(words, (before + epoch.index) / total, tuple(self.scores))
            before += settings.total_epochs
            weights = trainer.best_weights or list(trainer.model.parameters())
            self.scores += _predict(self.graph, self.hidden, settings, weights, len(trainer.history))
            yield ColdProgress(f"{settings.name} has predicted", before / total, tuple(self.scores))

    def result(self) -> ColdStartResult:
        """The scores so far."""
        hidden = self.hidden
        sizes = len(hidden.nodes), hidden.visible.num_nodes, hidden.lost_edges
        return ColdStartResult(self.graph.name, self.split, self.seed, *sizes, tuple(self.scores))


def cold_start(
    graph: Graph,
    share: float = 0.2,
    methods: Sequence[str] = DEFAULT,
    *,
    k: int | str = 1,
    seed: int = 0,
    split: str = "paper",
    epochs: int | None = None,
) -> ColdStartResult:
    """Hide a share of the nodes with their edges, train methods on the rest, and predict the hidden nodes.

    The arguments are those of `ColdStart`.

    >>> import n2n
    >>> result = cold_start(n2n.load("karate"), 0.2, ["MLP", "GCN"], epochs=3)
    >>> [(score.method, score.given) for score in result.scores]
    [('MLP', 'features alone'), ('GCN', 'features alone'), ('GCN', 'features and edges')]
    """
    run = ColdStart(graph, share, methods, k, seed, split, epochs)
    for _ in run:
        pass
    return run.result()


def _predict(
    graph: Graph, hidden: Hidden, settings: MethodSettings, weights: list, epochs: int
) -> list[ColdScore]:
    """The scores of trained weights on the hidden nodes: one, or two for a network that passes messages."""
    from n2n.methods.model import synchronise
    from n2n.training.unseen import trained_model  # torch takes seconds to load

    stage, count = settings.stages[-1], len(hidden.nodes)

    def score(target: Graph, rows: np.ndarray, edges: bool, read: int) -> ColdScore:
        """Matrices of the graph are computed beforehand."""
        model, times, predicted = trained_model(target, settings, weights, graph.num_classes), [], None
        while predicted is None or (len(times) < _PASSES and sum(times) < _SECONDS):
            start = perf_counter()
            predicted = model.predict(model.embed(), stage)
            synchronise(model.device)
            times.append(perf_counter() - start)
        right = float((predicted.cpu().numpy()[rows] == target.y[rows]).mean())
        return ColdScore(settings.name, edges, right, 1e6 * min(times) / count, read, epochs)

    scores = [score(without_edges(induced(graph, hidden.nodes)), np.arange(count), False, count)]
    hops = settings.reach
    if isinstance(hops, int) and hops > 0:
        # One hop more than messages travel: the degrees of the outermost nodes count as well.
        around = within(graph, hidden.nodes, hops + 1)
        rows, read = np.searchsorted(around, hidden.nodes), len(within(graph, hidden.nodes, hops))
        scores.append(score(induced(graph, around), rows, True, read))
    return scores

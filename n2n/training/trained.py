"""A trained model that can be asked again: its weights on the same nodes, with other edges or features.

What it says of an edited graph shows what it reads: N2N reads the features of one node at a time, a graph
network the edges as well.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.methods.registry import build
from n2n.taps.ranking import Ranking
from n2n.training.history import Scores


@dataclass(frozen=True, eq=False)
class TrainedModel:
    """The weights of the best validation epoch of a training.

    >>> import n2n
    >>> karate = n2n.load("karate")
    >>> model = train_model(karate, n2n.Settings(width=8, epochs=4))
    >>> model.predictions(karate).shape
    (34,)
    """

    settings: MethodSettings
    weights: tuple[np.ndarray, ...]
    stage: str
    """The stage of the training that the weights are of."""
    scores: Scores | None

    def predictions(self, graph: Graph, ranking: Ranking | None = None) -> np.ndarray:
        """(N,) predicted classes of the nodes of a graph with as many features and classes.

        Args:
            ranking: the graph's ranking, where there is one already.

        Raises:
            ValueError: the weights do not fit the graph.
        """
        import torch  # takes seconds to load

        from n2n.training.checkpoint import assign

        model = build(graph, self.settings, ranking)
        parameters = model.parameters()
        if [tuple(p.shape) for p in parameters] != [weight.shape for weight in self.weights]:
            raise ValueError(f"The weights of {self.settings.name} are of another graph than {graph.name!r}.")
        assign(parameters, [torch.from_numpy(weight) for weight in self.weights])
        return model.evaluation().predictions(self.stage)


def train_model(
    graph: Graph,
    settings: MethodSettings,
    ranking: Ranking | None = None,
    tell: Callable[[str, float | None], None] = lambda message, fraction: None,
) -> TrainedModel:
    """Train to the end and keep the weights of the best validation epoch; those of the last without labels.

    Args:
        tell: called with what is being done and the share done.
    """
    from n2n.training.legacy_trainer import Trainer  # torch takes seconds to load

    trainer = Trainer(graph, settings, ranking)
    for epoch in trainer:
        tell(f"Training {settings.name}", epoch.index / settings.total_epochs)
    best = trainer.best_weights or trainer.model.parameters()
    weights = tuple(weight.detach().cpu().numpy().copy() for weight in best)
    stage = trainer.history[trainer.scores.epoch - 1 if trainer.scores else -1].stage
    return TrainedModel(settings, weights, stage, trainer.scores)

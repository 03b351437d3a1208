"""How good predictions are: micro-F1 on the nodes of a split."""

import math
from dataclasses import dataclass

import numpy as np
import torch

from n2n.graph import Graph
from n2n.methods.base import MethodSettings


def micro_f1(predicted, truth) -> float:
    """Micro-averaged F1. With one label per node it is the share of nodes that were predicted right.

    >>> micro_f1(np.array([0, 1, 1]), np.array([0, 1, 2]))
    0.6666666666666666
    """
    if len(truth) == 0:
        return math.nan
    return float((predicted == truth).sum()) / len(truth)


@dataclass(frozen=True)
class Nodes:
    """Node ids and labels of a split as tensors on the training device."""

    train: torch.Tensor
    val: torch.Tensor
    test: torch.Tensor
    y: torch.Tensor

    @classmethod
    def of(cls, graph: Graph, settings: MethodSettings, device: torch.device) -> "Nodes | None":
        """The split of a graph that the settings ask for; None where the graph has no labels."""
        if not graph.has_labels:
            return None
        split = graph.split(settings.split, settings.split_seed)
        if not len(split.train):
            raise ValueError(
                f"The {settings.split} split of {graph.name!r} has no training nodes: choose another split."
            )
        train, val, test, y = (
            torch.from_numpy(np.asarray(part)).to(device)
            for part in (split.train, split.val, split.test, graph.y)
        )
        return cls(train, val, test, y)

    def scores(self, predicted: torch.Tensor) -> tuple[float, float, float]:
        """Micro-F1 on training, validation and test nodes."""
        train, val, test = (
            micro_f1(predicted[part], self.y[part]) for part in (self.train, self.val, self.test)
        )
        return train, val, test

"""How good a representation is: micro-F1, and the linear probe of unsupervised learning."""

import math
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

from n2n.graph import Graph
from n2n.methods.base import MethodSettings

# The probe's L2 penalties; the one with the best validation score is taken.
PROBE_PENALTIES = (1e-4, 1e-3, 3e-3, 1e-2)
PROBE_STEPS = 150
PROBE_RATE = 0.1


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


def probe(h: torch.Tensor, nodes: Nodes, num_classes: int) -> torch.Tensor:
    """(N, C) logits of a linear classifier on frozen representations.

    Softmax regression on rows of length one, by Adam on all training nodes at once. One classifier is trained
    for each of `PROBE_PENALTIES`, side by side, and the best on validation nodes is kept. All start from
    zero, so nothing is random.
    """
    # Rows of length width^¼: steps of the rate below then suit any width.
    unit = F.normalize(h.detach(), dim=1) * h.shape[1] ** 0.25
    penalties = torch.tensor(PROBE_PENALTIES, device=h.device)
    weight = torch.zeros(len(penalties), h.shape[1], num_classes, device=h.device, requires_grad=True)
    bias = torch.zeros(len(penalties), 1, num_classes, device=h.device, requires_grad=True)
    optimiser = torch.optim.Adam([weight, bias], lr=PROBE_RATE)
    x, y = unit[nodes.train], nodes.y[nodes.train]
    for step in range(PROBE_STEPS):
        for group in optimiser.param_groups:
            group["lr"] = PROBE_RATE * (1 - step / PROBE_STEPS)
        optimiser.zero_grad(set_to_none=True)
        logits = x @ weight + bias
        fit = F.cross_entropy(logits.flatten(0, 1), y.repeat(len(penalties))) * len(penalties)
        loss = fit + (penalties[:, None, None] * weight.square()).sum()
        loss.backward()
        optimiser.step()
    with torch.no_grad():
        y_val, candidates = nodes.y[nodes.val], unit[nodes.val] @ weight + bias
        scores = [micro_f1(logits.argmax(1), y_val) for logits in candidates]
        # Without validation nodes (NaN) the first penalty is as good as any.
        best = 0 if math.isnan(scores[0]) else int(np.argmax(scores))
        return unit @ weight[best] + bias[best]

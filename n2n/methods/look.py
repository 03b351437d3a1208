"""A model seen from outside: its embeddings, predictions and scores at one moment."""

import math
from collections.abc import Iterable

import numpy as np
import torch

from n2n.methods.evaluation import Nodes
from n2n.methods.interface import Model


class Look:
    """What a model in memory says of all nodes; they are embedded once."""

    def __init__(self, model: Model):
        self.model, self.h = model, model.embed()

    def embeddings(self, out: np.ndarray | None = None) -> np.ndarray:
        """(N, width) h of all nodes, written to `out` where it is given."""
        h = self.h.cpu().numpy()
        if out is None:
            return h.copy()
        out[:] = h
        return out

    def snapshot(self) -> np.ndarray:
        """The same in float16."""
        return self.h.half().cpu().numpy()

    def predictions(self, stage: str) -> np.ndarray:
        """(N,) predicted classes."""
        return self.model.predict(self.h, stage).cpu().numpy()

    def scores(self, stage: str) -> tuple[float, float, float]:
        """Micro-F1 on training, validation and test nodes."""
        assert self.model.nodes is not None
        return self.model.nodes.scores(self.model.predict(self.h, stage))

    def theorem(self) -> dict[str, float]:
        """What Theorem 1 is about."""
        return self.model.theorem(self.h)


def score_parts(
    nodes: Nodes, parts: Iterable[tuple[np.ndarray, np.ndarray]], device: torch.device
) -> torch.Tensor:
    """(3,) how many training, validation and test nodes are right among (sorted nodes, predicted classes)."""
    right = torch.zeros(3, dtype=torch.int64, device=device)
    for ids, predicted in parts:
        for place, part in enumerate((nodes.train, nodes.val, nodes.test)):
            members = part.cpu().numpy()
            first, last = np.searchsorted(members, [ids[0], ids[-1] + 1])
            found = np.searchsorted(ids, members[first:last])
            right[place] += int((predicted[found] == nodes.y[part[first:last]].cpu().numpy()).sum())
    return right


def shares_of(right: torch.Tensor, nodes: Nodes) -> tuple[float, float, float]:
    """Micro-F1 of training, validation and test nodes, from how many are right."""
    sizes = len(nodes.train), len(nodes.val), len(nodes.test)
    train, val, test = (
        count / size if size else math.nan for count, size in zip(right.tolist(), sizes, strict=True)
    )
    return train, val, test

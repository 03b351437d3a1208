"""What a cold start found: how well and how fast hidden nodes are predicted."""

import json
import math
from dataclasses import asdict, dataclass

from n2n.files.assets import ASSETS
from n2n.files.csv import Table
from n2n.methods.identity import MethodName


@dataclass(frozen=True)
class ColdScore:
    """How well and how fast a method predicts hidden nodes."""

    method: str
    edges: bool
    """Whether the edges of the hidden nodes were given back."""
    accuracy: float
    """Share of the hidden nodes that are predicted right."""
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
    """What a cold start found."""

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

    @property
    def chance(self) -> float:
        """Two standard errors of the difference of two accuracies, both as high as the best one."""
        best = max((score.accuracy for score in self.scores), default=0.5)
        return 2 * math.sqrt(2 * best * (1 - best) / max(self.hidden, 1))

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1)

    @classmethod
    def from_json(cls, text: str) -> "ColdStartResult":
        facts = json.loads(text)
        return cls(**facts | {"scores": tuple(ColdScore(**score) for score in facts["scores"])})


def shipped(dataset: str) -> ColdStartResult | None:
    """What was measured for this project on a dataset; None where nothing was.

    `n2n cold-start DATASET --split public --out assets/cold_start/DATASET.json` writes such a file.
    """
    path = ASSETS / "cold_start" / f"{dataset}.json"
    return ColdStartResult.from_json(path.read_text(encoding="utf-8")) if path.is_file() else None


def as_table(scores: tuple[ColdScore, ...]) -> Table:
    """One row per score.

    >>> as_table((ColdScore("MLP", False, 0.7, 2.0, 500, 40),))["given"]
    ['features alone']
    """
    fields = ("method", "given", "accuracy", "microseconds", "nodes_read", "epochs")
    return {name: [getattr(score, name) for score in scores] for name in fields}

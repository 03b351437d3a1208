"""What happens along a run: the record of each epoch, and the scores that follow from them."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from n2n.training.selection import SELECTIONS, check_selection


@dataclass(frozen=True)
class Epoch:
    """One epoch of training. What was not evaluated in it is None."""

    index: int
    """Number of the epoch, from 1."""
    stage: str
    """"joint", "pretext" or "fine-tune"; "supervised" for a baseline that learns from labels alone, "teacher"
    and "student" where one network learns from another."""
    loss: float
    info_nce: float | None
    cross_entropy: float | None
    seconds: float
    """Time of the training step alone."""
    f1_train: float | None = None
    f1_val: float | None = None
    f1_test: float | None = None
    feature_smoothness: float | None = None
    """δ_f of the embedding."""
    positive_cosine: float | None = None
    """Mean cosine of s_i and h_i."""
    information: float | None = None
    """Lower bound log N − ℒ of the mutual information, in nats."""

    @property
    def evaluated(self) -> bool:
        """Whether this epoch carries scores."""
        return self.f1_val is not None


@dataclass(frozen=True)
class Scores:
    """Micro-F1 of a run: the test score at the best validation epoch, and what other rules would report.

    Without validation nodes it is the test score at the last evaluated epoch.
    """

    test: float
    val: float
    """Not a number where there are no validation nodes."""
    epoch: int
    """Index of the best validation epoch; of the last evaluated one where there are no validation nodes."""
    last_test: float
    """The test score at the last evaluated epoch."""
    best_test: float | None = None
    """The best test score of all evaluated epochs: chosen on test nodes, so never a result by itself. None
    in files that were written before it was kept."""

    @property
    def validated(self) -> bool:
        """Whether validation nodes chose the epoch.

        >>> Scores(test=0.8, val=float("nan"), epoch=20, last_test=0.8).validated
        False
        """
        return not math.isnan(self.val)

    def under(self, selection: str) -> float | None:
        """The test score that a rule of `n2n.training.selection` reports.

        >>> Scores(test=0.8, val=0.7, epoch=20, last_test=0.79, best_test=0.82).under("last")
        0.79
        """
        return getattr(self, SELECTIONS[check_selection(selection)])

    @classmethod
    def of(cls, history: Iterable[Epoch]) -> "Scores | None":
        """The scores of a history; None before any evaluation."""
        scores, stage = None, ""
        for epoch in history:
            scores, stage = cls.after(epoch, scores if epoch.stage == stage else None), epoch.stage
        return scores

    @staticmethod
    def after(epoch: Epoch, so_far: "Scores | None") -> "Scores | None":
        """The scores once one more epoch is known; of equal epochs the first is best, and without validation
        nodes the last one counts.

        Where there are two stages, only epochs of the last one that has begun count: so_far is then None.
        """
        if epoch.f1_val is None or epoch.f1_test is None:
            return so_far
        last = epoch.f1_test
        best = last if so_far is None or so_far.best_test is None else max(last, so_far.best_test, key=_rank)
        if so_far is None or math.isnan(so_far.val) or epoch.f1_val > so_far.val:
            return Scores(last, epoch.f1_val, epoch.index, last, best)
        return Scores(so_far.test, so_far.val, so_far.epoch, last, best)


def _rank(score: float) -> float:
    """Without nodes to score a score is not a number, and any other is better."""
    return -math.inf if math.isnan(score) else score

"""GLNN: an MLP learns from the soft labels of a graph network and then needs no edges."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from n2n.methods.baselines.base import Layered
from n2n.methods.model import Losses


def soft_loss(logits: torch.Tensor, aim: torch.Tensor) -> torch.Tensor:
    """mean_i KL(y_i ‖ softmax(z_i)) of soft labels y, given as logarithms.

    >>> float(soft_loss(torch.zeros(1, 2), torch.zeros(1, 2).log_softmax(1)))
    0.0
    """
    return F.kl_div(logits.log_softmax(1), aim, reduction="batchmean", log_target=True)


class GLNN(Layered):
    """Distillation: first a teacher with edges, then a student that sees features only.

        ℒ_student = mean_i KL( softmax(teacher_i) ‖ softmax(MLP(x_i)) )      over all nodes, labelled or not.

    Zhang, Liu, Sun and Shah, Graph-less neural networks: teaching old MLPs new tricks via distillation, 2022.
    The teacher is GraphSAGE with the mean over all neighbours; its soft labels are those of its best
    validation epoch. The student is an MLP of the same size; only its scores count. Changed: both share
    width, dropout, rate and epochs.
    """

    def prepare(self) -> None:
        self.mean = self.edges("mean", loops=False)
        self.own, self.near, self.student = (self.linears(self.sizes()) for _ in range(3))
        # Among the weights, so that going back to the best epoch also goes back to its stage.
        self.taught = nn.Parameter(torch.zeros(()), requires_grad=False)
        self.stage = "teacher"
        self.soft = torch.zeros(self.num_nodes, self.num_classes)
        """The logarithms of the teacher's best soft labels so far."""
        self.best = -math.inf

    def layer(self, index: int, h) -> torch.Tensor:
        """A layer of the student, or of the teacher."""
        h = self.drop(h)
        by_student = self.stage == "student" if self.training else bool(self.taught)
        if by_student:
            return self.student[index](h)
        return self.own[index](h) + self.mean @ self.near[index](h)

    def losses(self) -> Losses:
        """Cross-entropy of the teacher on labels, divergence of the student from the teacher."""
        if self.stage == "teacher":
            return super().losses()
        return Losses(soft_loss(self.logits(self.encode()), self.soft), None, None)

    def begin_stage(self, stage: str) -> None:
        """Freeze the teacher."""
        self.stage = stage
        self.taught.fill_(1)
        super().begin_stage(stage)

    def step(self, stage: str) -> Losses:
        """One step; at an evaluation of the teacher its soft labels, if they are better than those before."""
        self.stage = stage
        losses, s = super().step(stage), self.settings
        if stage == "teacher" and (self.steps_done % s.evaluate_every == 0 or self.steps_done == s.epochs):
            self._record_soft_labels()
        return losses

    @torch.no_grad()
    def _record_soft_labels(self) -> None:
        self.eval()
        logits, nodes = self.logits(self.encode()), self.labelled
        score = float((logits[nodes.val].argmax(1) == nodes.y[nodes.val]).float().mean())
        # Without validation nodes (NaN) those of the last epoch count.
        if not score <= self.best:
            self.best, self.soft = -math.inf if math.isnan(score) else score, logits.log_softmax(1)

    def extra_state(self) -> dict[str, torch.Tensor]:
        """The soft labels, and how good they were."""
        return super().extra_state() | {"soft": self.soft, "best": torch.tensor(self.best)}

    def load_extra_state(self, state: dict[str, torch.Tensor]) -> None:
        super().load_extra_state(state)
        self.soft, self.best = state["soft"].to(self.device), float(state["best"])

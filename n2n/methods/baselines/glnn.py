"""GLNN: an MLP learns from the soft labels of a graph network and then needs no edges.

Zhang, Liu, Sun and Shah, Graph-less neural networks: teaching old MLPs new tricks via distillation, 2022.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn

from n2n.graph.adjacency import normalised
from n2n.methods.baselines.base import Layered, entropy_of
from n2n.methods.baselines.encoders import Dense
from n2n.methods.baselines.layers import sparse_rows, times
from n2n.methods.evaluation import micro_f1
from n2n.methods.interface import Losses


def soft_loss(logits: torch.Tensor, aim: torch.Tensor) -> torch.Tensor:
    """mean_i KL(y_i ‖ softmax(z_i)) of soft labels y, given as logarithms.

    >>> float(soft_loss(torch.zeros(1, 2), torch.zeros(1, 2).log_softmax(1)))
    0.0
    """
    return F.kl_div(logits.log_softmax(1), aim, reduction="batchmean", log_target=True)


class GLNN(Layered):
    """Distillation: first a teacher with edges, then a student that sees features only.

        ℒ_student = mean_i KL( softmax(teacher_i) ‖ softmax(MLP(x_i)) )      over all nodes, labelled or not.

    The first stage trains the teacher, GraphSAGE with the mean over all neighbours, on the labels; its soft
    labels are those of its best validation epoch. The second stage trains an MLP of the same size on them;
    only its scores count. Kept: teacher, student and loss (the authors' weight of the true labels is 0 as
    well). Changed: teacher and student share width, dropout, rate and epochs. A new node needs its features
    alone.
    """

    def prepare(self) -> None:
        sizes = self.sizes()
        self.mean = sparse_rows(normalised(self.graph, "mean", loops=False))
        self.own, self.near, self.student = (
            nn.ModuleList(Dense(*size, self.generator) for size in sizes) for _ in range(3)
        )
        # Among the weights, so that going back to the best epoch also goes back to its stage.
        self.taught = nn.Parameter(torch.zeros(()), requires_grad=False)
        self.soft = torch.zeros(self.num_nodes, self.num_classes)
        """The logarithms of the teacher's best soft labels so far."""
        self.best, self.steps = -math.inf, 0

    def layer(self, index: int, h) -> torch.Tensor:
        """A layer of the network whose turn it is."""
        h = self.drop(h)
        if self.taught:
            return self.student[index](h)
        return self.own[index](h) + times(self.mean, self.near[index](h))

    def losses(self) -> Losses:
        """Cross-entropy of the teacher on labels, divergence of the student from the teacher."""
        logits, train = self.classify(self.encode()), self.labelled.train
        if not self.taught:
            return entropy_of(logits[train], self.labelled.y[train])
        return Losses(soft_loss(logits, self.soft), None, None)

    def begin_stage(self, stage: str) -> None:
        """The teacher has said all it knows."""
        self.taught.fill_(1)
        super().begin_stage(stage)

    def step(self, stage: str) -> Losses:
        """One step; now and then the teacher's soft labels, if they are better than those before."""
        found = super().step(stage)
        self.steps += 1
        s = self.settings
        if not self.taught and (self.steps % s.evaluate_every == 0 or self.steps == s.epochs):
            self._listen()
        return found

    @torch.no_grad()
    def _listen(self) -> None:
        self.eval()
        logits, nodes = self.classify(self.encode()), self.labelled
        score = micro_f1(logits[nodes.val].argmax(1), nodes.y[nodes.val])
        # Without validation nodes (NaN) the last word counts.
        if not score <= self.best:
            self.best, self.soft = -math.inf if math.isnan(score) else score, logits.log_softmax(1)

    def extra_state(self) -> dict[str, torch.Tensor]:
        """The soft labels, how good they were, and how many steps were taken."""
        return {"soft": self.soft, "best": torch.tensor(self.best), "steps": torch.tensor(self.steps)}

    def load_extra_state(self, state: dict[str, torch.Tensor]) -> None:
        self.soft, self.best, self.steps = state["soft"], float(state["best"]), int(state["steps"])

"""DeepWalk and node2vec: random walks are sentences, nodes are words, skip-gram learns their vectors."""

import numpy as np
import torch
from torch import nn

from n2n.methods.baselines.base import Probed
from n2n.methods.baselines.walk_kernels import random_walks, skip_gram
from n2n.methods.interface import Losses

# word2vec draws negatives by their frequency to this power, from a table.
NEGATIVE_POWER = 0.75
TABLE_PER_NODE = 20
LAST_RATE = 0.004


class RandomWalks(Probed):
    """Vectors of nodes such that nodes close to each other on random walks have similar ones.

    DeepWalk: Perozzi, Al-Rfou and Skiena, DeepWalk: online learning of social representations, 2014.
    node2vec: Grover and Leskovec, node2vec: scalable feature learning for networks, 2016, whose walks prefer
    to go back (small p) or outward (small q). Kept: the walks, skip-gram, a step size that falls in a
    straight line. Both use negative samples; DeepWalk's authors had a tree of classes (hierarchical
    softmax). One epoch is one new walk from every node. The features of the nodes are not used.
    """

    needs_features = False

    def prepare(self) -> None:
        """Vectors, and the table of negatives: a plain walk visits a node in proportion to its degree."""
        s, n = self.settings, self.num_nodes
        start = torch.rand(n, s.width, generator=self.generator).sub_(0.5).div_(s.width)
        self.centre = nn.Parameter(start, requires_grad=False)
        self.context = nn.Parameter(torch.zeros(n, s.width), requires_grad=False)
        chance = np.maximum(self.graph.degree, 1.0) ** NEGATIVE_POWER
        share = np.concatenate([[0], np.cumsum(chance / chance.sum())]) if n else np.zeros(1)
        self.table = np.repeat(np.arange(n), np.diff(np.rint(share * TABLE_PER_NODE * n).astype(np.int64)))
        self.passes = 0

    def new_optimiser(self) -> None:
        """Skip-gram takes its own steps."""
        return None

    def step(self, stage: str) -> Losses:
        """Skip-gram changes the vectors as it goes, so there is nothing else to do."""
        return self.losses()

    def losses(self) -> Losses:
        """A new walk from every node, and one pass of skip-gram over them."""
        s, random = self.settings, self.numpy_random()
        p, q = (s.p, s.q) if s.method == "node2vec" else (1.0, 1.0)
        starts = random.permutation(self.num_nodes).astype(self.graph.indices.dtype)
        walks = random_walks(self.graph, starts, s.walk_length, p, q, int(random.integers(2**62)))
        rate, last_rate = (
            s.learning_rate * max(1 - done / s.epochs, LAST_RATE) for done in (self.passes, self.passes + 1)
        )
        self.passes += 1
        seed, vectors = int(random.integers(2**62)), (self.centre.numpy(), self.context.numpy())
        loss = skip_gram(walks, s.window, s.negatives, self.table, rate, last_rate, seed, *vectors)
        return Losses(torch.tensor(loss), None, None)

    def encode(self) -> torch.Tensor:
        return self.centre.detach().clone()

    def extra_state(self) -> dict[str, torch.Tensor]:
        """How many walks there were, which the step size depends on."""
        return {"passes": torch.tensor(self.passes)}

    def load_extra_state(self, state: dict[str, torch.Tensor]) -> None:
        self.passes = int(state["passes"])

"""GraphSAGE with the mean aggregator, over all neighbours or over sampled ones."""

import torch
from torch import nn

from n2n.graph.adjacency import normalised
from n2n.methods.aggregation import Neighbourhood
from n2n.methods.base import ALL
from n2n.methods.baselines.base import Layered
from n2n.methods.baselines.layers import sparse_rows, times
from n2n.taps.positives import Positives
from n2n.taps.samplers import choose_positives


class GraphSAGE(Layered):
    """GraphSAGE-Mean: h_i = ReLU(W_own·x_i + W_near·mean of x_j over the neighbours of i), twice.

    Hamilton et al., Inductive representation learning on large graphs, 2017. Kept: the two weights of a
    layer, the mean. Simplified: full batches, no normalisation to unit length.

    With `k` a number, a node averages over k neighbours only (the paper's Fig. 3): `sampler="random"` draws
    them again for every layer and epoch, as the authors do, and once for the evaluation; `sampler="taps"`
    always takes those of largest dependency.
    """

    def prepare(self) -> None:
        self.own = nn.ParameterList(self.weight(*size) for size in self.sizes())
        self.near = nn.ParameterList(self.weight(*size) for size in self.sizes())
        self.biases = nn.ParameterList(self.bias(size[1]) for size in self.sizes())
        s = self.settings
        if s.k == ALL:
            matrix = sparse_rows(normalised(self.graph, "mean", loops=False))
            self.fixed = lambda h: times(matrix, h)
        else:
            chosen = choose_positives(self.graph, s.sampler, s.k, s.sampling_seed, self.ranking)
            self.fixed = self._mean(chosen)
        self.redrawn = s.k != ALL and s.sampler == "random"

    def average(self, h: torch.Tensor) -> torch.Tensor:
        """Mean over the neighbours, those of this epoch where they are drawn."""
        if self.redrawn and self.training:
            seed = int(torch.randint(2**31, (), generator=self.generator))
            return self._mean(choose_positives(self.graph, "random", self.settings.k, seed))(h)
        return self.fixed(h)

    def layer(self, index: int, x) -> torch.Tensor:
        """The node and the mean of its neighbours, each with its own weights."""
        x = self.drop(x)
        # The mean of products is the product of the mean, and fewer columns are averaged this way round.
        return times(x, self.own[index]) + self.average(times(x, self.near[index])) + self.biases[index]

    def _mean(self, chosen: Positives) -> Neighbourhood:
        return Neighbourhood(chosen.indptr, chosen.indices, self.num_nodes)

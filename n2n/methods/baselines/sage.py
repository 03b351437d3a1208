"""GraphSAGE with the mean aggregator, over all neighbours or over sampled ones."""

import torch

from n2n.methods.base import ALL
from n2n.methods.baselines.base import Layered
from n2n.methods.layers import Aggregation
from n2n.taps.samplers import choose_positives


class GraphSAGE(Layered):
    """GraphSAGE-Mean: h_i = ReLU(W_own·x_i + W_near·mean of x_j over the neighbours of i), twice.

    Hamilton et al., Inductive representation learning on large graphs, 2017. Simplified: full batches, no
    normalisation to unit length. With `k` a number, a node averages over k neighbours only (the paper's
    Fig. 3): `sampler="random"` draws them again for every layer and epoch, as the authors do, and once for
    the evaluation; `sampler="taps"` always takes those of largest dependency.
    """

    def prepare(self) -> None:
        s, sizes = self.settings, self.sizes()
        self.own, self.near = self.linears(sizes), self.linears(sizes, bias=False)
        self.redrawn = s.k != ALL and s.sampler == "random"
        self.mean = self.edges("mean", loops=False) if s.k == ALL else self._sampled(s.sampling_seed)

    def layer(self, index: int, x) -> torch.Tensor:
        """The node and the mean of its neighbours, each with its own weights."""
        x = self.drop(x)
        own, near = self.own[index](x), self.near[index](x)
        # The mean of products is the product of the mean, and fewer columns are averaged this way round.
        mean = self._sampled(self.random_seed()) if self.redrawn and self.training else self.mean
        return own + mean @ near

    def _sampled(self, seed: int):
        s = self.settings
        chosen = choose_positives(self.graph, s.sampler, s.k, seed, self.ranking)
        return Aggregation(chosen.matrix(), device=self.device).rows

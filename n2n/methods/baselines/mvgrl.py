"""MVGRL: two views of a graph, its edges and a diffusion along them, are contrasted."""

import torch
import torch.nn.functional as F
from torch import nn

from n2n.compute.sparse import SparseRows
from n2n.methods.baselines.base import Unsupervised
from n2n.methods.baselines.infomax import jensen_shannon
from n2n.methods.baselines.page_rank import page_rank
from n2n.methods.layers import glorot


class MVGRL(Unsupervised):
    """Multi-view contrast: nodes in one view against the summary of the other, shuffled nodes as negatives.

    Hassani and Khasahmadi, Contrastive multi-view representation learning on graphs, 2020. Kept: the views
    Â and PageRank diffusion with an encoder each, crosswise contrast with a bilinear score and the sigmoid
    of the mean, h = h_edges + h_diffusion. Simplified: the diffusion keeps the 32 largest entries of each
    row, so that the whole graph is one batch of sparse products where the authors hold an N×N matrix and
    draw subgraphs of 2,000 nodes; no projection heads.
    """

    def prepare(self) -> None:
        width = self.settings.width
        diffusion = page_rank(self.graph, self.settings.diffusion)
        self.views = [self.edges(), SparseRows.from_scipy(diffusion)]
        self.maps = self.linears([(self.graph.num_features, width) for _ in self.views])
        self.slope = nn.Parameter(torch.full((width,), 0.25))
        self.score = glorot(width, width, self.generator)

    def encode(self) -> torch.Tensor:
        x = self.drop(self.x)
        edges, diffusion = (self._view(view, x @ self.maps[view].weight) for view in range(2))
        return edges + diffusion

    def contrast(self) -> torch.Tensor:
        """Each view against the summary of the other."""
        order = self.permutation()
        x = self.drop(self.x)
        projected = [x @ layer.weight for layer in self.maps]
        true = [self._view(view, part) for view, part in enumerate(projected)]
        false = [self._view(view, part[order]) for view, part in enumerate(projected)]
        aims = [self.score @ part.mean(0).sigmoid() for part in reversed(true)]
        losses = [jensen_shannon(a @ aim, b @ aim) for a, b, aim in zip(true, false, aims, strict=True)]
        return (losses[0] + losses[1]) / 2

    def _view(self, view: int, projected: torch.Tensor) -> torch.Tensor:
        return F.prelu(self.views[view] @ projected + self.maps[view].bias, self.slope)

"""MVGRL: two views of a graph, its edges and a diffusion along them, are contrasted."""

import torch
import torch.nn.functional as F
from torch import nn

from n2n.methods.baselines.base import Unsupervised
from n2n.methods.baselines.infomax import jensen_shannon
from n2n.methods.baselines.page_rank import page_rank
from n2n.methods.layers import glorot


class MVGRL(Unsupervised):
    """Multi-view contrast: nodes in one view against the summary of the other, shuffled nodes as negatives.

    Hassani and Khasahmadi, Contrastive multi-view representation learning on graphs, 2020: the views Â and
    PageRank diffusion with an encoder each, crosswise contrast with a bilinear score and the sigmoid of the
    mean, h = h_edges + h_diffusion. Simplified: the diffusion keeps the 32 largest entries of each row, so
    that the whole graph is one batch of sparse products where the authors hold an N×N matrix and draw
    subgraphs of 2,000 nodes; no projection heads.
    """

    def prepare(self) -> None:
        width = self.settings.width
        self.views = [self.edges(), self.sparse(page_rank(self.graph, self.settings.diffusion))]
        self.maps = self.linears([(self.num_features, width) for _ in self.views])
        self.slope = nn.Parameter(torch.full((width,), 0.25))
        self.score = glorot(width, width, self.generator)

    def encode(self) -> torch.Tensor:
        edges, diffusion = self._smooth(self._project())
        return edges + diffusion

    def contrast(self) -> torch.Tensor:
        """Each view against the summary of the other."""
        order, projected = self.permutation(), self._project()
        true, false = self._smooth(projected), self._smooth([part[order] for part in projected])
        aims = [self.score @ part.mean(0).sigmoid() for part in reversed(true)]
        losses = [jensen_shannon(a @ aim, b @ aim) for a, b, aim in zip(true, false, aims, strict=True)]
        return (losses[0] + losses[1]) / 2

    def _project(self) -> list[torch.Tensor]:
        x = self.drop(self.x)
        return [x @ layer.weight for layer in self.maps]

    def _smooth(self, projected: list[torch.Tensor]) -> list[torch.Tensor]:
        parts = zip(self.views, projected, self.maps, strict=True)
        return [F.prelu(view @ part + layer.bias, self.slope) for view, part, layer in parts]

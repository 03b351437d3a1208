"""Views of a graph: some of its edges and some of its features are left out, drawn again in every epoch.

Nothing is copied for a view. Its adjacency matrix has the entries of Â with other values; a feature that is
left out is a row of the first weights that counts nothing: (X without column c)·W is X·(W without row c).
"""

from typing import NamedTuple

import torch

from n2n.compute.sparse import SparseRows
from n2n.methods.baselines.settings import BaselineSettings


class View(NamedTuple):
    """A part of a graph."""

    adjacency: SparseRows
    """Â of the edges that are left."""
    kept: torch.Tensor | None = None
    """(D, 1) 1 for a feature that is left and 0 for one that is not; None where all are."""


class Augmentation:
    """Draws views of a graph.

    Args:
        adjacency: Â of the whole graph.
    """

    def __init__(self, adjacency: SparseRows, num_features: int):
        self.whole = View(adjacency)
        """The graph as it is."""
        self.num_features = num_features
        self.rows, self.columns = adjacency.row_of_entry, adjacency.indices

    def draw(self, edges: float, features: float, generator: torch.Generator) -> View:
        """A view without this share of the edges, in both directions, and of the features, for all nodes.

        What is left is not scaled up; Â is that of the edges that are left, and every node keeps its loop.
        """
        kept = None
        if features > 0:
            drawn = torch.rand(self.num_features, 1, generator=generator, device=self.rows.device)
            kept = (drawn >= features).float()
        return View(self._thinned(edges, generator) if edges > 0 else self.whole.adjacency, kept)

    def draw_two(self, settings: BaselineSettings, generator: torch.Generator) -> tuple[View, View]:
        """Two views, each with shares of its own."""
        s = settings
        one = self.draw(s.drop_edges, s.drop_features, generator)
        return one, self.draw(s.drop_edges_2, s.drop_features_2, generator)

    def _thinned(self, share: float, generator: torch.Generator) -> SparseRows:
        whole = self.whole.adjacency
        drawn = torch.rand(len(self.columns), generator=generator, device=self.rows.device)
        # The entries and their order are symmetric, so `order` leads from an edge to its reverse.
        drawn = torch.where(self.rows < self.columns, drawn, drawn[whole.order])
        left = ((drawn >= share) | (self.rows == self.columns)).float()
        scale = left.new_zeros(whole.shape[0]).index_add_(0, self.rows, left).rsqrt()
        return whole.with_values(left * scale[self.rows] * scale[self.columns])

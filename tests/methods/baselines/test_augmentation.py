"""Views: what is left out is gone in both directions, and the rest is that of the thinned graph."""

import numpy as np
import torch

from n2n.graph import Graph
from n2n.graph.adjacency import normalised
from n2n.methods.baselines.augmentation import Augmentation
from n2n.methods.baselines.encoders import Dense
from n2n.methods.baselines.layers import sparse_rows
from tests.baselines import GRAPH, close


def dense(rows) -> torch.Tensor:
    return rows.product(torch.eye(rows.shape[1]))


def test_a_view_is_the_graph_of_the_edges_that_are_left():
    views = Augmentation(GRAPH)
    view = dense(views.draw(0.5, 0.0, torch.Generator().manual_seed(1)).adjacency)
    assert torch.equal(view != 0, (view != 0).T)
    left = np.stack(np.nonzero(np.triu(view.numpy(), 1)))
    assert 0.3 < left.shape[1] / GRAPH.num_edges < 0.7
    close(view, dense(sparse_rows(normalised(Graph.from_edges(left, x=GRAPH.x)))))


def test_features_are_left_out_for_all_nodes_and_not_scaled_up():
    views = Augmentation(GRAPH)
    view = views.draw(0.0, 0.4, torch.Generator().manual_seed(1))
    layer = Dense(GRAPH.num_features, 3, torch.Generator().manual_seed(0))
    x = torch.from_numpy(GRAPH.x.toarray())
    assert 0 < view.kept.sum() < GRAPH.num_features
    close(layer(sparse_rows(GRAPH.x), kept=view.kept), (x * view.kept.T) @ layer.weight)
    assert view.adjacency is views.whole.adjacency


def test_two_views_differ():
    views, random = Augmentation(GRAPH), torch.Generator().manual_seed(1)
    one, two = (views.draw(0.3, 0.3, random) for _ in range(2))
    assert not torch.equal(one.adjacency.values, two.adjacency.values)
    assert not torch.equal(one.kept, two.kept)

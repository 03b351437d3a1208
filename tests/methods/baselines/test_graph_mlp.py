"""Graph-MLP's contrast is that of its formula."""

import torch
import torch.nn.functional as F

from n2n.graph.adjacency import normalised
from tests.baselines import GRAPH, close, small_model


def test_the_contrast_is_that_of_the_formula():
    model = small_model("Graph-MLP", samples=1000, tau=0.7, hops=2)
    z = torch.randn(GRAPH.num_nodes, 16, generator=torch.Generator().manual_seed(0))
    adjacency = torch.from_numpy(normalised(GRAPH).toarray())
    gamma = (adjacency @ adjacency).fill_diagonal_(0)
    similar = (F.cosine_similarity(z[:, None], z[None], dim=2) / 0.7).exp().fill_diagonal_(0)
    near = (gamma * similar).sum(1)
    some = near > 0
    close(model.contrast(z), -(near[some] / similar.sum(1)[some]).log().mean())


def test_the_loss_has_both_parts():
    model = small_model("Graph-MLP", samples=30, alpha=3.0)
    losses = model.losses()
    close(losses.total, losses.cross_entropy + 3.0 * losses.info_nce)

"""MVGRL: the embedding is the sum of both views."""

import torch
import torch.nn.functional as F

from n2n.graph.adjacency import normalised
from n2n.methods.baselines.page_rank import page_rank
from tests.baselines import GRAPH, close, small_model


def test_the_embedding_is_the_sum_of_edges_and_diffusion():
    model = small_model("MVGRL", diffusion=0.3)
    x = torch.from_numpy(GRAPH.x.toarray())
    views = [normalised(GRAPH).toarray(), page_rank(GRAPH, 0.3).toarray()]
    parts = [
        F.prelu(torch.from_numpy(view) @ (x @ weight), model.slope)
        for view, weight in zip(views, model.linear, strict=True)
    ]
    close(model.encode(), parts[0] + parts[1])

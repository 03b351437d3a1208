"""InfoGraph: a node is contrasted with the mean of its own subgraph and those of others."""

import torch

from tests.baselines import GRAPH, close, small_model


def test_the_encoder_is_gin_on_the_sum_over_neighbours():
    model = small_model("InfoGraph")
    x = torch.from_numpy(GRAPH.x.toarray())
    summed = torch.from_numpy(GRAPH.adjacency().toarray()) @ x + x
    hidden = torch.relu(summed @ model.first * model.scale + model.offsets[0])
    close(model.encode(), torch.relu(hidden @ model.second + model.offsets[1]))


def test_subgraphs_are_drawn_again_in_every_epoch():
    model = small_model("InfoGraph")
    with torch.no_grad():
        assert float(model.contrast()) != float(model.contrast())

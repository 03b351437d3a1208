"""L2-GCN trains one layer after the other."""

import torch

from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.registry import build
from tests.baselines import GRAPH


def test_the_second_layer_begins_half_way_and_the_first_is_frozen():
    model = build(GRAPH, BaselineSettings("L2-GCN", width=8, epochs=4, split="random"))
    model.step("supervised"), model.step("supervised")
    assert int(model.active) == 0
    first = model.weights[0].detach().clone()
    model.step("supervised"), model.step("supervised")
    assert int(model.active) == 1
    assert torch.equal(model.weights[0], first)
    assert model.frozen[0].shape == (GRAPH.num_nodes, 8)
    assert set(model.extra_state()) == {"steps", "frozen_0"}

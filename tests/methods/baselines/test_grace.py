"""GRACE contrasts nodes that were drawn, in two different views."""

import torch

from n2n.methods.baselines import grace
from tests.baselines import GRAPH, small_model


def test_the_two_views_are_drawn_with_their_own_rates_and_m_nodes_take_part(monkeypatch):
    seen = []

    def watched(a, b, tau):
        seen.append((a, b, tau))
        return (a - b).square().sum()

    monkeypatch.setattr(grace, "contrast_views", watched)
    rates = {"drop_edges": 0.0, "drop_features": 0.0}
    model = small_model("GRACE", samples=20, tau=0.3, drop_edges_2=0.5, drop_features_2=0.5, **rates)
    model.contrast()
    a, b, tau = seen[0]
    assert (len(a), len(b), tau) == (20, 20, 0.3)
    assert not torch.equal(a, b)
    same = small_model("GRACE", drop_edges_2=0.0, drop_features_2=0.0, **rates)
    assert float(same.contrast().detach()) == 0


def test_the_embedding_is_in_front_of_the_projection_and_of_the_whole_graph():
    model = small_model("GRACE")
    before = model.embed()
    with torch.no_grad():
        model.projection[0].weight.zero_()
    assert torch.equal(model.embed(), before)
    assert before.shape == (GRAPH.num_nodes, 16)


def test_the_loss_falls():
    model = small_model("GRACE", learning_rate=0.01, samples=60)
    first = float(model.step("pretext").total.detach())
    assert min(float(model.step("pretext").total.detach()) for _ in range(20)) < first

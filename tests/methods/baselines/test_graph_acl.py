"""GraphACL: a node predicts its neighbours in the target and is pushed apart within its own encoder."""

import torch
import torch.nn.functional as F

from n2n.methods.baselines.graph_acl import asymmetric_loss
from n2n.methods.baselines.layers import sources_of, sparse_rows
from tests.baselines import GRAPH, close, small_model


def test_the_loss_and_its_gradient_are_those_of_the_formula():
    model = small_model("GraphACL", samples=1000, tau=0.5)
    with torch.no_grad():
        model.target.layers[0].weight.mul_(1.5).add_(0.1)
    weights = [*model.encoder.parameters(), *model.predictor.parameters()]
    v = F.normalize(model.encode(), dim=1)
    p = F.normalize(model.predictor(model.encode()), dim=1)
    t = F.normalize(model.target(model.x, model.whole), dim=1)
    near = torch.from_numpy(GRAPH.adjacency().toarray()) + torch.eye(GRAPH.num_nodes)
    positive = (p @ t.T / 0.5).exp()
    negative = (v @ v.T / 0.5).exp().sum(1, keepdim=True)
    log = (positive / (positive + negative)).log()
    expected = -((near * log).sum(1) / near.sum(1)).mean()
    found = model.contrast()
    close(found, expected)
    for one, two in zip(
        torch.autograd.grad(found, weights), torch.autograd.grad(expected, weights), strict=True
    ):
        close(one, two)


def test_drawn_negatives_stand_for_all():
    model = small_model("GraphACL", tau=1.0, samples=1000)
    v = torch.randn(GRAPH.num_nodes, 16, generator=torch.Generator().manual_seed(0))
    exact = model.others(v)
    few = small_model("GraphACL", tau=1.0, samples=30)
    mean = torch.stack([few.others(v) for _ in range(400)]).mean(0)
    torch.testing.assert_close(mean, exact, rtol=0.05, atol=0)


def test_gradients_stop_at_the_target_which_follows():
    model = small_model("GraphACL", momentum=0.5, learning_rate=0.1)
    before = model.target.layers[0].weight.clone()
    model.step("pretext")
    assert all(weight.grad is None for weight in model.target.parameters())
    close(model.target.layers[0].weight, 0.5 * before + 0.5 * model.encoder.layers[0].weight)


def test_agreement_with_neighbours_makes_the_loss_small():
    near = sparse_rows(GRAPH.adjacency())
    unit = torch.ones(GRAPH.num_nodes, 4) / 2
    few = torch.ones(GRAPH.num_nodes)
    agree, differ = (asymmetric_loss(near, sources_of(near), unit, aim, few, 1.0) for aim in (unit, -unit))
    assert agree < differ

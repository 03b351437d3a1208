"""SimMLP: the MLP is aligned with its smoothed self; features are reconstructed without a dense matrix."""

import torch
import torch.nn.functional as F

from n2n.methods.baselines.layers import sparse_rows
from n2n.methods.baselines.sim_mlp import reconstruction_error
from tests.baselines import GRAPH, close, small_model


def test_the_reconstruction_and_its_gradients_are_those_of_the_dense_formula():
    random = torch.Generator().manual_seed(0)
    x = torch.from_numpy(GRAPH.x.toarray())
    a = torch.randn(GRAPH.num_nodes, 5, generator=random, requires_grad=True)
    weight = torch.randn(5, GRAPH.num_features, generator=random, requires_grad=True)
    bias = torch.randn(GRAPH.num_features, generator=random, requires_grad=True)
    expected = F.mse_loss(F.normalize(a @ weight + bias, dim=1), x)
    found = reconstruction_error(a, weight, bias, sparse_rows(GRAPH.x), x.square().sum(1))
    close(found, expected)
    inputs = a, weight, bias
    for one, two in zip(
        torch.autograd.grad(found, inputs), torch.autograd.grad(expected, inputs), strict=True
    ):
        close(one, two)


def test_the_alignment_stops_at_the_smoothed_side():
    model = small_model("SimMLP", reconstruction=0.0, drop_edges=0.0, drop_features=0.0)
    z = model.encode().detach().requires_grad_()
    smooth = model.smooth(z, model.views.whole.adjacency)
    expected = 1 - F.cosine_similarity(model.predictor(z), smooth.detach(), dim=1).mean()
    found = model.contrast()
    close(found, expected)
    found.backward()
    assert all(weight.grad is None for weight in model.smooth_norms.parameters())
    assert model.first.weight.grad is not None


def test_the_reconstruction_reaches_the_smoothed_side():
    model = small_model("SimMLP", reconstruction=10.0)
    model.contrast().backward()
    learnt = [weight for weight in model.smooth_norms.parameters() if weight.requires_grad]
    assert all(weight.grad is not None and weight.grad.any() for weight in learnt)


def test_a_node_is_encoded_from_its_features_alone():
    model = small_model("SimMLP")
    row = torch.from_numpy(GRAPH.x.toarray()[7:8])
    close(model.encode_rows(row), model.embed()[7:8])


def test_the_rate_falls_to_zero_along_half_a_cosine():
    model = small_model("SimMLP", epochs=4, learning_rate=0.1)
    rates = []
    for _ in range(4):
        model.step("pretext")
        rates.append(model.optimiser.param_groups[0]["lr"])
    assert [round(rate, 4) for rate in rates] == [0.1, 0.0854, 0.05, 0.0146]

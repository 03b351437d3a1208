"""Sampled denominators: unbiased at every τ and similarity, exact with all nodes, little noise."""

import math

import pytest
import torch
import torch.nn.functional as F

from n2n.methods.n2n import exact as loss_exact
from n2n.methods.n2n import sampled as loss_sampled

N = 60
DRAWS = 500


def vectors(similarity, seed=0):
    h = torch.randn(N, 6, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)) + 0.3
    return F.normalize(h, dim=1) if similarity == "cosine" else h


@torch.inference_mode()
def estimates(u, tau, similarity, samples, generator, count):
    """(count, N) log Z_i of every node, each from a draw of its own."""
    length, mean, found = u.norm(dim=1), u.mean(0, keepdim=True), []
    for _ in range(count):
        batch, w = loss_sampled.draw(length, similarity == "dot", samples, generator)
        x = u @ torch.cat([u[batch], mean]).T
        found.append(loss_sampled.shares(x, length, batch, w, tau)[0])
    return torch.stack(found) + math.log(N)


@pytest.mark.parametrize(("similarity", "tau"), [("cosine", 5.0), ("cosine", 0.3), ("dot", 2.0)])
@pytest.mark.parametrize("samples", [5, 16])
def test_the_mean_of_many_draws_is_the_true_sum(similarity, tau, samples):
    u, generator = vectors(similarity), torch.Generator().manual_seed(1)
    true = torch.exp(u @ u.T / tau).sum(1)
    draws = estimates(u, tau, similarity, samples, generator, DRAWS).exp() / true
    error = (draws.mean(0) - 1).abs()
    assert (error < 3.5 * draws.std(0) / DRAWS**0.5 + 1e-6).all()
    assert draws.std(0).mean() < 1, "an estimate this noisy would pass for anything"


@pytest.mark.parametrize("by_length", [False, True])
@pytest.mark.parametrize(("n", "samples"), [(10, 4), (7, 5), (3, 8)])
def test_the_draw_weighs_every_node_alike(n, samples, by_length):
    generator, length = torch.Generator().manual_seed(0), torch.linspace(1, 2, n, dtype=torch.float64)
    weight = torch.zeros(n, dtype=torch.float64)
    for _ in range(DRAWS):
        batch, w = loss_sampled.draw(length, by_length, samples, generator)
        assert len(batch) == min(n, samples)
        weight.index_add_(0, batch, w)
    torch.testing.assert_close(weight / DRAWS, torch.full((n,), 1 / n, dtype=torch.float64), rtol=0.1, atol=0)


@pytest.mark.parametrize(("similarity", "tau"), [("cosine", 0.2), ("dot", 0.5)])
def test_all_nodes_give_the_exact_value_and_gradient(similarity, tau):
    u = vectors(similarity)
    value, saved = loss_sampled.forward(u, tau, u.norm(dim=1), similarity == "dot", N)
    # Strata of one node each draw every node once, so nothing is left to chance.
    wanted, wanted_saved = loss_exact.forward(u, tau)
    torch.testing.assert_close(value, wanted)
    grad, wanted_grad = torch.empty_like(u), torch.empty_like(u)
    constant, own = loss_sampled.gradient(u, saved, tau, grad)
    loss_exact.gradient(u, wanted_saved, tau, wanted_grad)
    torch.testing.assert_close(grad + constant + own[:, None] * u, wanted_grad)


def test_centring_leaves_less_noise_than_plain_negatives():
    u, tau, generator = vectors("cosine").abs(), 5.0, torch.Generator().manual_seed(2)
    u = F.normalize(u, dim=1)
    centred, plain = estimates(u, tau, "cosine", 8, generator, 200), []
    for _ in range(200):
        batch = torch.randint(N, (8,), generator=generator)
        plain.append(torch.logsumexp(u @ u[batch].T / tau, 1))
    assert centred.std(0).mean() < torch.stack(plain).std(0).mean() / 10

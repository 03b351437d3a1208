"""InfoNCE against its formula: values, gradients, samples, batches that stand for more nodes, NaN."""

import math

import numpy as np
import pytest
import scipy.sparse as sp
import torch
import torch.nn.functional as F

import n2n
from n2n.compute import kernels
from n2n.methods.layers import Aggregation
from n2n.methods.n2n import info_nce as module
from n2n.methods.n2n.info_nce import choose_estimator, draw, info_nce, log_z_terms
from tests.graphs import planted

N, WIDTH = 90, 12
CASES = [(similarity, estimator) for similarity in ("cosine", "dot") for estimator in ("exact", "sampled")]


def log_z(h, tau, similarity):
    h = F.normalize(h, dim=1) if similarity == "cosine" else h
    return torch.logsumexp(h @ h.T / tau, dim=1)


def formula(h, s, tau, similarity):
    pair = F.cosine_similarity(s, h) if similarity == "cosine" else (s * h).sum(1)
    return (log_z(h, tau, similarity) - pair / tau).mean()


def nodes(n=N, width=WIDTH, dtype=torch.float32):
    h = torch.randn(n, width, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    return (h + 0.5).to(dtype).requires_grad_()


def positives(k, n=N):
    rng = np.random.default_rng(0)
    chosen = np.concatenate([rng.choice(n, k, False) for _ in range(n)])
    return Aggregation(sp.csr_array((np.ones(n * k), chosen, np.arange(n + 1) * k), (n, n)))


@pytest.fixture(params=["compiled", "plain"])
def path(request, monkeypatch):
    """The compiled loops, and the torch code that stands in for them on other devices."""
    if request.param == "plain":
        monkeypatch.setattr(kernels, "usable", lambda *tensors: False)


@pytest.mark.parametrize("k", [1, 4])
@pytest.mark.parametrize("tau", [0.05, 5.0])
@pytest.mark.parametrize(("similarity", "estimator"), CASES)
def test_value_and_gradient_are_those_of_the_formula(similarity, estimator, tau, k, path, monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 7 * N)
    monkeypatch.setattr(module, "SAVED", N * N if k == 1 else 0)
    h, nearby = nodes(), positives(k)
    found = info_nce(h, nearby, tau, similarity, estimator, samples=N)  # all nodes drawn: nothing is random
    wanted = formula(h, nearby(h), tau, similarity)
    torch.testing.assert_close(found, wanted, rtol=1e-5, atol=1e-4)
    torch.testing.assert_close(
        *(torch.autograd.grad(loss, h)[0] for loss in (found, wanted)), rtol=1e-3, atol=2e-5 / tau
    )


@pytest.mark.parametrize("k", [1, 3])
@pytest.mark.parametrize("batch", [9, 6], ids=["all rows", "the first rows"])
@pytest.mark.parametrize(("similarity", "estimator"), CASES)
def test_gradients_in_double_precision(similarity, estimator, k, batch):
    h, nearby = nodes(9, 4, torch.float64), positives(k, 9)
    if batch < 9:
        nearby = Aggregation(sp.csr_array((nearby.rows @ torch.eye(9)).numpy()[:batch]))

    def loss(h):
        more = {"samples": 4, "generator": torch.Generator().manual_seed(7), "num_nodes": 20}
        return info_nce(h, nearby, 4.0, similarity, estimator, nodes=batch, **more)

    assert torch.autograd.gradcheck(loss, h)


@pytest.mark.parametrize("estimator", ["exact", "sampled"])
def test_a_row_of_zeros_is_similar_to_nothing(estimator, path):
    with torch.no_grad():
        h = nodes()
        h[3] = 0
    h.requires_grad_()
    loss = info_nce(h, positives(1), 5.0, "cosine", estimator, samples=N)
    torch.testing.assert_close(loss, formula(h, positives(1)(h), 5.0, "cosine"), rtol=1e-4, atol=1e-4)
    loss.backward()
    assert h.grad.isfinite().all()
    assert not h.grad[3].any()


@pytest.mark.parametrize(("similarity", "tau"), [("cosine", 5.0), ("cosine", 0.3), ("dot", 2.0)])
@pytest.mark.parametrize("samples", [5, 16])
def test_samples_are_unbiased_and_have_little_noise(similarity, tau, samples):
    """The mean Z_i of 500 draws is exact, and the control variate leaves less noise than plain samples."""
    h, generator = nodes(60, 6, torch.float64).detach(), torch.Generator().manual_seed(1)
    u = F.normalize(h, dim=1) if similarity == "cosine" else h
    length, mean, found, plain = u.norm(dim=1), u.mean(0, keepdim=True), [], []
    for _ in range(500):
        drawn, w = draw(length, similarity == "dot", samples, generator)
        x = u @ torch.cat([u[drawn], mean]).T
        found.append((log_z_terms(x, length, drawn, w, tau)[0] + math.log(60)).exp())
        others = torch.randint(60, (samples,), generator=generator)
        plain.append((u @ u[others].T / tau).exp().mean(1) * 60)
    true, draws = log_z(h, tau, similarity).exp(), torch.stack(found)
    error = (draws.mean(0) - true).abs()
    assert (error < 3.5 * draws.std(0) / 500**0.5 + 1e-6 * true).all()
    assert draws.std(0).mean() < torch.stack(plain).std(0).mean()


@pytest.mark.parametrize("k", [1, 3, "all"])
@pytest.mark.parametrize(("similarity", "tau"), [("cosine", 0.2), ("cosine", 1.0), ("dot", 0.5)])
def test_the_loss_of_mini_batches_is_that_of_all_nodes(similarity, tau, k):
    """The node itself counts once in a batch of 40, the others (n−1)/39 times. Two ranks have the same curve
    as one: tests/training/test_distributed.py."""
    s = n2n.Settings("URL", k=k, tau=tau, similarity=similarity, estimator="exact", width=16, dropout=0.0)
    s = s.replace(learning_rate=1e-6, epochs=20, evaluate_every=20)  # the weights hardly change
    graph = planted(400)
    whole = next(iter(n2n.train(graph, s))).loss
    batches = [epoch.loss for epoch in n2n.train(graph, s.replace(batch_size=40))]
    assert np.mean(batches) == pytest.approx(whole, abs=0.03)


@pytest.mark.parametrize("value", [math.nan, math.inf])
@pytest.mark.parametrize("batch_size", [0, 10])
@pytest.mark.parametrize(("similarity", "estimator"), CASES)
def test_a_diverged_training_has_a_loss_that_is_not_finite(similarity, estimator, batch_size, value):
    settings = n2n.Settings(
        "URL", width=8, similarity=similarity, estimator=estimator, samples=4, batch_size=batch_size
    )
    trainer = n2n.Trainer(n2n.load("karate"), settings)
    with torch.no_grad():
        for weight in trainer.model.parameters():
            weight.fill_(value)
    assert not trainer.model.step("pretext").total.isfinite()


def test_the_estimator_follows_the_number_of_nodes_or_the_request():
    assert choose_estimator(2_708)[0] == "exact"
    assert choose_estimator(34_493)[0] == "sampled"
    assert choose_estimator(10, "sampled")[0] == "sampled"
    assert choose_estimator(34_493, "sampled", in_batches=True)[0] == "exact"

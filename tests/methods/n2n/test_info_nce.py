"""InfoNCE against the plain formula, its gradients, and the choice of the estimator."""

import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from n2n.compute import kernels
from n2n.methods.aggregation import Neighbourhood
from n2n.methods.n2n import exact as loss_exact
from n2n.methods.n2n.info_nce import (
    choose_estimator,
    info_nce,
    info_nce_with_rows,
    mutual_information_bound,
    series_bound,
)

N, WIDTH = 90, 12
CASES = [
    ("cosine", "exact"),
    ("cosine", "series"),
    ("cosine", "sampled"),
    ("dot", "exact"),
    ("dot", "sampled"),
]


def formula(h, s, tau, similarity):
    if similarity == "cosine":
        h, s = F.normalize(h, dim=1), F.normalize(s, dim=1)
    return -((s * h).sum(1) / tau - torch.logsumexp(h @ h.T / tau, dim=1)).mean()


def nodes(n=N, width=WIDTH, dtype=torch.float32, seed=0):
    h = torch.randn(n, width, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    return (h + 0.5).to(dtype).requires_grad_()


def positives(k, n=N):
    rng = np.random.default_rng(0)
    return Neighbourhood(np.arange(n + 1) * k, np.concatenate([rng.choice(n, k, False) for _ in range(n)]), n)


def both(h, nearby, tau, similarity, estimator, **more):
    """Loss and gradient of `info_nce`, then of the formula."""
    out = []
    for loss in (
        info_nce(h, nearby, tau, similarity, estimator, **more),
        formula(h, nearby(h) if callable(nearby) else nearby, tau, similarity),
    ):
        (grad,) = torch.autograd.grad(loss, h)
        out += [loss.detach(), grad]
    return out


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("k", [1, 4])
@pytest.mark.parametrize("tau", [0.05, 1.0, 5.0])
@pytest.mark.parametrize("similarity", ["cosine", "dot"])
def test_exact_is_the_formula(similarity, tau, k, plain, monkeypatch):
    monkeypatch.setattr(loss_exact, "TILE", 32)
    if plain:
        monkeypatch.setattr(kernels, "usable", lambda *tensors: False)
    loss, grad, wanted, wanted_grad = both(nodes(), positives(k), tau, similarity, "exact")
    torch.testing.assert_close(loss, wanted, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(grad, wanted_grad, rtol=1e-4, atol=2e-5 / tau)


@pytest.mark.parametrize(("similarity", "estimator"), CASES)
def test_a_given_s_is_a_neighbourhood(similarity, estimator):
    h, nearby = nodes(), positives(1)
    losses = [
        info_nce(h, s, 5.0, similarity, estimator, generator=torch.Generator().manual_seed(1))
        for s in (nearby, h[nearby.single])
    ]
    torch.testing.assert_close(*losses)
    torch.testing.assert_close(*(torch.autograd.grad(loss, h)[0] for loss in losses), rtol=1e-4, atol=1e-7)


@pytest.mark.parametrize("k", [1, 3])
@pytest.mark.parametrize(("similarity", "estimator"), CASES)
def test_gradients_in_double_precision(similarity, estimator, k):
    h, nearby, rows = nodes(9, 4, torch.float64), positives(k, 9), torch.tensor([2, 5, 2])

    def loss(h):
        generator = torch.Generator().manual_seed(7)
        choice = 4.0, similarity, estimator
        return info_nce_with_rows(h, nearby, rows, *choice, samples=4, generator=generator)

    assert torch.autograd.gradcheck(loss, h)


@pytest.mark.parametrize(("similarity", "estimator"), CASES)
def test_compiled_and_plain_agree(similarity, estimator, monkeypatch):
    results = []
    for usable in (kernels.usable, lambda *tensors: False):
        monkeypatch.setattr(kernels, "usable", usable)
        h = nodes(300, 40)
        generator = torch.Generator().manual_seed(3)
        rows, choice = torch.arange(9), (3.0, similarity, estimator)
        loss, chosen = info_nce_with_rows(h, positives(1, 300), rows, *choice, generator=generator)
        (loss + chosen.square().mean()).backward()
        results.append((loss.detach(), h.grad))
    torch.testing.assert_close(results[0], results[1], rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(("similarity", "estimator"), CASES)
def test_the_same_seed_gives_the_same_bits(similarity, estimator):
    results = []
    for _ in range(2):
        h = nodes(2000, 128)
        loss = info_nce(
            h, positives(1, 2000), 3.0, similarity, estimator, generator=torch.Generator().manual_seed(3)
        )
        loss.backward()
        results.append(torch.cat([loss.detach()[None], h.grad.flatten()]))
    assert torch.equal(*results)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("estimator", ["exact", "series", "sampled"])
def test_a_row_of_zeros_is_similar_to_nothing_and_harms_nobody(estimator, dtype):
    with torch.no_grad():
        h = nodes(dtype=dtype)
        h[3] = 0
    h.requires_grad_()
    loss, grad, wanted, _ = both(h, positives(1), 5.0, "cosine", estimator, samples=N)
    torch.testing.assert_close(loss, wanted, rtol=1e-4, atol=1e-4)
    assert grad.isfinite().all()
    assert not grad[3].any()


def test_only_the_rows_may_have_a_gradient():
    h = nodes()
    _, chosen = info_nce_with_rows(h, positives(1), torch.tensor([1, 4]), 5.0)
    chosen.sum().backward()
    assert h.grad.sum(1).nonzero().squeeze().tolist() == [1, 4]


def test_large_dot_products_stay_finite():
    h = (nodes() * 100).detach().requires_grad_()
    for estimator in ("exact", "sampled"):
        loss, grad, wanted, _ = both(h, positives(1), 1.0, "dot", estimator, samples=N)
        torch.testing.assert_close(loss, wanted, rtol=1e-4, atol=1e-2)
        assert grad.isfinite().all()


@pytest.mark.parametrize(
    ("num_nodes", "tau", "similarity", "expected", "word"),
    [
        (34, 5.0, "cosine", "exact", "34 nodes"),
        (2708, 5.0, "cosine", "series", "0.16%"),
        (2708, 5.0, "dot", "exact", "2,708"),
        (34493, 5.0, "dot", "sampled", "unbounded"),
        (34493, 0.5, "cosine", "sampled", "more than 100%"),
        (34493, 2.0, "cosine", "sampled", "3%"),
        (34493, 0.0005, "cosine", "sampled", "100%"),
    ],
)
def test_the_estimator_follows_size_and_temperature(num_nodes, tau, similarity, expected, word):
    name, reason = choose_estimator(num_nodes, tau, similarity, "auto")
    assert name == expected
    assert word in reason
    assert reason.endswith(".")


def test_a_requested_estimator_is_taken_or_refused():
    assert choose_estimator(10, 5.0, "cosine", "sampled")[0] == "sampled"
    for arguments, message in [
        ((10, 5.0, "dot", "series"), "needs cosine"),
        ((10, 1.0, "cosine", "series"), "off by 45.3% at tau = 1"),
        ((10, 5.0, "cosine", "guess"), "estimator is 'guess'"),
        ((10, 5.0, "euclid", "exact"), "similarity is 'euclid'"),
        ((10, 0.0, "cosine", "exact"), "tau is 0.0"),
    ]:
        with pytest.raises(ValueError, match=message):
            choose_estimator(*arguments)


def test_bounds():
    assert series_bound(5.0) == pytest.approx(math.exp(0.2) / 750)
    assert mutual_information_bound(1.0, 100) == pytest.approx(math.log(100) - 1)

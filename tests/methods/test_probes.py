"""The linear probes against torch's own training, and on groups that can be separated."""

import pytest
import torch
import torch.nn.functional as F

from n2n.methods import probes
from n2n.methods.probes import PENALTIES, RATE, fit_probe

STEPS = 25


@pytest.fixture
def groups():
    """Three directions with noise, 60 nodes each: 60 for training, 30 for validation, 90 for the test."""
    generator = torch.Generator().manual_seed(0)
    h = torch.eye(8)[:3].repeat_interleave(60, 0) + 0.2 * torch.randn(180, 8, generator=generator)
    order = torch.randperm(180, generator=generator)
    return 5 * h[order], torch.arange(3).repeat_interleave(60)[order]


@pytest.mark.parametrize(("kind", "least"), [("logistic", 0.95), ("softmax", 0.8)])
@pytest.mark.parametrize("known", [90, 60], ids=["validation nodes", "none"])
def test_a_probe_separates_what_can_be_separated(groups, kind, least, known):
    h, y = groups
    probe = fit_probe(h[:known], y[:known], 60, 3, kind)
    assert (probe(h[90:]).argmax(1) == y[90:]).float().mean() > least
    assert torch.equal(probe.weight, fit_probe(h[:known], y[:known], 60, 3, kind).weight)
    other = fit_probe(h[:known], y[:known], 60, 3, kind, seed=1)
    assert torch.equal(probe.weight, other.weight) == (kind == "logistic")


def by_autograd(x, y, weight, bias, rate, falling, penalty=0.0, eps=1e-8):
    optimiser = torch.optim.Adam([weight, bias], eps=eps)
    for step in range(STEPS):
        optimiser.param_groups[0]["lr"] = rate * (1 - step / STEPS) if falling else rate
        optimiser.zero_grad()
        (F.cross_entropy(x @ weight + bias, y) + penalty * weight.square().sum()).backward()
        optimiser.step()
    return weight.detach(), bias.detach()


def test_logistic_regression_is_that_of_autograd_with_the_best_penalty(groups, monkeypatch):
    monkeypatch.setattr(probes, "STEPS", STEPS)
    h, y = groups
    y = torch.where(torch.arange(180) % 7 == 0, (y + 1) % 3, y)  # not separable, so that penalties matter
    unit = F.normalize(h, dim=1) * 8**0.25
    # Of 50 nodes no class has exactly a third: Adam takes a full step along a gradient of rounding.
    candidates = []
    for penalty in PENALTIES:
        start = torch.zeros(8, 3, requires_grad=True), torch.zeros(3, requires_grad=True)
        weight, bias = by_autograd(unit[:50], y[:50], *start, RATE, True, penalty)
        right = ((unit[50:90] @ weight + bias).argmax(1) == y[50:90]).sum()
        candidates.append((-int(right), len(candidates), unit @ weight + bias))
    torch.testing.assert_close(fit_probe(h[:90], y[:90], 50, 3)(h), min(candidates)[2], rtol=0, atol=1e-4)


def test_the_softmax_layer_without_dropout_is_that_of_autograd(groups, monkeypatch):
    monkeypatch.setattr(probes, "SOFTMAX_EPOCHS", STEPS)
    monkeypatch.setattr(probes, "SOFTMAX_DROPOUT", 0.0)
    h, y = groups
    weight = torch.nn.init.xavier_uniform_(torch.empty(8, 3), generator=torch.Generator().manual_seed(5))
    start = weight.requires_grad_(), torch.zeros(3, requires_grad=True)
    weight, bias = by_autograd(h[:60], y[:60], *start, 0.001, False, eps=1e-7)
    probe = fit_probe(h[:90], y[:90], 60, 3, "softmax", seed=5)
    torch.testing.assert_close(probe(h), h @ weight + bias, rtol=0, atol=1e-4)

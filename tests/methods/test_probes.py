"""The linear probes."""

import pytest
import torch
import torch.nn.functional as F

from n2n.methods import probes
from n2n.methods.evaluation import Nodes, micro_f1
from n2n.methods.probes import PROBE_PENALTIES, PROBE_RATE, probe, softmax_probe


def nodes_of(y, train, val, test):
    return Nodes(*(torch.as_tensor(part) for part in (train, val, test)), torch.as_tensor(y))


@pytest.fixture
def groups():
    """Three directions with noise, 60 nodes each."""
    generator = torch.Generator().manual_seed(0)
    h = torch.eye(8)[:3].repeat_interleave(60, 0) + 0.2 * torch.randn(180, 8, generator=generator)
    h *= 5  # about as long as what an encoder gives
    y = torch.arange(3).repeat_interleave(60)
    order = torch.randperm(180, generator=generator)
    return h, y, order


KINDS = pytest.mark.parametrize("kind", ["logistic", "softmax"])


@KINDS
def test_the_probe_finds_what_can_be_separated(groups, kind):
    h, y, order = groups
    nodes = nodes_of(y, order[:60], order[60:90], order[90:])
    logits = probe(h, nodes, 3, kind)
    assert logits.shape == (180, 3)
    assert nodes.scores(logits.argmax(1))[2] > (0.95 if kind == "logistic" else 0.8)
    assert torch.equal(logits, probe(h, nodes, 3, kind))


@KINDS
def test_the_probe_never_looks_at_test_labels(groups, kind):
    h, y, order = groups
    wrong = y.clone()
    wrong[order[90:]] = (wrong[order[90:]] + 1) % 3
    parts = order[:60], order[60:90], order[90:]
    one, other = (probe(h, nodes_of(labels, *parts), 3, kind) for labels in (y, wrong))
    assert torch.equal(one, other)


@KINDS
def test_the_probe_works_without_validation_nodes(groups, kind):
    h, y, order = groups
    nodes = nodes_of(y, order[:60], order[:0], order[90:])
    assert nodes.scores(probe(h, nodes, 3, kind).argmax(1))[2] > (0.9 if kind == "logistic" else 0.8)


STEPS = 25


def by_autograd(h, nodes, num_classes):
    """The same classifiers, one after the other, with torch's own Adam."""
    unit = F.normalize(h, dim=1) * h.shape[1] ** 0.25
    found = []
    for penalty in PROBE_PENALTIES:
        weight = torch.zeros(h.shape[1], num_classes, requires_grad=True)
        bias = torch.zeros(num_classes, requires_grad=True)
        optimiser = torch.optim.Adam([weight, bias])
        for step in range(STEPS):
            optimiser.param_groups[0]["lr"] = PROBE_RATE * (1 - step / STEPS)
            optimiser.zero_grad()
            logits = unit[nodes.train] @ weight + bias
            loss = F.cross_entropy(logits, nodes.y[nodes.train]) + penalty * weight.square().sum()
            loss.backward()
            optimiser.step()
        logits = (unit @ weight + bias).detach()
        found.append((-micro_f1(logits[nodes.val].argmax(1), nodes.y[nodes.val]), len(found), logits))
    return min(found)[2]


def test_the_probe_is_softmax_regression_by_adam(groups, monkeypatch):
    monkeypatch.setattr(probes, "PROBE_STEPS", STEPS)
    h, y, order = groups
    y = torch.where(torch.arange(180) % 7 == 0, (y + 1) % 3, y)  # not separable, so that penalties matter
    nodes = nodes_of(y, order[:60], order[60:90], order[90:])
    assert torch.allclose(probe(h, nodes, 3), by_autograd(h, nodes, 3), atol=1e-4)


def test_the_softmax_layer_without_dropout_is_that_of_torch(groups, monkeypatch):
    monkeypatch.setattr(probes, "SOFTMAX_EPOCHS", STEPS)
    h, y, order = groups
    h = torch.relu(h)
    nodes = nodes_of(y, order[:60], order[60:90], order[90:])
    weight = torch.nn.init.xavier_uniform_(torch.empty(8, 3), generator=torch.Generator().manual_seed(5))
    weight, bias = weight.requires_grad_(), torch.zeros(3, requires_grad=True)
    optimiser = torch.optim.Adam([weight, bias], lr=0.001, eps=1e-7)
    for _ in range(STEPS):
        optimiser.zero_grad()
        F.cross_entropy(h[nodes.train] @ weight + bias, y[nodes.train]).backward()
        optimiser.step()
    assert torch.allclose(softmax_probe(h, nodes, 3, 5, dropout=0.0), (h @ weight + bias).detach(), atol=1e-4)


def test_the_softmax_layer_drops_by_its_seed(groups):
    h, y, order = groups
    nodes = nodes_of(y, order[:60], order[60:90], order[90:])
    assert not torch.equal(probe(h, nodes, 3, "softmax", 0), probe(h, nodes, 3, "softmax", 1))

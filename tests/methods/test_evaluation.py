"""Scores and the linear probe."""

import numpy as np
import pytest
import torch

from n2n.methods.evaluation import Nodes, micro_f1, probe


def nodes_of(y, train, val, test):
    return Nodes(*(torch.as_tensor(part) for part in (train, val, test)), torch.as_tensor(y))


@pytest.fixture
def groups():
    """Three directions with noise, 60 nodes each."""
    generator = torch.Generator().manual_seed(0)
    h = torch.eye(8)[:3].repeat_interleave(60, 0) + 0.2 * torch.randn(180, 8, generator=generator)
    y = torch.arange(3).repeat_interleave(60)
    order = torch.randperm(180, generator=generator)
    return h, y, order


def test_micro_f1_is_that_of_scikit_learn():
    from sklearn.metrics import f1_score

    rng = np.random.default_rng(0)
    predicted, truth = rng.integers(0, 4, 50), rng.integers(0, 4, 50)
    assert micro_f1(predicted, truth) == pytest.approx(f1_score(truth, predicted, average="micro"))
    assert np.isnan(micro_f1(predicted[:0], truth[:0]))


def test_the_probe_finds_what_can_be_separated(groups):
    h, y, order = groups
    nodes = nodes_of(y, order[:60], order[60:90], order[90:])
    logits = probe(h, nodes, 3)
    assert logits.shape == (180, 3)
    assert nodes.scores(logits.argmax(1))[2] > 0.95
    assert torch.equal(logits, probe(h, nodes, 3))


def test_the_probe_never_looks_at_test_labels(groups):
    h, y, order = groups
    wrong = y.clone()
    wrong[order[90:]] = (wrong[order[90:]] + 1) % 3
    parts = order[:60], order[60:90], order[90:]
    assert torch.equal(probe(h, nodes_of(y, *parts), 3), probe(h, nodes_of(wrong, *parts), 3))


def test_the_probe_works_without_validation_nodes(groups):
    h, y, order = groups
    nodes = nodes_of(y, order[:60], order[:0], order[90:])
    assert nodes.scores(probe(h, nodes, 3).argmax(1))[2] > 0.9

"""What all baselines share."""

import numpy as np
import pytest
import torch

from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.registry import build
from tests.baselines import GRAPH, small_model


def test_dropout_acts_while_training_and_on_stored_values_only():
    model = small_model("GCN", dropout=0.5)
    assert model.drop(model.x) is model.x
    model.train()
    dropped = model.drop(model.x)
    assert dropped.values.shape == model.x.values.shape
    assert 0.2 < float((dropped.values == 0).float().mean()) < 0.8
    assert torch.equal(dropped.indices, model.x.indices)


def test_a_step_changes_every_weight():
    model = small_model("GCN", width=8)
    before = [weight.detach().clone() for weight in model.parameters()]
    model.step("supervised")
    assert not any(torch.equal(a, b) for a, b in zip(before, model.parameters(), strict=True))


def test_embedding_is_deterministic_and_draws_nothing():
    model = small_model("GCN", dropout=0.5)
    state = model.generator.get_state()
    assert torch.equal(model.embed(), model.embed())
    assert torch.equal(model.generator.get_state(), state)


def test_the_seed_makes_the_weights():
    one, two, other = (
        build(GRAPH, BaselineSettings("MLP", width=8, split="random", seed=s)) for s in (1, 1, 2)
    )
    assert torch.equal(one.weights[0], two.weights[0])
    assert not torch.equal(one.weights[0], other.weights[0])


def test_without_labels_a_method_that_needs_them_is_refused():
    bare = GRAPH.replace(y=np.full(GRAPH.num_nodes, -1), class_names=())
    with pytest.raises(ValueError, match="has no labels, which GCN needs: choose a method"):
        build(bare, BaselineSettings("GCN", width=8))
    assert build(bare, BaselineSettings("DGI", width=8)).nodes is None

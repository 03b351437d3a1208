"""One step of N2N: the losses of each stage, and what Theorem 1 is about."""

import numpy as np
import pytest
import torch

import n2n
from n2n.methods.n2n.model import N2NModel

SMALL = n2n.Settings(width=8, dropout=0.0, estimator="exact", alpha=0.3)


def test_joint_loss_is_the_weighted_sum(karate):
    model = N2NModel(karate, SMALL)
    total, info, entropy = model.losses("joint")
    assert float(total) == pytest.approx(0.7 * float(entropy) + 0.3 * float(info))
    assert float(info) == pytest.approx(float(model.info_nce(model.embed())))


def test_each_stage_has_its_own_parts(karate):
    model = N2NModel(karate, SMALL)
    assert model.losses("pretext").cross_entropy is None
    assert model.losses("fine-tune").info_nce is None
    plain = model.losses("pretext").total
    twice = N2NModel(karate, SMALL.replace(loss_on_logits=True)).losses("pretext").total
    assert float(twice) > float(plain)


def test_a_new_stage_starts_the_optimiser_again(karate):
    model = N2NModel(karate, SMALL)
    model.step("pretext")
    assert model.optimiser.state
    model.begin_stage("fine-tune")
    assert not model.optimiser.state


def test_the_theorem_is_told_and_changes_nothing(karate):
    model = N2NModel(karate, SMALL.replace(estimator="sampled", watch_theorem=True))
    h, state = model.embed(), model.generator.get_state()
    told = model.theorem(h)
    assert torch.equal(model.generator.get_state(), state)
    assert told["feature_smoothness"] == pytest.approx(n2n.feature_smoothness(karate, h.numpy()), rel=1e-4)
    assert -1 <= told["positive_cosine"] <= 1


def test_a_graph_without_labels_is_refused_where_they_are_needed(karate):
    bare = karate.replace(y=np.full(34, -1), class_names=())
    assert N2NModel(bare, SMALL.replace(framework="URL")).nodes is None
    with pytest.raises(ValueError, match="has no labels, which JL needs: choose 'URL'"):
        N2NModel(bare, SMALL)

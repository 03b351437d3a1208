"""Embeddings, predictions and scores block by block are those of all nodes at once."""

import numpy as np
import pytest
import torch

import n2n
from n2n.methods.n2n import streamed
from n2n.methods.n2n.batch_model import BatchModel
from n2n.methods.n2n.model import N2NModel
from n2n.methods.ranks import Ranks
from n2n.methods.registry import look_at

SMALL = n2n.Settings(width=8, dropout=0.4, k=3, estimator="exact")


@pytest.fixture
def models(monkeypatch):
    """The same weights at once and in batches; a block has five nodes."""
    monkeypatch.setattr(streamed, "BLOCK", 5)

    def make(settings):
        graph = n2n.load("karate")
        return look_at(N2NModel(graph, settings)), look_at(BatchModel(graph, settings.replace(batch_size=10)))

    return make


@pytest.mark.parametrize("stage", ["joint", "pretext"])
def test_everything_is_as_of_all_nodes(models, stage):
    whole, parts = models(SMALL)
    np.testing.assert_allclose(parts.embeddings(), whole.embeddings(), atol=1e-6)
    np.testing.assert_allclose(parts.snapshot(), whole.snapshot(), atol=1e-3)
    assert parts.snapshot().dtype == np.float16
    np.testing.assert_array_equal(parts.predictions(stage), whole.predictions(stage))
    assert parts.scores(stage) == pytest.approx(whole.scores(stage))


@pytest.mark.parametrize("aggregator", ["mean", "max", "sum"])
@pytest.mark.parametrize("include_self", [False, True])
def test_the_theorem_is_watched_on_all_nodes_of_a_small_graph(models, aggregator, include_self):
    whole, parts = models(SMALL.replace(aggregator=aggregator, include_self=include_self))
    wanted = whole.theorem()
    assert parts.theorem() == pytest.approx(wanted, rel=1e-4)


def test_a_sample_is_close_to_the_theorem_of_all_nodes(models, monkeypatch):
    monkeypatch.setattr(streamed, "WATCHED", 24)
    whole, parts = models(SMALL)
    assert parts.theorem()["positive_cosine"] == pytest.approx(whole.theorem()["positive_cosine"], abs=0.1)


def test_ranks_look_at_shares_of_the_nodes(models, monkeypatch):
    _, parts = models(SMALL)
    wanted = parts.scores("joint")
    right = []
    monkeypatch.setattr(Ranks, "sum", lambda self, tensor: right.append(tensor) or tensor)
    for rank in range(3):
        parts.model.ranks = Ranks(rank, 3)
        parts.scores("joint")
    sizes = [len(part) for part in parts.model.graph.split().__dict__.values()]
    assert (sum(right) / torch.tensor(sizes)).tolist() == pytest.approx(wanted)


def test_the_probe_learns_from_a_bounded_number_of_nodes(models, monkeypatch):
    monkeypatch.setattr(streamed, "PROBE_NODES", 6)
    _, parts = models(SMALL.replace(framework="URL"))
    assert len(streamed.sample(torch.arange(100))) == 6
    assert np.isfinite(parts.scores("pretext")).all()
    monkeypatch.setattr("n2n.methods.n2n.batch_model.PROBE_NODES", 6)
    assert "learns from 6 of the training nodes" in parts.model.facts()["probe"]

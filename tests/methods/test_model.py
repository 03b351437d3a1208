"""One model in both modes: losses of each stage, batches, evaluation, resuming, and no wait for a GPU."""

import importlib

import numpy as np
import pytest
import torch

import n2n
from n2n.methods import model as shared
from n2n.methods.model import choose_device
from n2n.methods.n2n import model as module
from n2n.methods.n2n.info_nce import info_nce
from n2n.methods.n2n.model import N2NModel
from n2n.methods.ranks import Ranks
from n2n.methods.recipes import baselines
from n2n.methods.registry import build
from n2n.training.state import restore, state_of

SMALL = n2n.Settings(width=8, dropout=0.0, learning_rate=0.01, estimator="exact", alpha=0.3)


def loss_of(model, h):
    s = model.settings
    return info_nce(h, model._whole.aggregation, s.tau, s.similarity, model.estimator)


def test_each_stage_has_its_losses(karate):
    model = N2NModel(karate, SMALL)
    total, info, entropy = (part.detach() for part in model.losses(model._whole, "joint"))
    assert float(total) == pytest.approx(0.7 * float(entropy) + 0.3 * float(info))
    h = model.embed()
    assert float(info) == pytest.approx(float(loss_of(model, h)))
    with torch.no_grad():
        pretext, fine = (model.losses(model._whole, stage) for stage in ("pretext", "fine-tune"))
    assert (pretext.cross_entropy, fine.info_nce) == (None, None)
    assert float(pretext.total) == pytest.approx(float(info))
    assert float(fine.total) == pytest.approx(float(entropy))
    twice = N2NModel(karate, SMALL.replace(framework="URL", loss_on_logits=True))
    wanted = loss_of(twice, twice.embed()) + loss_of(twice, twice.logits(twice.embed()))
    found = twice.losses(twice._whole, "pretext").info_nce
    assert float(found) == pytest.approx(float(wanted), rel=1e-5)


FRAMEWORKS = ["JL", "URL", "PT&FT"]
POSITIVES = [(1, "mean"), (3, "max"), (3, "sum"), ("all", "mean"), ("all", "max")]


@pytest.mark.parametrize("similarity", ["cosine", "dot"])
@pytest.mark.parametrize("place", range(len(POSITIVES)))
def test_one_batch_of_all_nodes_is_the_full_batch(karate, place, similarity):
    framework, (k, aggregator) = FRAMEWORKS[place % 3], POSITIVES[place]
    settings = SMALL.replace(framework=framework, k=k, aggregator=aggregator, similarity=similarity)
    settings = settings.replace(loss_on_logits=framework == "URL", include_self=place > 3)
    full, batched = N2NModel(karate, settings), N2NModel(karate, settings.replace(batch_size=34))
    for _ in range(2):
        wanted, found = full.step(settings.stages[0]), batched.step(settings.stages[0])
        for a, b in zip(wanted, found, strict=True):
            assert (a is None) == (b is None)
            if a is not None:
                torch.testing.assert_close(b, a.detach(), rtol=1e-4, atol=1e-5)
    for a, b in zip(full.parameters(), batched.parameters(), strict=True):
        torch.testing.assert_close(a, b, rtol=0, atol=2e-3)


@pytest.mark.parametrize("batch_size", [0, 9])
def test_a_run_resumes_after_any_step(karate, batch_size):
    settings = SMALL.replace(batch_size=batch_size, dropout=0.4, estimator="sampled", samples=4)
    whole, broken = N2NModel(karate, settings), N2NModel(karate, settings)
    wanted = [whole.step("joint").total for _ in range(2)]
    states = []
    broken.on_step = lambda: states.append(state_of(broken, None))
    broken.step("joint")
    states += [] if batch_size else [state_of(broken, None)]
    broken.step("joint")
    resumed = N2NModel(karate, settings)
    restore(resumed, states[5] if batch_size else states[0])
    assert (resumed.epoch, resumed.position) == ((1, 2) if batch_size else (0, 0))
    assert torch.equal(resumed.step("joint").total, wanted[1])
    assert all(torch.equal(a, b) for a, b in zip(resumed.parameters(), whole.parameters(), strict=True))


@pytest.mark.parametrize(
    ("epoch", "stage", "wanted"), [(0, "pretext", 1.0), (3, "pretext", 0.25), (5, "fine-tune", 0.5)]
)
def test_in_batches_the_rate_falls_to_zero_at_the_end_of_a_stage(karate, epoch, stage, wanted):
    model = N2NModel(karate, SMALL.replace(framework="PT&FT", epochs=4, finetune_epochs=2, batch_size=34))
    model.epoch, rates = epoch, []
    model.on_step = lambda: rates.append(model.optimiser.param_groups[0]["lr"])
    model.step(stage)
    assert rates == pytest.approx([0.01 * wanted])


def test_models_that_cannot_be_built_are_refused(karate):
    bare = karate.replace(y=np.full(34, -1), class_names=())
    assert N2NModel(bare, SMALL.replace(framework="URL")).nodes is None
    with pytest.raises(ValueError, match=r"has no labels, which N2N-TAPS-1 \(JL\) needs: choose a method"):
        N2NModel(bare, SMALL)
    with pytest.raises(ValueError, match="has no features, so N2N-TAPS-1"):
        N2NModel(n2n.Graph.from_edges([[0], [1]], x=None, y=[0, 1]), SMALL)
    with pytest.raises(ValueError, match="fewer than the 4 processes"):
        N2NModel(karate, SMALL.replace(batch_size=3), ranks=Ranks(0, 4))
    with pytest.raises(ValueError, match="choose N2N with a batch_size"):
        build(karate, SMALL, ranks=Ranks(0, 2))


@pytest.fixture
def evaluations(monkeypatch, karate):
    """The same weights with all nodes at once and in batches; a block has five nodes."""
    monkeypatch.setattr(module, "BLOCK", 5)

    def make(settings):
        batched = N2NModel(karate, settings.replace(batch_size=10))
        return N2NModel(karate, settings).evaluation(), batched.evaluation()

    return make


@pytest.mark.parametrize("stage", ["joint", "pretext"])
def test_an_evaluation_in_blocks_is_that_of_all_nodes(evaluations, stage):
    whole, parts = evaluations(SMALL.replace(k=3, dropout=0.4))
    np.testing.assert_allclose(parts.embeddings(), whole.embeddings(), atol=1e-6)
    np.testing.assert_allclose(parts.snapshot(), whole.snapshot(), atol=1e-3)
    assert parts.snapshot().dtype == np.float16
    np.testing.assert_array_equal(parts.predictions(stage), whole.predictions(stage))
    assert parts.scores(stage) == pytest.approx(whole.scores(stage))
    predicted, split = whole.predictions(stage), whole.model.graph.split()
    for score, part in zip(whole.scores(stage), (split.train, split.val, split.test), strict=True):
        if len(part):
            assert score == pytest.approx((predicted[part] == whole.model.graph.y[part]).mean())
    model = whole.model
    assert model.predict(model.embed(), stage).tolist() == predicted.tolist()


def test_ranks_evaluate_shares_of_the_nodes(evaluations, monkeypatch):
    _, parts = evaluations(SMALL)
    wanted, right = parts.scores("joint"), []
    monkeypatch.setattr(Ranks, "sum", lambda self, tensor: right.append(tensor.clone()) or sum(right))
    for rank in range(3):
        parts.model.ranks = Ranks(rank, 3)
        found = parts.scores("joint")
    assert found == pytest.approx(wanted, nan_ok=True)


@pytest.mark.parametrize(("aggregator", "include_self"), [("mean", False), ("max", True), ("sum", False)])
def test_theorem_1_is_watched_without_a_change_to_the_training(evaluations, aggregator, include_self):
    settings = SMALL.replace(k=3, aggregator=aggregator, include_self=include_self)
    whole, parts = evaluations(settings)
    model, h = whole.model, whole.embeddings()
    state = model.generator.get_state()
    watched = whole.theorem()
    assert torch.equal(model.generator.get_state(), state)
    assert watched["feature_smoothness"] == pytest.approx(n2n.feature_smoothness(model.graph, h), rel=1e-4)
    assert watched["information"] == pytest.approx(np.log(34) - float(loss_of(model, whole.h)), abs=1e-4)
    assert parts.theorem() == pytest.approx(watched, rel=1e-4)


def test_theorem_1_on_a_sample_is_close(evaluations, monkeypatch):
    monkeypatch.setattr(module, "WATCHED", 24)
    whole, parts = evaluations(SMALL.replace(k=3))
    assert parts.theorem()["positive_cosine"] == pytest.approx(whole.theorem()["positive_cosine"], abs=0.1)


def test_the_device_of_a_process(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert choose_device("auto") == choose_device("cpu") == torch.device("cpu")
    with pytest.raises(ValueError, match="this machine has no usable GPU: choose 'auto' or 'cpu'"):
        choose_device("cuda")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 4)
    for rank, index in (("0", 0), ("2", 2), ("5", 1)):
        monkeypatch.setenv("LOCAL_RANK", rank)
        assert choose_device("auto") == torch.device("cuda", index)


class HostGenerator:
    """Stands in for a generator of the `meta` device, which has no random numbers."""

    def __init__(self, device="cpu"):
        self.device = device

    def manual_seed(self, seed):
        return self


@pytest.fixture
def meta(monkeypatch):
    """Models are built on `meta`, which has no numbers: what passes never copies a number to the host."""
    # What computes on "meta" loads it, and it cannot be loaded while torch's Generator is another class.
    importlib.import_module("torch._dynamo")
    monkeypatch.setattr(shared, "choose_device", lambda requested: torch.device("meta"))
    monkeypatch.setattr(torch, "Generator", HostGenerator)

    def without_generator(function):
        def call(*args, generator=None, **more):
            return function(*args, **more)

        return call

    for owner, name in ((torch, "rand"), (torch, "randperm"), (torch.nn.init, "xavier_uniform_")):
        monkeypatch.setattr(owner, name, without_generator(getattr(owner, name)))


def takes_steps_on_meta(model):
    for stage in model.settings.stages:
        if stage != model.settings.stages[0]:
            model.begin_stage(stage)
        assert model.step(stage).total.device.type == "meta"
    assert any(weight.grad is not None for weight in model.parameters())


@pytest.mark.usefixtures("meta")
@pytest.mark.parametrize("batch_size", [0, 20])
@pytest.mark.parametrize("place", range(12))
def test_a_step_never_waits_for_the_device(karate, place, batch_size):
    estimator, similarity = [(e, s) for e in ("exact", "sampled") for s in ("cosine", "dot")][place // 3]
    k, aggregator = [(1, "mean"), ("all", "mean"), (3, "max")][(place // 3 + place) % 3]
    settings = n2n.Settings(FRAMEWORKS[place % 3], k=k, estimator=estimator, similarity=similarity)
    settings = settings.replace(aggregator=aggregator, width=8, samples=4, batch_size=batch_size)
    takes_steps_on_meta(N2NModel(karate, settings.replace(loss_on_logits=place % 3 == 1)))


# These draw nodes, subgraphs or walks with numpy, or leave out what has no neighbour, so they wait.
ON_THE_HOST = {"FastGCN", "Graph-MLP", "InfoGraph", "DeepWalk", "node2vec"}


@pytest.mark.usefixtures("meta")
@pytest.mark.parametrize("method", sorted(baselines().keys() - ON_THE_HOST))
def test_a_step_of_a_baseline_never_waits_for_the_device(karate, method):
    settings = n2n.BaselineSettings(method, width=16, norm="batch", residual=True, samples=20)
    takes_steps_on_meta(build(karate, settings))

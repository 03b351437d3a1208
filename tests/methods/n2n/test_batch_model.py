"""Training in mini-batches: one batch of all nodes is the full batch; epochs, stages, places in an epoch."""

import numpy as np
import pytest
import torch

import n2n
from n2n.methods.n2n import batch_model, batches
from n2n.methods.n2n.batch_model import BatchModel
from n2n.methods.n2n.model import N2NModel

SMALL = n2n.Settings(width=8, dropout=0.0, learning_rate=0.01)


FRAMEWORKS = ["JL", "URL", "PT&FT"]
POSITIVES = [(1, False, "mean"), (3, False, "max"), (3, False, "sum"), ("all", False, "mean")]
POSITIVES += [("all", True, aggregator) for aggregator in ("mean", "max", "sum")]
LOSSES = [("exact", "cosine"), ("exact", "dot")]


# Every loss with all positives, and every framework with each of both.
@pytest.mark.parametrize("loss", range(len(LOSSES)))
@pytest.mark.parametrize("positives", range(len(POSITIVES)))
def test_one_batch_of_all_nodes_is_the_full_batch(karate, monkeypatch, positives, loss):
    framework = FRAMEWORKS[(positives + loss) % 3]
    (k, piecewise, aggregator), (estimator, similarity) = POSITIVES[positives], LOSSES[loss]
    monkeypatch.setattr(batch_model, "TRAINING_SHARE", 1.0)
    monkeypatch.setattr(batches, "ROWS_TOGETHER", -1 if piecewise else 100)
    settings = SMALL.replace(framework=framework, k=k, aggregator=aggregator, estimator=estimator)
    settings = settings.replace(similarity=similarity, samples=34, loss_on_logits=framework == "URL")
    full, batched = N2NModel(karate, settings), BatchModel(karate, settings.replace(batch_size=34))
    for _ in range(2):
        wanted, found = full.step(settings.stages[0]), batched.step(settings.stages[0])
        for a, b in zip(wanted, found, strict=True):
            assert (a is None) == (b is None)
            if a is not None:
                torch.testing.assert_close(b, a.detach(), rtol=1e-4, atol=1e-5)
    for a, b in zip(full.parameters(), batched.parameters(), strict=True):
        torch.testing.assert_close(a, b, rtol=0, atol=2e-3)


def test_labels_alone_go_through_the_training_nodes(karate):
    model = BatchModel(karate, SMALL.replace(alpha=0.0, batch_size=5))
    losses = model.step("joint")
    assert losses.info_nce is None
    assert model.steps_done == -(-len(model.labelled.train) // 5)


def test_an_epoch_goes_on_from_any_step(karate):
    settings = SMALL.replace(batch_size=9, dropout=0.4, estimator="sampled", samples=4)
    whole, broken = BatchModel(karate, settings), BatchModel(karate, settings)
    wanted = [whole.step("joint").total for _ in range(2)]
    states = []

    def stop():
        states.append((broken.extra_state(), [p.detach().clone() for p in broken.parameters()]))
        if len(states) == 6:
            raise KeyboardInterrupt

    broken.on_step = stop
    broken.step("joint")
    with pytest.raises(KeyboardInterrupt):
        broken.step("joint")
    broken.on_step = lambda: None
    assert (broken.epoch, broken.position) == (1, 2)
    torch.testing.assert_close(broken.step("joint").total, wanted[1], rtol=0, atol=0)


def test_a_batch_smaller_than_the_ranks_is_refused(karate):
    with pytest.raises(ValueError, match="fewer than the 4 processes"):
        BatchModel(karate, SMALL.replace(batch_size=3), ranks=batch_model.Ranks(0, 4))


@pytest.mark.parametrize("framework", ["JL", "URL"])
def test_a_run_learns_and_leaves_what_every_run_leaves(dataset, framework):
    cora = dataset("cora")
    settings = n2n.Settings.for_dataset("cora", framework, batch_size=512).replace(width=64, epochs=10)
    settings = settings.replace(evaluate_every=10, dropout=0.3, learning_rate=0.01)
    run = n2n.fit(cora, settings)
    assert run.scores.test > 0.7
    test = cora.split("paper").test
    assert (run.predictions[test] == cora.y[test]).mean() == pytest.approx(run.scores.test)
    assert run.embeddings.shape == (2708, 64)
    assert np.isfinite([epoch.loss for epoch in run.history]).all()
    again = n2n.Trainer(cora, settings)
    assert [again.step().loss, again.step().loss] == [epoch.loss for epoch in run.history[:2]]


@pytest.mark.parametrize(
    ("epoch", "stage", "wanted"), [(0, "pretext", 1.0), (3, "pretext", 0.25), (5, "fine-tune", 0.5)]
)
def test_the_rate_falls_to_zero_at_the_end_of_a_stage(karate, epoch, stage, wanted):
    settings = SMALL.replace(framework="PT&FT", epochs=4, finetune_epochs=2, batch_size=34)
    model = BatchModel(karate, settings)
    model.epoch = epoch
    rates = []
    model.on_step = lambda: rates.append(model.optimiser.param_groups[0]["lr"])
    model.step(stage)
    assert rates == pytest.approx([0.01 * wanted])

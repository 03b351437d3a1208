"""Training: deterministic, stoppable, resumable, and it learns."""

import numpy as np
import pytest

import n2n
from n2n.training.fit import fit
from n2n.training.trainer import Trainer, train
from tests.runs import without_times

SMALL = n2n.Settings(width=16, epochs=12, evaluate_every=3, learning_rate=0.01, dropout=0.3)


@pytest.mark.parametrize("framework", ["JL", "URL", "PT&FT"])
@pytest.mark.parametrize("estimator", ["exact", "sampled"])
def test_the_same_seed_gives_the_same_numbers_to_the_last_bit(karate, framework, estimator):
    settings = SMALL.replace(framework=framework, estimator=estimator, epochs=6, finetune_epochs=3)
    settings = settings.replace(watch_theorem=True)
    one, two = fit(karate, settings), fit(karate, settings)
    assert without_times(one.history) == without_times(two.history)
    np.testing.assert_array_equal(one.embeddings, two.embeddings)
    assert next(train(karate, settings.replace(seed=1))).loss != one.history[0].loss


def test_cora_is_deterministic_on_all_threads(cora):
    settings = n2n.Settings(width=64, epochs=3, k=5, evaluate_every=3, estimator="sampled")
    one, two = fit(cora, settings), fit(cora, settings)
    assert without_times(one.history) == without_times(two.history)
    np.testing.assert_array_equal(one.embeddings, two.embeddings)


def test_evaluation_does_not_change_the_training(karate):
    settings = SMALL.replace(estimator="sampled")
    often = fit(karate, settings.replace(evaluate_every=1, watch_theorem=True, snapshots=5))
    never = fit(karate, settings.replace(evaluate_every=12))
    assert [epoch.loss for epoch in often.history] == [epoch.loss for epoch in never.history]


@pytest.mark.parametrize("framework", ["JL", "URL", "PT&FT"])
@pytest.mark.parametrize("stop", [5, 14])
def test_continuing_from_a_state_gives_the_history_of_an_unbroken_run(karate, framework, stop):
    settings = SMALL.replace(framework=framework, finetune_epochs=6, snapshots=3, watch_theorem=True)
    whole = fit(karate, settings)
    broken = Trainer(karate, settings)
    for _ in range(min(stop, settings.total_epochs)):
        broken.step()
    resumed = Trainer(karate, settings, record=broken.record, state=broken.state())
    list(resumed)
    run = resumed.run()
    assert without_times(run.history) == without_times(whole.history)
    np.testing.assert_array_equal(run.embeddings, whole.embeddings)
    assert list(run.snapshots) == list(whole.snapshots)


def test_closing_the_iterator_stops_the_run(karate):
    epochs = train(karate, SMALL)
    assert next(epochs).index == 1
    epochs.close()
    assert list(epochs) == []


def test_epochs_carry_what_was_asked_for(karate):
    run = fit(karate, SMALL.replace(watch_theorem=True))
    assert [e.index for e in run.history if e.evaluated] == [3, 6, 9, 12]
    last = run.history[-1]
    assert last.loss == pytest.approx(0.1 * last.cross_entropy + 0.9 * last.info_nce, rel=1e-5)
    assert all(e.feature_smoothness > 0 and -1 <= e.positive_cosine <= 1 for e in run.history if e.evaluated)
    assert run.history[0].f1_val is None


def test_watched_smoothness_is_that_of_the_core(karate):
    trainer = Trainer(karate, SMALL.replace(watch_theorem=True, epochs=3))
    last = list(trainer)[-1]
    h = trainer.model.embed()
    assert last.feature_smoothness == pytest.approx(n2n.feature_smoothness(karate, h), rel=1e-5)


def test_raising_the_information_smooths_the_graph(cora):
    """Theorem 1, as far as it can be watched: δ_f of unit vectors falls while the bound rises."""
    settings = n2n.Settings(framework="URL", k="all", tau=0.5, width=32, epochs=6, evaluate_every=6)
    trainer = Trainer(cora, settings.replace(watch_theorem=True, learning_rate=0.01))

    def smoothness():
        h = trainer.model.embed().numpy()
        return n2n.feature_smoothness(cora, h / np.linalg.norm(h, axis=1, keepdims=True).clip(1e-9))

    before = smoothness(), trainer.model.evaluation().theorem()
    list(trainer)
    after = smoothness(), trainer.model.evaluation().theorem()
    assert after[1]["information"] > before[1]["information"]
    assert after[1]["positive_cosine"] > before[1]["positive_cosine"]
    assert after[0] < before[0]


def test_patience_stops_early(karate):
    settings = SMALL.replace(epochs=500, evaluate_every=1, patience=5)
    trainer = Trainer(karate, settings)
    list(trainer)
    assert len(trainer.history) == trainer.scores.epoch + 5 < 500


def test_without_validation_nodes_the_last_epoch_counts(cora):
    """Patience has nothing to go by, and the run says which epoch is reported."""
    split = cora.split("public")
    graph = cora.replace(public=n2n.Split(split.train, split.val[:0], split.test), further_splits=())
    settings = n2n.Settings(width=64, epochs=30, evaluate_every=5, patience=3, learning_rate=0.01)
    run = fit(graph, settings.replace(split="public"))
    assert len(run.history) == run.scores.epoch == 30
    assert run.scores.test == run.history[-1].f1_test
    assert (run.predictions[split.test] == cora.y[split.test]).mean() == run.scores.test
    assert "no validation nodes" in run.environment["selection"]
    assert "selection" not in fit(cora, settings.replace(epochs=1)).environment


WILD = {"learning_rate": 1.0, "tau": 0.01, "similarity": "dot", "epochs": 60}


def huge(graph):
    return graph.replace(x=np.asarray(graph.adjacency().toarray(), np.float32) * 1e18)


def refused(function) -> n2n.Run:
    """The run of a training that says at which epoch it diverged, and what to change."""
    with pytest.raises(ValueError, match=r"in epoch \d+: choose a lower learning rate than") as end:
        function()
    run = end.value.run
    assert all(np.isfinite(epoch.loss) for epoch in run.history)
    assert np.isfinite(run.embeddings).all()
    return run


@pytest.mark.parametrize(
    "settings",
    [
        SMALL.replace(estimator="exact", **WILD),
        SMALL.replace(estimator="sampled", k=3, **WILD),
        SMALL.replace(batch_size=10, **WILD),
        SMALL.replace(framework="URL", **WILD),
        SMALL.replace(framework="PT&FT", **WILD),
        n2n.BaselineSettings("GAT", width=16, learning_rate=1.0),
    ],
    ids=lambda s: f"{s.name} {s.batch_size}",
)
def test_a_run_whose_numbers_are_no_longer_finite_says_so(karate, tmp_path, settings):
    assert len(refused(lambda: fit(huge(karate), settings)).history) < 60
    refused(lambda: list(train(huge(karate), settings)))
    refused(lambda: fit(huge(karate), settings, folder=tmp_path / "run"))
    run = n2n.Run.open(tmp_path / "run")
    assert run.status.state == "failed"
    assert "temperature" in run.status.message or "tau" not in settings.relevant
    assert np.isfinite(run.embeddings).all()


def test_a_fork_that_diverges_has_the_last_good_state_of_its_parent(karate):
    parent = fit(huge(karate), SMALL.replace(learning_rate=1e-6, similarity="dot"))
    run = refused(lambda: n2n.fork(huge(karate), parent, 6, learning_rate=1.0, tau=0.01))
    assert [e.loss for e in run.history[:6]] == [e.loss for e in parent.history[:6]]


def test_snapshots_are_bounded(karate, monkeypatch):
    assert list(fit(karate, SMALL.replace(snapshots=4)).snapshots) == [1, 5, 8, 12]
    monkeypatch.setattr("n2n.training.trainer.SNAPSHOT_BYTES", 2 * 34 * 16 * 2)
    assert len(fit(karate, SMALL.replace(snapshots=50)).snapshots) == 2


def test_learning_is_visible(cora):
    """After 60 epochs the graph has taught the encoder what the labels alone could not."""
    settings = n2n.Settings(split="public", epochs=60, k="all", width=128, learning_rate=0.01, tau=0.5)
    settings = settings.replace(evaluate_every=20, estimator="sampled", samples=256)
    run, mlp = fit(cora, settings), fit(cora, settings.replace(alpha=0.0))
    assert mlp.scores.test > 0.4
    assert run.scores.test > mlp.scores.test + 0.05
    test = cora.split("public").test
    assert (run.predictions[test] == cora.y[test]).mean() == run.scores.test


def test_a_golden_short_run(cora):
    history = list(train(cora, n2n.Settings(width=32, epochs=3, dropout=0.5, tau=1.0, evaluate_every=3)))
    assert [e.info_nce for e in history] == pytest.approx(GOLDEN_INFO_NCE, rel=1e-4)
    assert [e.cross_entropy for e in history] == pytest.approx(GOLDEN_CROSS_ENTROPY, rel=1e-4)
    assert history[-1].f1_test == pytest.approx(GOLDEN_TEST, abs=0.004)


GOLDEN_INFO_NCE = [7.881008, 7.874840, 7.871562]
GOLDEN_CROSS_ENTROPY = [1.967878, 1.967312, 1.962406]
GOLDEN_TEST = 0.181


def test_a_graph_without_labels_learns_without_them(karate):
    bare = karate.replace(y=np.full(34, -1), class_names=())
    run = fit(bare, SMALL.replace(framework="URL"))
    assert run.scores is None
    assert (run.predictions == -1).all()
    assert run.history[-1].loss < run.history[0].loss
    with pytest.raises(ValueError, match="has no labels"):
        fit(bare, SMALL)


def test_a_graph_without_features_is_refused(karate):
    with pytest.raises(ValueError, match="no features"):
        fit(karate.replace(x=np.zeros((34, 0), np.float32)), SMALL)

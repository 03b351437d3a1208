"""What a run will cost by counting, and the refusal of what does not fit."""

import numpy as np
import pytest

import n2n
from n2n.compute import machine
from n2n.training.cost import count_cost as estimate
from n2n.training.cost import looks, refuse_if_too_large


@pytest.fixture(autouse=True)
def _steady(monkeypatch):
    monkeypatch.setattr(machine, "slowdown", lambda: 1.0)


def test_more_work_is_estimated_longer(cora):
    s = n2n.Settings(estimator="sampled")
    base = estimate(cora, s).seconds_per_epoch
    assert estimate(cora, s.replace(alpha=0.0)).seconds_per_epoch < base
    assert estimate(cora, s.replace(k="all")).seconds_per_epoch > base
    assert estimate(cora, s.replace(estimator="exact")).seconds_per_epoch > base
    assert estimate(cora, s.replace(width=1024)).seconds_per_epoch > base
    assert estimate(cora, s.replace(epochs=10)).seconds > 10 * base
    often, seldom = (estimate(cora, s.replace(evaluate_every=every)).seconds for every in (1, 50))
    assert often > seldom
    url = s.replace(framework="URL", evaluate_every=1)
    assert estimate(cora, url).seconds > often, "the linear probe"


def test_the_load_of_the_machine_counts(cora, monkeypatch):
    quiet = estimate(cora, n2n.Settings(framework="URL")).seconds
    monkeypatch.setattr(machine, "slowdown", lambda: 3.0)
    assert estimate(cora, n2n.Settings(framework="URL")).seconds == pytest.approx(3 * quiet)


@pytest.mark.parametrize(
    "settings",
    [
        n2n.Settings(epochs=7, evaluate_every=3, snapshots=2),
        n2n.Settings(framework="PT&FT", epochs=4, finetune_epochs=5, evaluate_every=4),
        n2n.BaselineSettings("GCN", epochs=5, evaluate_every=2),
    ],
    ids=lambda s: s.name,
)
def test_evaluations_are_counted_as_they_happen(settings):
    settings = settings.replace(width=8, patience=0)
    run = n2n.fit(n2n.load("karate"), settings)
    assert looks(settings) == (sum(epoch.evaluated for epoch in run.history), len(run.snapshots))


def test_more_arrays_are_estimated_larger(cora):
    s = n2n.Settings(estimator="sampled")
    base = estimate(cora, s).bytes
    assert base > 4 * cora.num_nodes * 512
    assert estimate(cora, s.replace(k=5)).bytes > base
    assert estimate(cora, s.replace(estimator="exact")).bytes > base


def test_a_run_that_does_not_fit_is_refused_with_figures_and_a_way_out(cora, monkeypatch):
    monkeypatch.setattr(machine, "available_memory", lambda: 10 * 2**20)
    with pytest.raises(ValueError, match=r"would need 0\.\d GB .* 0\.0 GB are free: try estimator 'sampled'"):
        n2n.fit(cora, n2n.Settings(k="all", estimator="exact"))
    with pytest.raises(ValueError, match=r"try estimator 'sampled' or fewer positives"):
        n2n.fit(cora, n2n.Settings(k="all", estimator="exact", similarity="dot"))


def test_a_dense_graph_is_estimated_by_its_dense_features(cora):
    dense = cora.replace(x=np.ones((cora.num_nodes, 1433), np.float32))
    s = n2n.Settings(estimator="sampled")
    assert estimate(dense, s).seconds_per_epoch > estimate(cora, s).seconds_per_epoch


def test_to_refuse_a_run_nothing_is_timed(cora, monkeypatch):
    def timed():
        raise AssertionError("it would hold up a training")

    monkeypatch.setattr(machine, "slowdown", timed)
    monkeypatch.setattr(machine, "this_machine", timed)
    refuse_if_too_large(cora, n2n.Settings())

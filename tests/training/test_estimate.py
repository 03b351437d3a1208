"""The estimate before a run, and the refusal of what does not fit."""

import numpy as np
import pytest

import n2n
from n2n.compute import machine
from n2n.training.estimate import estimate


@pytest.fixture(scope="module")
def cora():
    return n2n.load("cora")


def test_more_work_is_estimated_longer(cora):
    s = n2n.Settings(estimator="sampled")
    base = estimate(cora, s).seconds_per_epoch
    assert estimate(cora, s.replace(alpha=0.0)).seconds_per_epoch < base
    assert estimate(cora, s.replace(k="all")).seconds_per_epoch > base
    assert estimate(cora, s.replace(estimator="exact")).seconds_per_epoch > base
    assert estimate(cora, s.replace(width=1024)).seconds_per_epoch > base
    assert estimate(cora, s.replace(epochs=10)).seconds == pytest.approx(10 * base)


def test_more_arrays_are_estimated_larger(cora):
    s = n2n.Settings(estimator="sampled")
    base = estimate(cora, s).bytes
    assert base > 4 * cora.num_nodes * 512
    assert estimate(cora, s.replace(k=5)).bytes > base
    assert estimate(cora, s.replace(estimator="exact")).bytes > base


def test_a_run_that_does_not_fit_is_refused_with_figures_and_a_way_out(cora, monkeypatch):
    monkeypatch.setattr(machine, "available_memory", lambda: 10 * 2**20)
    with pytest.raises(ValueError, match=r"would need 0\.\d GB .* 0\.0 GB are free: try estimator 'series'"):
        n2n.fit(cora, n2n.Settings(k="all", estimator="exact"))
    with pytest.raises(ValueError, match=r"try estimator 'sampled' or fewer positives"):
        n2n.fit(cora, n2n.Settings(k="all", estimator="exact", similarity="dot"))


def test_a_dense_graph_is_estimated_by_its_dense_features(cora):
    dense = cora.replace(x=np.ones((cora.num_nodes, 1433), np.float32))
    s = n2n.Settings(estimator="sampled")
    assert estimate(dense, s).seconds_per_epoch > estimate(cora, s).seconds_per_epoch

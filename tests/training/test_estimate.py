"""The estimate before a run: measured where that takes little time."""

import numpy as np
import pytest

import n2n
from n2n.compute import machine
from n2n.training.estimate import estimate as measured
from n2n.training.estimate import try_out


def estimate(graph, settings):
    """By counting, which is the same every time on a machine whose load does not change."""
    return measured(graph, settings, measure=False)


@pytest.fixture(autouse=True)
def _steady(monkeypatch):
    monkeypatch.setattr(machine, "slowdown", lambda: 1.0)


def test_a_run_is_tried_out_stage_by_stage_and_leaves_nothing():
    graph = n2n.load("karate")
    settings = n2n.Settings(framework="PT&FT", width=8, epochs=3, finetune_epochs=3, snapshots=2)
    before = n2n.fit(graph, settings).embeddings
    times = try_out(graph, settings)
    assert len(times.steps) == len(times.evaluations) == 2
    assert min(*times.steps, *times.evaluations, times.snapshot) > 0
    np.testing.assert_array_equal(n2n.fit(graph, settings).embeddings, before)
    found = measured(graph, settings)
    assert found.measured
    assert found.seconds > found.seconds_per_epoch * 6 > 0


def test_what_would_take_long_is_counted(cora, monkeypatch):
    monkeypatch.setattr("n2n.training.estimate.LONGEST", 0.0)
    assert not measured(cora, n2n.Settings()).measured


def test_an_epoch_that_may_have_been_counted_too_long_is_tried_out(monkeypatch):
    graph, settings = n2n.load("karate"), n2n.Settings(width=8, epochs=4)
    counted = estimate(graph, settings).seconds_per_epoch
    monkeypatch.setattr("n2n.training.estimate.LONGEST", counted / 2)
    assert measured(graph, settings).measured


def test_a_clock_can_end_the_measurement():
    ticks = iter(range(5))

    def clock() -> float:
        return next(ticks)

    with pytest.raises(StopIteration):
        measured(n2n.load("karate"), n2n.Settings(width=8), clock=clock)

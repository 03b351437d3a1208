"""What the page Train says about the time of a run: counted at first, measured a moment later."""

import threading

import pytest

from n2n.compute import machine
from pages.session import data, expectations, runs
from tests.pages.app import PATIENCE, open_page
from tests.pages.training import LONG, QUICK, said, start, stopped

pytestmark = pytest.mark.usefixtures("measured", "own_workers", "trials")


def measured_meanwhile() -> None:
    for thread in threading.enumerate():
        if thread.name == "n2n-expect":
            thread.join()


def test_the_time_is_measured_while_the_visitor_looks_at_the_settings(monkeypatch):
    looked, estimate = threading.Event(), expectations.n2n.estimate

    def wait_and_estimate(*arguments, **options):
        assert looked.wait(PATIENCE)
        return estimate(*arguments, **options)

    monkeypatch.setattr(expectations.n2n, "estimate", wait_and_estimate)
    app = open_page("train", dataset="karate", **QUICK)
    assert "for 12 epochs with evaluations, a rough estimate" in said(app)
    looked.set()
    measured_meanwhile()
    assert "for 12 epochs with evaluations, as measured just now" in said(app.run())


def test_nothing_is_tried_out_or_timed_while_a_training_runs(monkeypatch):
    app = open_page("train", dataset="karate", **LONG)
    measured_meanwhile()
    start(app)
    timed = []
    monkeypatch.setattr(machine, "slowdown", lambda: timed.append(1) or 1.0)
    other = open_page("train", dataset="karate", **QUICK)
    assert not timed
    assert not any(thread.name == "n2n-expect" for thread in threading.enumerate())
    assert "a rough estimate" in said(other)
    stopped(app)


def test_a_trial_gives_way_to_a_training(monkeypatch):
    entered, queued, went_on = threading.Event(), threading.Event(), threading.Event()

    def trial(graph, settings, ranking, clock):
        clock()
        entered.set()
        assert queued.wait(PATIENCE)
        clock()
        went_on.set()

    monkeypatch.setattr(expectations.n2n, "estimate", trial)
    app = open_page("train", dataset="karate", **LONG)
    assert entered.wait(PATIENCE)
    assert expectations.is_measuring()
    assert not any(thread.daemon for thread in threading.enumerate() if thread.name == "n2n-expect")
    start(app)
    queued.set()
    measured_meanwhile()
    assert not went_on.is_set(), "it would slow down the training"
    assert not expectations.is_measuring()
    assert "a rough estimate" in said(app.run()), "what was not measured is counted"
    monkeypatch.undo()
    stopped(app)
    measured_meanwhile()
    assert "as measured just now" in said(app.run())


def test_a_run_that_cannot_be_measured_is_counted(monkeypatch):
    def refuse(*arguments, **options):
        raise ValueError("no")

    monkeypatch.setattr(expectations.n2n, "estimate", refuse)
    app = open_page("train", dataset="karate", **QUICK)
    measured_meanwhile()
    assert "a rough estimate" in said(app.run())
    assert not runs.jobs().queue()


@pytest.mark.parametrize("sampler", ["taps", "random"])
def test_a_trial_has_the_ranking_that_the_run_will_have(monkeypatch, sampler):
    given = []
    monkeypatch.setattr(expectations.n2n, "estimate", lambda *_, ranking=None, clock: given.append(ranking))
    open_page("train", dataset="karate", **QUICK, **{"train.sampler": sampler})
    measured_meanwhile()
    assert given == [data.ranking("karate") if sampler == "taps" else None]

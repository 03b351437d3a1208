"""A training run as a job: the record that comes back fills while the worker learns."""

import gc
import time
import weakref

import pytest

import n2n
from n2n.methods.baselines.settings import BaselineSettings
from n2n.training.background import train_job
from n2n.training.jobs import Jobs, QueueFull
from n2n.training.run_store import RunStore

QUICK = n2n.Settings(width=8, epochs=6, evaluate_every=2)
ENDLESS = BaselineSettings("GCN", width=8, epochs=100_000, evaluate_every=1)


def test_a_training_job_gives_the_same_run_as_fit():
    graph, jobs = n2n.load("karate"), Jobs()
    run = train_job(jobs, graph, QUICK, name="mine", dataset="karate")
    assert jobs.wait(run.id, 60).state == "done"
    direct = n2n.fit(graph, QUICK)
    assert [e.loss for e in run.history] == [e.loss for e in direct.history]
    assert run.scores == direct.scores
    assert (run.embeddings == direct.embeddings).all()
    assert (run.name, run.dataset, run.status.state, run.ended) == ("mine", "karate", "done", True)


def test_a_run_that_fails_says_why_and_leaves_no_result():
    graph, jobs = n2n.load("karate"), Jobs()
    run = train_job(jobs, graph.replace(y=graph.y * 0 - 1), QUICK)
    jobs.wait(run.id, 60)
    assert run.status.state == "failed"
    assert "has no labels" in run.status.cause
    assert run.result is None
    with pytest.raises(ValueError, match="has left no result"):
        run.embeddings  # noqa: B018


def test_a_stopped_run_keeps_what_it_had_learnt_and_lets_go_of_its_graph():
    graph, jobs = n2n.load("karate").replace(name="held"), Jobs()
    gone = weakref.ref(graph)
    run = train_job(jobs, graph, ENDLESS)
    del graph
    while not run.history:
        time.sleep(0.01)
    assert not run.ended
    jobs.cancel(run.id)
    jobs.wait(run.id, 60)
    assert run.status.state == "cancelled"
    assert len(run.embeddings) == 34
    gc.collect()
    assert gone() is None


def test_a_run_for_which_there_is_no_room_is_no_run():
    with pytest.raises(QueueFull):
        train_job(Jobs(queue_limit=0), n2n.load("karate"), QUICK)


def test_a_run_stays_whole_when_its_worker_has_forgotten_it():
    jobs = Jobs(keep=0)
    run = train_job(jobs, n2n.load("karate"), QUICK)
    while not run.ended:
        time.sleep(0.01)
    assert run.status.state == "done"
    assert len(run.history) == 6


def test_a_run_that_has_ended_has_its_whole_record_on_disk(tmp_path):
    store, ended_before = RunStore(tmp_path), []

    def keep(run):
        kept = store.keep(run, "karate", "me")
        note = kept.recorder.note
        kept.recorder.note = lambda *words: (ended_before.append(run.end), note(*words))
        return kept

    jobs = Jobs()
    run = train_job(jobs, n2n.load("karate"), QUICK, keep=keep)
    jobs.wait(run.id, 60)
    assert run.ended
    assert len(ended_before) > 1
    assert set(ended_before) == {None}

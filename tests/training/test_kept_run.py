"""A run that outlives its program: resumed bit by bit, and stopped by no disk."""

import time

import numpy as np
import pytest

import n2n
from n2n.training import kept_run
from n2n.training.background import resume_job, train_job
from n2n.training.jobs import INTERRUPTED, Jobs, QueueFull
from n2n.training.run_store import RunStore
from tests.runs import kept, without_times

QUICK = n2n.Settings(width=8, epochs=30, evaluate_every=5, snapshots=4, patience=0)


def interrupt(store, graph, settings, epochs, checkpoint_at, monkeypatch, owner="ann"):
    """What a killed server leaves: a run that came so far, with a checkpoint of an earlier epoch."""
    monkeypatch.setattr(kept_run, "FIRST", 1e9)
    from n2n.training.legacy_run import Run
    from n2n.training.legacy_trainer import Trainer

    run = Run(settings, graph.name, dataset="karate")
    record = store.keep(run, "karate", owner)
    trainer = Trainer(graph, settings, record=run)
    record.begin(trainer)
    for epoch in trainer:
        if epoch.index == checkpoint_at:
            record._due = 0.0
            record._after_step()
            while record._pending is not None:
                time.sleep(0.01)
        if epoch.index == epochs:
            break
    record._wake.set()
    record._stop()
    record.recorder.catch_up(trainer.snapshots)
    record.recorder.note("running")
    record.let_go()
    return run.id


@pytest.mark.parametrize(
    "settings",
    [
        QUICK,
        QUICK.replace(framework="URL"),
        QUICK.replace(framework="PT&FT", epochs=10, finetune_epochs=20),
        QUICK.replace(batch_size=9),
        n2n.BaselineSettings("GCN", width=8, epochs=30, evaluate_every=5, snapshots=4, patience=0),
        n2n.BaselineSettings("DGI", width=8, epochs=30, evaluate_every=5, snapshots=4, patience=0),
    ],
    ids=lambda s: f"{s.name} {s.to_dict().get('batch_size', 0)}",
)
def test_an_interrupted_run_goes_on_bit_by_bit(store, karate, settings, monkeypatch):
    id = interrupt(store, karate, settings, 17, 12, monkeypatch)
    jobs, later = Jobs(), RunStore(store.folder)
    run = later.find(id)
    assert run.status.state == INTERRUPTED
    assert run.status.cause == "Interrupted at epoch 17 of 30; its last checkpoint is epoch 12."
    assert len(run.history) == 17
    resume_job(jobs, run, later.take_over(run), lambda: karate)
    assert jobs.wait(id).state == "done"
    whole = n2n.fit(karate, settings)
    assert without_times(run.history) == without_times(whole.history)
    assert run.scores == whole.scores
    np.testing.assert_array_equal(run.embeddings, whole.embeddings)
    np.testing.assert_array_equal(run.predictions, whole.predictions)
    assert list(run.snapshots) == list(whole.snapshots)
    for index, array in whole.snapshots.items():
        np.testing.assert_array_equal(run.snapshots[index], array)
    again = RunStore(store.folder).find(id)
    assert (again.status.state, again.status.done) == ("done", 30)
    np.testing.assert_array_equal(again.embeddings, whole.embeddings)


def test_a_disk_that_fills_up_during_a_run_stops_nothing(store, karate, monkeypatch):
    def full(self, snapshots):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("n2n.training.recording.Recorder.catch_up", full)
    jobs = Jobs()
    run = train_job(jobs, karate, QUICK, keep=kept(store))
    assert jobs.wait(run.id).state == "done"
    assert run.embeddings.shape == (34, 8)
    assert "No space left on device" in store.problem


def test_a_damaged_checkpoint_is_a_sentence(store, karate, monkeypatch):
    id = interrupt(store, karate, QUICK, 9, 5, monkeypatch)
    (store.folder / id / kept_run.CHECKPOINT).write_bytes(b"not a checkpoint")
    jobs, run = Jobs(), store.find(id)
    resume_job(jobs, run, store.take_over(run), lambda: karate)
    status = jobs.wait(id)
    assert status.state == "failed"
    assert "checkpoint.n2n is damaged or cut short" in status.cause


def test_a_full_queue_leaves_no_record(store, karate, monkeypatch):
    with pytest.raises(QueueFull):
        train_job(Jobs(queue_limit=0), karate, QUICK, keep=kept(store))
    assert list(store.folder.iterdir()) == []
    id = interrupt(store, karate, QUICK, 9, 5, monkeypatch)
    run = store.find(id)
    with pytest.raises(QueueFull):
        resume_job(Jobs(queue_limit=0), run, store.take_over(run), lambda: karate)
    assert run.status.state == INTERRUPTED
    assert RunStore(store.folder).find(id).status.state == INTERRUPTED

"""Runs on disk: found again by a later program, and never in anybody's way."""

import json
import multiprocessing
import os
import shutil

import numpy as np
import pytest

import n2n
from n2n.training import kept_run
from n2n.training.background import resume_job, train_job
from n2n.training.fork import plan_fork
from n2n.training.jobs import INTERRUPTED, Jobs
from n2n.training.run_store import RunStore
from tests.runs import kept, without_times

QUICK = n2n.Settings(width=8, epochs=30, evaluate_every=5, snapshots=4, patience=0)


def test_an_ended_run_is_found_by_a_later_program(store, karate):
    jobs = Jobs()
    run = train_job(jobs, karate, QUICK, name="mine", dataset="karate", keep=kept(store))
    jobs.wait(run.id)
    later = RunStore(store.folder)
    assert [(entry.id, entry.owner) for entry in later.entries()] == [(run.id, "ann")]
    again = later.find(run.id)
    assert (again.name, again.dataset, again.status.state) == ("mine", "karate", "done")
    assert again.history == run.history
    assert again.scores == run.scores
    np.testing.assert_array_equal(again.embeddings, run.embeddings)
    assert list(again.snapshots) == list(run.snapshots)
    assert not (store.folder / run.id / kept_run.CHECKPOINT).exists()


def test_a_run_that_had_not_started_is_offered_and_starts(store, karate):
    waits = Jobs(workers=0)
    id = train_job(waits, karate, QUICK, dataset="karate", keep=kept(store)).id
    assert RunStore(store.folder).find(id).status.state == "queued", "its server is alive"
    _release_locks(store, waits, id)
    jobs, later = Jobs(), RunStore(store.folder)
    run = later.find(id)
    assert run.status.cause == "The server stopped before this run had started."
    resume_job(jobs, run, later.take_over(run), lambda: karate)
    assert jobs.wait(id).state == "done"
    np.testing.assert_array_equal(run.embeddings, n2n.fit(karate, QUICK).embeddings)


def _release_locks(store, jobs, id):
    """As the operating system does when a server dies."""
    end = jobs._jobs[id].on_end
    kept = next(cell.cell_contents for cell in end.__closure__ if hasattr(cell.cell_contents, "let_go"))
    kept.let_go()


def _hold(folder, ready, leave):
    """Another server, that has a run in its queue and dies without a word."""
    store = RunStore(folder)
    run = train_job(Jobs(workers=0), n2n.load("karate"), QUICK, dataset="karate", keep=kept(store, "bob"))
    ready.put(run.id)
    leave.wait()
    os._exit(9)


def test_a_run_of_another_live_server_is_watched_and_not_taken(store):
    context = multiprocessing.get_context("spawn")
    ready, leave = context.Queue(), context.Event()
    other = context.Process(target=_hold, args=(store.folder, ready, leave))
    other.start()
    id = ready.get(timeout=60)
    run = store.find(id)
    assert (run.status.state, run.ended) == ("queued", False)
    with pytest.raises(ValueError, match="Another server works on"):
        store.take_over(run)
    store.delete(id)
    assert store.shrink(0, 0) == []
    assert (store.folder / id / "settings.json").exists()
    leave.set()
    other.join()
    run = store.find(id)
    assert (run.status.state, run.ended) == (INTERRUPTED, True)
    store.take_over(run).let_go()


def test_a_folder_that_cannot_be_written_to_stops_nothing(tmp_path, karate):
    (tmp_path / "runs").write_text("a file where the folder would be")
    store, jobs = RunStore(tmp_path / "runs"), Jobs()
    run = train_job(jobs, karate, QUICK, keep=kept(store))
    assert jobs.wait(run.id).state == "done"
    assert run.embeddings.shape == (34, 8)
    assert store.problem.startswith("Runs are not saved at the moment (")
    assert store.entries() == []


def test_damaged_records_are_skipped_and_counted(store, karate, monkeypatch):
    jobs = Jobs()
    ids = []
    for _ in range(4):
        ids.append(train_job(jobs, karate, QUICK, keep=kept(store)).id)
        jobs.wait(ids[-1])
    (store.folder / ids[0] / "settings.json").write_text("{")
    (store.folder / ids[1] / "history.jsonl").write_text("no json\n")
    (store.folder / ids[2] / "embeddings.npy").write_bytes(b"short")
    later = RunStore(store.folder)
    assert [id for id in ids if later.find(id)] == [ids[3]]
    assert later.damaged == set(ids[:3])


def test_a_deleted_run_leaves_no_files(store, karate):
    jobs = Jobs()
    run = train_job(jobs, karate, QUICK, keep=kept(store))
    jobs.wait(run.id)
    store.delete(run.id)
    assert list(store.folder.iterdir()) == []
    assert store.find(run.id) is None
    shutil.rmtree(store.folder)
    assert RunStore(store.folder).entries() == []


def test_beyond_the_bound_the_oldest_go_first(store, karate):
    jobs, ids = Jobs(), []
    for _ in range(4):
        ids.append(train_job(jobs, karate, QUICK, keep=kept(store)).id)
        jobs.wait(ids[-1])
    assert store.shrink(3, 1 << 30) == ids[:1]
    assert store.shrink(3, 0) == ids[1:]
    assert store.entries() == []


def test_a_new_name_is_written_down(store, karate):
    jobs = Jobs()
    run = train_job(jobs, karate, QUICK, keep=kept(store))
    jobs.wait(run.id)
    run.name = "the good one"
    store.rename(run)
    assert RunStore(store.folder).find(run.id).name == "the good one"
    assert json.loads((store.folder / run.id / "settings.json").read_text())["owner"] == "ann"


def test_an_interrupted_fork_goes_on_as_a_fork(store, karate):
    """Without a checkpoint its parent is replayed, though nobody has it any more."""
    waits = Jobs(workers=0)
    settings, origin = plan_fork(QUICK, 10, tau=0.7)
    id = train_job(waits, karate, settings, dataset="karate", keep=kept(store), fork=origin).id
    _release_locks(store, waits, id)
    jobs, later = Jobs(), RunStore(store.folder)
    run = later.find(id)
    assert run.fork == origin
    resume_job(jobs, run, later.take_over(run), lambda: karate)
    assert jobs.wait(id).state == "done"
    whole = n2n.fork(karate, QUICK, 10, tau=0.7)
    assert without_times(run.history) == without_times(whole.history)
    again = RunStore(store.folder).find(id)
    assert (again.fork, len(again.history)) == (origin, 30)
    assert list(again.snapshots) == list(whole.snapshots)


def test_who_reads_while_a_run_is_renamed_finds_a_whole_file(store, karate):
    jobs = Jobs()
    run = train_job(jobs, karate, QUICK, keep=kept(store))
    jobs.wait(run.id)
    before, run.name = run.name, "the good one"
    with (store.folder / run.id / "settings.json").open() as file:
        store.rename(run)
        assert json.load(file)["name"] == before

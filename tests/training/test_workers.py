"""Jobs in worker processes: order, progress, stop, failure, killed workers, memory of results."""

import os
import signal
import subprocess
import sys
import time

import pytest

import n2n
from n2n.training import workers
from n2n.training.run import Run
from n2n.training.workers import Pool, QueueFull
from tests import jobs


@pytest.fixture(scope="module")
def pool():
    return Pool()


def until(condition, seconds=30.0):
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end
        time.sleep(0.01)
    return found


def test_first_in_first_out_in_one_process_and_urgent_ones_in_between(pool, tmp_path):
    words = str(tmp_path / "words")
    first = pool.submit("first", jobs.sleep, 0.5)
    until(lambda: first.state == "running")
    rest = [pool.submit(word, jobs.note, words, word) for word in "abc"]
    assert [job.position for job in rest] == [0, 1, 2]
    assert [job.key for job in pool.queue()] == ["first", "a", "b", "c"]
    urgent = pool.submit("urgent", jobs.note, words, "u", urgent=True)
    ids = {job.wait(30).result() for job in rest}
    assert len(ids) == 1
    assert ids.isdisjoint({os.getpid(), urgent.wait(30).result()})
    assert (tmp_path / "words").read_text().replace("u", "") == "abc"
    assert pool.queue() == []


def test_a_key_is_one_job_until_it_is_forgotten(pool):
    job = pool.submit("key", jobs.count, 3)
    assert pool.submit("key", jobs.count, 5) is job
    assert job.wait(30).result() == 3
    assert (job.value, job.message, pool.submit("key", jobs.count, 5)) == (2, "", job)
    again = pool.submit("key", jobs.count, 5, again=True)
    assert again.wait(30).result() == 5
    pool.forget("key")
    assert pool.find("key") is None


@pytest.mark.parametrize("function", [jobs.count, jobs.sleep])
def test_stop_ends_what_runs_and_what_waits(pool, function):
    running = pool.submit("long", function, *((10_000, 0.01) if function is jobs.count else (600,)))
    waiting = pool.submit("behind", jobs.count, 3)
    until(lambda: running.state == "running" and (running.message or function is jobs.sleep))
    waiting.stop("No longer needed.")
    assert (waiting.state, waiting.message) == ("stopped", "No longer needed.")
    running.stop()
    assert running.wait(30).state == "stopped"
    with pytest.raises(ValueError, match="Stopped on request"):
        running.result()
    for job in (running, waiting):
        pool.forget(job.key)
    assert pool.submit("next", jobs.count, 2, again=True).wait(30).result() == 2


@pytest.mark.parametrize(
    ("kind", "words", "message"),
    [
        (ValueError, "k is 0: choose 1 or more.", "k is 0: choose 1 or more."),
        (TypeError, "bug", "TypeError: bug"),
    ],
)
def test_a_failure_is_a_sentence_and_a_traceback_in_the_log(pool, caplog, kind, words, message):
    job = pool.submit("failing", jobs.fail, kind, words, again=True).wait(30)
    assert (job.state, job.message) == ("failed", message)
    assert "in fail" in caplog.text


def test_what_cannot_be_sent_fails_in_a_sentence(pool):
    job = pool.submit("lambda", lambda: 1).wait(30)
    assert job.state == "failed"
    assert pool.submit("after", jobs.count, 2).wait(30).result() == 2


def test_a_killed_worker_ends_its_job_and_the_next_one_runs(pool, caplog):
    dead, after = pool.submit("dead", jobs.die), pool.submit("after it", jobs.count, 2)
    assert dead.wait(30).state == "interrupted"
    assert "signal 9" in dead.message
    assert after.wait(30).result() == 2


def test_a_full_queue_and_the_memory_of_results_have_bounds(pool, monkeypatch):
    monkeypatch.setattr(workers, "KEEP_JOBS", 3)
    monkeypatch.setattr(pool, "limit", 5)
    with pytest.raises(QueueFull, match="5 jobs are waiting"):
        [pool.submit(i, jobs.sleep, 0.1) for i in range(9)]
    until(lambda: not pool.queue())
    assert sum(pool.find(i) is not None for i in range(9)) <= 3


def test_a_run_is_killed_and_resumed_with_the_same_curve(pool, tmp_path):
    karate = n2n.load("karate")
    settings = n2n.Settings(width=64, epochs=1000, patience=0, snapshots=2)
    whole = Run.create(tmp_path / "whole", karate, settings)
    assert pool.submit("whole", jobs.train, str(tmp_path / "whole")).wait(60).state == "done"
    run = Run.create(tmp_path / "run", karate, settings)
    job = pool.submit("run", jobs.train, str(run.folder))
    until(lambda: len(run.refresh().history) > 20)
    assert run.status.state == "running"
    os.kill(job._process.pid, signal.SIGKILL)
    killed = time.monotonic()
    until(lambda: run.status.state == "interrupted")
    assert time.monotonic() - killed < 5
    assert job.wait(30).state == "interrupted"
    run.queue_again()
    assert pool.submit("run", jobs.train, str(run.folder), again=True).wait(60).state == "done"
    losses = [[epoch.loss for epoch in one.refresh().history] for one in (run, whole)]
    assert losses[0] == losses[1]
    assert (run.embeddings == whole.embeddings).all()


def test_a_stopped_run_leaves_its_result(pool, tmp_path):
    settings = n2n.Settings(width=64, epochs=100_000, patience=0)
    run = Run.create(tmp_path / "run", n2n.load("karate"), settings)
    job = pool.submit("stopped run", jobs.train, str(run.folder))
    until(lambda: len(run.refresh().history) > 5)
    job.stop("Enough.")
    assert job.wait(30).state == "stopped"
    assert (run.status.state, run.status.message, run.has_result) == ("stopped", "Enough.", True)


SERVER = """
import sys, time, n2n
from n2n.training import workers
from n2n.training.run import Run
from tests import jobs
folder = sys.argv[1]
Run.create(folder, n2n.load("karate"), n2n.Settings(width=64, epochs=100_000, patience=0))
workers.pool().submit("run", jobs.train, folder)
time.sleep(600)
"""


def test_a_killed_server_leaves_a_run_that_can_be_resumed(tmp_path):
    folder = tmp_path / "run"
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(folder)])
    run = until(lambda: (folder / "run.json").exists() and Run.open(folder))
    until(lambda: len(run.refresh().history) > 20)
    server.kill()
    server.wait()
    until(lambda: run.status.state == "interrupted", 10)
    assert run.status.can_resume
    assert run.latest_state()[0] == len(run.refresh().history)


def test_a_job_cannot_start_workers_of_its_own(pool):
    assert "must not start other jobs" in pool.submit("nested", jobs.nest).wait(60).message

"""Background jobs: states, cancelling, limits, and a worker that outlives every failure."""

import gc
import subprocess
import sys
import threading
import time
import weakref

import pytest

from n2n.training.jobs import Jobs, QueueFull


class Gate:
    """An iterator of numbers that waits for permission before each of them."""

    def __init__(self):
        self.permits = threading.Semaphore(0)
        self.closed = False

    def __call__(self):
        try:
            for number in range(1000):
                self.permits.acquire()
                yield number
        finally:
            self.closed = True

    def let(self, count: int) -> None:
        for _ in range(count):
            self.permits.release()


def until(condition, seconds: float = 10):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)


def test_a_job_runs_to_its_end_and_keeps_its_result():
    jobs = Jobs()
    id = jobs.submit("three", lambda: iter("abc"), total=3, finish=lambda: "made")
    status = jobs.wait(id, 10)
    assert (status.state, status.done, status.total, status.cause) == ("done", 3, 3, "")
    assert jobs.items(id) == ["a", "b", "c"]
    assert jobs.items(id, 2) == ["c"]
    assert jobs.result(id) == "made"
    assert jobs.queue() == []


def test_progress_is_readable_while_the_job_runs_and_cancel_takes_one_step():
    jobs, gate = Jobs(), Gate()
    id = jobs.submit("gate", gate, total=10, finish=lambda: "partial")
    gate.let(3)
    until(lambda: jobs.status(id).done == 3)
    status = jobs.status(id)
    assert status.state == "running"
    assert status.seconds_left > 0
    jobs.cancel(id)
    gate.let(1)
    status = jobs.wait(id, 10)
    assert (status.state, status.done, status.cause) == ("cancelled", 4, "Cancelled on request.")
    assert gate.closed
    assert jobs.result(id) == "partial"


def test_a_waiting_job_shows_its_place_and_is_cancelled_at_once():
    jobs, gate = Jobs(), Gate()
    first = jobs.submit("first", gate)
    until(lambda: jobs.status(first).state == "running")
    second, third = (jobs.submit(name, lambda: iter("x")) for name in ("second", "third"))
    assert [jobs.status(id).position for id in (second, third)] == [0, 1]
    assert [(s.title, s.state, s.id) for s in jobs.queue()] == [
        ("first", "running", ""),
        ("second", "queued", ""),
        ("third", "queued", ""),
    ]
    jobs.cancel(second)
    assert jobs.status(second).state == "cancelled"
    assert jobs.status(third).position == 0
    jobs.cancel(first)
    gate.let(1)
    assert jobs.wait(third, 10).state == "done"


def test_a_failing_job_says_why_and_leaves_the_worker_alive():
    def fails():
        yield 1
        raise ValueError("The graph has no features.")

    jobs = Jobs()
    bad = jobs.submit("bad", fails)
    worse = jobs.submit("worse", lambda: 1 / 0)
    good = jobs.submit("good", lambda: iter("x"))
    assert jobs.wait(good, 10).state == "done"
    assert (jobs.status(bad).state, jobs.status(bad).cause) == ("failed", "The graph has no features.")
    assert jobs.items(bad) == [1]
    assert jobs.status(worse).state == "failed"


def test_the_queue_has_a_limit():
    jobs, gate = Jobs(queue_limit=1), Gate()
    running = jobs.submit("running", gate)
    until(lambda: jobs.status(running).state == "running")
    jobs.submit("waits", lambda: iter("x"))
    with pytest.raises(QueueFull, match="1 jobs are waiting"):
        jobs.submit("too many", lambda: iter("x"))
    jobs.cancel(running)
    gate.let(1)


def test_only_so_many_ended_jobs_are_kept():
    jobs = Jobs(keep=2)
    ids = [jobs.submit(str(i), lambda: iter("x")) for i in range(4)]
    until(lambda: jobs.queue() == [] and jobs.status(ids[3]).ended)
    jobs.wait(jobs.submit("last", lambda: iter("x")), 10)
    with pytest.raises(KeyError, match="no job"):
        jobs.status(ids[0])
    assert jobs.status(ids[3]).state == "done"


def test_what_has_just_ended_is_kept_even_if_it_began_first():
    jobs, gate = Jobs(keep=2), Gate()
    first = jobs.submit("first", gate, finish=lambda: "made")
    until(lambda: jobs.status(first).state == "running")
    for id in [jobs.submit(str(i), lambda: iter("x")) for i in range(3)]:
        jobs.cancel(id)
    jobs.cancel(first)
    gate.let(1)
    assert jobs.wait(first, 10).ended
    assert jobs.result(first) == "made"


def test_a_job_that_is_no_longer_kept_can_be_cancelled():
    Jobs().cancel("never heard of")


def test_an_ended_job_can_be_forgotten_and_a_running_one_cannot():
    jobs, gate = Jobs(), Gate()
    ended = jobs.submit("ended", lambda: iter("x"))
    jobs.wait(ended, 10)
    running = jobs.submit("running", gate)
    for id in (ended, running, "never heard of"):
        jobs.forget(id)
    with pytest.raises(KeyError, match="no job"):
        jobs.status(ended)
    assert not jobs.status(running).ended
    jobs.cancel(running)
    gate.let(1)
    assert jobs.wait(running, 10).ended


def test_a_job_that_nobody_looks_at_is_cancelled_and_says_so():
    jobs, gate = Jobs(forget_after=0.05), Gate()
    id = jobs.submit("lonely", gate)
    time.sleep(0.1)
    gate.let(2)
    status = jobs.wait(id, 10)
    assert status.state == "cancelled"
    assert "nobody had looked" in status.cause


def test_two_workers_run_side_by_side():
    jobs, one, two = Jobs(workers=2), Gate(), Gate()
    ids = jobs.submit("one", one), jobs.submit("two", two)
    until(lambda: all(jobs.status(id).state == "running" for id in ids))
    for id, gate in zip(ids, (one, two), strict=True):
        jobs.cancel(id)
        gate.let(1)
        jobs.wait(id, 10)


def test_ids_cannot_be_guessed():
    jobs = Jobs()
    ids = {jobs.submit("x", lambda: iter("x")) for _ in range(10)}
    assert len(ids) == 10
    assert all(len(id) >= 20 for id in ids)


def test_a_cancelled_job_lets_go_of_what_it_was_made_of():
    jobs, gate = Jobs(), Gate()
    running = jobs.submit("running", gate)

    class Large:
        pass

    large = Large()
    gone = weakref.ref(large)
    waiting = jobs.submit("waiting", lambda held=large: iter([held]), finish=lambda held=large: None)
    del large
    jobs.cancel(waiting)
    gc.collect()
    assert gone() is None
    jobs.cancel(running)
    gate.let(1)
    assert jobs.wait(running, 10).ended


def test_whoever_wants_to_know_is_told_how_a_job_ended():
    jobs, told = Jobs(), []
    good = jobs.submit("good", lambda: iter("x"), on_end=told.append)
    jobs.wait(good, 10)
    jobs.wait(jobs.submit("bad", lambda: 1 / 0, on_end=told.append), 10)
    assert [status.state for status in told] == ["done", "failed"]


def test_where_python_ends_a_step_is_finished_and_no_other_begins():
    code = """
import threading, time
from n2n.training.jobs import Jobs, _python_ends
jobs, began = Jobs(), threading.Event()
def steps():
    for number in range(9):
        began.set()
        _python_ends.wait()
        time.sleep(0.3)
        print(number, flush=True)
        yield number
for _ in range(2):
    jobs.submit("steps", steps, on_end=print)
began.wait()
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "0\n", "")

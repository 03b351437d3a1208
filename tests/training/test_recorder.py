"""A run in a folder that is watched, stopped, killed, resumed, and short of disk."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import torch

import n2n
from n2n.training.fit import fit, fork, train_run
from n2n.training.fork import plan_fork
from n2n.training.recorder import Recorder
from n2n.training.run import Run
from n2n.training.trainer import Trainer
from tests.runs import without_times
from tests.two_ranks import ROOT

SETTINGS = n2n.Settings(width=8, epochs=12, evaluate_every=3, snapshots=3, learning_rate=0.01)
LONGEST = 60
# Slow epochs, so that a process can be killed in the middle of one.
WORKER = """
import sys, time, n2n
from n2n.training import recorder
from n2n.training.fit import train_run
recorder.FIRST = recorder.EVERY = 0.0
step = recorder.Trainer.step
recorder.Trainer.step = lambda trainer: time.sleep(0.03) or step(trainer)
train_run(n2n.Run.open(sys.argv[1]), n2n.load("karate"))
"""


def start_worker(folder, code=WORKER):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    return subprocess.Popen([sys.executable, "-c", code, str(folder)], env=environment, cwd=ROOT)


def wait_for(condition):
    deadline = time.monotonic() + LONGEST
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture(scope="module")
def graph():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # as in the other processes: more threads add in another order
    yield n2n.load("karate")
    torch.set_num_threads(threads)


CASES = {
    "full batch": {},
    "two stages": {"framework": "PT&FT", "finetune_epochs": 30},
    "mini-batches": {"batch_size": 10},
    "fork": {"batch_size": 10, "tau": 2.0},
}


@pytest.mark.parametrize("case", CASES)
def test_a_killed_run_is_interrupted_and_resumes_bit_by_bit(graph, tmp_path, case):
    settings = SETTINGS.replace(epochs=40, dropout=0.3, **CASES[case])
    parts: dict = {}
    if case == "fork":
        parent = fit(graph, settings.replace(epochs=12))
        parts["fork"], parts["parent"] = plan_fork(parent, 7, epochs=40, tau=1.0)[1], parent
        settings = settings.replace(tau=1.0)
    run = Run.create(tmp_path / "run", graph, settings, **parts)
    worker = start_worker(run.folder)
    wait_for(lambda: len(run.refresh().history) >= 15)
    assert run.status.state == "running"
    assert run.picture() is not None or settings.batch_size
    worker.send_signal(signal.SIGKILL)
    killed = time.monotonic()
    wait_for(lambda: run.status.state == "interrupted")
    assert time.monotonic() - killed < 5
    worker.wait()
    assert "last checkpoint is epoch" in run.status.message
    checkpoint = run.status.checkpoint
    assert 0 < checkpoint <= len(run.refresh().history)
    run.queue_again()
    resumed = train_run(Run.open(run.folder), graph)
    whole = fork(graph, parent, 7, epochs=40, tau=1.0) if case == "fork" else fit(graph, settings)
    assert resumed.status.state == "done"
    assert without_times(resumed.history) == without_times(whole.history)
    np.testing.assert_array_equal(resumed.embeddings, whole.embeddings)
    assert list(resumed.snapshots) == list(whole.snapshots)
    assert len(run.refresh().history) == settings.total_epochs
    assert resumed.status.seconds > run.history[0].seconds


def test_a_stop_ends_the_run_with_what_it_has_learnt(graph, tmp_path):
    run = Run.create(tmp_path / "run", graph, SETTINGS.replace(epochs=10_000))
    training = threading.Thread(target=train_run, args=(Run.open(run.folder), graph))
    training.start()
    wait_for(lambda: len(run.refresh().history) > 3)
    run.request_stop("Enough.")
    training.join(LONGEST)
    assert (run.status.state, run.status.message) == ("stopped", "Enough.")
    assert len(run.embeddings) == 34
    done = len(run.refresh().history)
    assert run.status.checkpoint == done
    run.queue_again()
    run.request_stop("Not yet.")
    train_run(Run.open(run.folder), graph)
    assert (run.status.state, run.status.message, len(run.refresh().history)) == ("stopped", "Not yet.", done)


def test_only_one_process_trains_a_run(graph, tmp_path):
    run = Run.create(tmp_path / "run", graph, SETTINGS)
    epochs = iter(Recorder(run, graph))
    next(epochs)
    with pytest.raises(ValueError, match="Another process trains"):
        train_run(Run.open(run.folder), graph)
    epochs.close()
    assert run.status.state == "stopped"
    run.queue_again()
    assert train_run(Run.open(run.folder), graph).status.state == "done"


def test_a_finished_run_is_left_alone(graph, tmp_path):
    run = fit(graph, SETTINGS, folder=tmp_path / "run")
    before = {path: path.stat().st_mtime_ns for path in run.folder.rglob("*")}
    train_run(Run.open(run.folder), graph)
    assert {path: path.stat().st_mtime_ns for path in run.folder.rglob("*")} == before


def test_what_makes_a_run_fail_is_in_its_status(graph, tmp_path):
    huge = graph.replace(x=graph.adjacency().toarray().astype(np.float32) * 1e18)
    settings = SETTINGS.replace(learning_rate=1.0, tau=0.01, similarity="dot", epochs=60)
    with pytest.raises(ValueError, match="finite number in epoch"):
        fit(huge, settings, folder=tmp_path / "run")
    run = Run.open(tmp_path / "run")
    assert run.status.state == "failed"
    assert "choose a lower learning rate" in run.status.message
    assert np.isfinite(run.embeddings).all()
    other = Run.create(tmp_path / "other", graph, SETTINGS)
    with pytest.raises(ValueError, match="use its own graph"):
        train_run(Run.open(other.folder), n2n.load("cora"))
    assert other.status.state == "failed"


def test_a_fork_in_a_folder_begins_at_the_checkpoint_of_its_parent(graph, tmp_path, monkeypatch):
    parent = fit(graph, SETTINGS, folder=tmp_path / "parent")
    in_memory = fork(graph, fit(graph, SETTINGS), 7, tau=0.5)
    trained = []
    step = Trainer.step
    monkeypatch.setattr(Trainer, "step", lambda self: trained.append(len(self.history) + 1) or step(self))
    child = fork(graph, parent, 7, tau=0.5, folder=tmp_path / "child")
    assert trained[0] == max(at for at in parent.checkpoints if at <= 7) + 1
    assert without_times(child.history) == without_times(in_memory.history)
    assert child.history[6].loss == parent.history[6].loss
    shutil.rmtree(tmp_path / "parent")
    grandchild = fork(graph, child, 9, learning_rate=0.02, folder=tmp_path / "grandchild")
    assert grandchild.fork.earlier == child.fork
    assert [e.loss for e in grandchild.history[:9]] == [e.loss for e in child.history[:9]]


FULL = """
import resource, signal, sys, n2n
from n2n.training.fit import fit
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
graph, settings = n2n.load("karate"), n2n.Settings(width=64, epochs=400, snapshots=20)
try:
    fit(graph, settings, folder=sys.argv[1])
except ValueError as error:
    print(error)
"""


@pytest.mark.parametrize("limit", [0, 1500, 20000])
def test_a_full_disk_is_a_sentence_and_no_half_written_folder(tmp_path, limit, graph):
    folder = tmp_path / "run"
    command = [sys.executable, "-c", FULL, str(folder), str(limit)]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    assert "cannot be written" in done.stdout
    assert not list(tmp_path.glob(".*"))
    assert not list(tmp_path.rglob("*.part"))
    if folder.exists():  # it can be read, and resumed once there is room
        run = Run.open(folder)
        assert run.status.state == "failed"
        assert "cannot be written" in run.status.message
        resumed = train_run(Run.open(folder), graph)
        assert len(resumed.history) == 400

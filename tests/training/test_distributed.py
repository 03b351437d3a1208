"""Several real processes: the loss curve of one, few bytes, and a run that survives a killed process."""

import json
import os
import signal
import subprocess
import sys
import time

import psutil
import pytest
import torch

import n2n
from n2n.methods.model import choose_device
from n2n.methods.ranks import ALONE, Ranks
from n2n.training.distributed import is_distributed, joined
from n2n.training.estimate import free_memory
from n2n.training.fit import fit
from n2n.training.run import Run
from tests.training import ranks_worker
from tests.two_ranks import LONGEST, ROOT, run_two_ranks

# Two curves may differ by as much. Other negatives make a difference of 0.1, a loss falls by 0.04 or more.
DRIFT = 1e-3


@pytest.fixture(scope="module")
def one_rank():
    return ranks_worker.curves(ALONE)


@pytest.fixture(scope="module")
def two_ranks(one_rank, tmp_path_factory):
    """What two processes found; what the first one compiled is there already."""
    out = tmp_path_factory.mktemp("ranks") / "curves.json"
    done = run_two_ranks(ranks_worker.__name__, str(out), loaded="torch._dynamo")
    assert done.returncode == 0, done.stderr
    return json.loads(out.read_text())


@pytest.mark.parametrize("case", [name for name in ranks_worker.CASES if name != "own negatives"])
def test_two_ranks_have_the_loss_curve_of_one(one_rank, two_ranks, case):
    (gradient, wanted, score), (found_gradient, found, found_score) = one_rank[case], two_ranks[case]
    assert len(wanted) == 15
    assert wanted[-1] < wanted[0]
    # From the same weights, both differ by rounding alone.
    largest = max(map(abs, gradient))
    assert found_gradient == pytest.approx(gradient, rel=0, abs=1e-6 * largest)
    assert found[0] == pytest.approx(wanted[0], abs=1e-5)
    # Later the weights do. Adam takes steps of full length for weights whose gradient is nothing but
    # rounding, so how far they drift depends on the processor: by 1e-4 where logits are compared too.
    assert found == pytest.approx(wanted, rel=0, abs=DRIFT)
    # One of the twelve nodes may lie between two classes.
    assert found_score == pytest.approx(score, abs=1.01 / 12)


def test_negatives_of_a_rank_alone_are_another_loss(one_rank, two_ranks):
    (gradient, loss, _), (found_gradient, found, _) = (
        ranks["own negatives"] for ranks in (one_rank, two_ranks)
    )
    assert found_gradient != pytest.approx(gradient, rel=0, abs=0.1 * max(map(abs, gradient)))
    assert max(abs(a - b) for a, b in zip(found, loss, strict=True)) > 10 * DRIFT
    assert one_rank["own negatives"] == one_rank["exact"]


def test_bytes_do_not_grow_with_the_graph(one_rank, two_ranks):
    # The gradient of weights of 34×8 and 8×2 + 2, ten vectors of length 8, and their ten denominators.
    each = 4 * (34 * 8 + 8 * 2 + 2) + 4 * (10 * 8 + 10)
    assert two_ranks["bytes 100"] == 4 * [each]
    assert two_ranks["bytes 400"] == 19 * [each]
    assert set(one_rank["bytes 400"]) == {0}


def test_a_killed_rank_changes_nothing(one_rank, tmp_path):
    """SIGKILL in mid-epoch: torchrun starts both again, and the run ends as one that nobody killed."""
    words = "karate --batch-size 3 --width 8 --epochs 30 --dropout 0 --evaluate-every 20 --estimator exact"
    folder = tmp_path / "run"
    checkpoint = folder / "checkpoint.safetensors"
    command = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2", "--max-restarts=1"]
    command += ["--standalone", "-m", "n2n", "train", *words.split()]
    command += ["--checkpoint-every", "5", "--record", str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    agent = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + LONGEST
        while not checkpoint.exists():
            assert agent.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        ranks = [
            child for child in psutil.Process(agent.pid).children() if child.environ().get("RANK") == "1"
        ]
        ranks[0].send_signal(signal.SIGKILL)
        printed = agent.communicate(timeout=LONGEST)[0]
    finally:
        agent.kill()
    assert agent.returncode == 0
    assert printed.count("2 processes share the work.") == 2
    assert "MB per step" in printed
    run = Run.open(folder)
    assert (run.status.state, len(run.history)) == ("done", 30)
    calm = fit(n2n.load("karate"), run.settings)
    wanted = [epoch.loss for epoch in calm.history]
    assert [epoch.loss for epoch in run.history] == pytest.approx(wanted, rel=0, abs=DRIFT)
    assert run.scores == calm.scores


def test_a_process_of_its_own_is_alone(monkeypatch):
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    assert not is_distributed()
    with joined() as ranks:
        assert ranks is ALONE


def test_a_process_has_the_gpu_of_its_local_rank(monkeypatch):
    """Also in a thread of its own, where torch's current device is the first one."""
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    monkeypatch.setattr("torch.cuda.device_count", lambda: 2)
    monkeypatch.setattr("torch.cuda.mem_get_info", lambda device: (device.index * 1000, 5000))
    for rank, index in (("0", 0), ("1", 1), ("3", 1)):
        monkeypatch.setenv("LOCAL_RANK", rank)
        assert choose_device("auto") == choose_device("cuda") == torch.device("cuda", index)
        assert free_memory("auto") == index * 1000
    assert choose_device("cpu") == torch.device("cpu")
    assert free_memory("cpu") > 5000


def test_methods_that_need_all_nodes_are_refused():
    for settings in (n2n.Settings(), n2n.BaselineSettings("GCN")):
        with pytest.raises(ValueError, match="choose N2N with a batch_size"):
            ranks_worker.Trainer(n2n.load("karate"), settings, ranks=Ranks(0, 2))

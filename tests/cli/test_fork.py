"""`python -m n2n train --fork` on the smallest graph."""

import pytest

import n2n
from n2n.cli import main
from n2n.training.fit import fit
from n2n.training.run import Run


def test_a_saved_run_is_forked(tmp_path, capsys):
    """The epochs up to the fork are those of the run, then the changed settings count."""
    words = ["train", "karate", "--width", "8", "--epochs", "8", "--out", str(tmp_path)]
    assert main(words) == 0
    parent = Run.load(tmp_path / "seed0.n2n")
    forking = ["train", "karate", "--fork", str(tmp_path / "seed0.n2n"), "--at", "4"]
    record = ["--record", str(tmp_path / "r")]
    assert main([*forking, "--tau", "0.7", "--out", str(tmp_path), *record]) == 0
    assert "Forked from N2N-TAPS-1 (JL) at epoch 4 with τ = 0.7" in capsys.readouterr().out
    child = Run.load(tmp_path / "fork-4.n2n")
    assert [epoch.loss for epoch in child.history[:4]] == [epoch.loss for epoch in parent.history[:4]]
    assert child.history[5].loss != parent.history[5].loss
    assert child.fork.epoch == 4
    assert child.settings.tau == 0.7
    recorded = Run.open(tmp_path / "r")
    assert recorded.fork.without_ids() == child.fork
    assert len(recorded.history) == 8
    # The folder is that of this fork, and of no other.
    assert main([*forking, "--tau", "0.7", *record]) == 0
    assert main([*forking[:-1], "5", "--tau", "0.7", *record]) == 2
    assert main(["train", "karate", "--fork", str(tmp_path / "r"), "--at", "6", "--tau", "2"]) == 0


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / "a.n2n"
    fit(n2n.load("karate"), n2n.Settings(width=8, epochs=8)).save(path)
    return str(path)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--at", "99"], "from 1 to 8"),
        ([], "--fork needs --at"),
        (["--at", "4", "--width", "9"], "width cannot change at a fork"),
        (["--at", "4", "--method", "GCN"], "leave out --method"),
        (["--at", "4", "--seeds", "2"], "leave out --seeds"),
    ],
)
def test_impossible_forks_are_one_sentence(saved, capsys, more, words):
    assert main(["train", "karate", "--fork", saved, *more]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_a_fork_needs_the_graph_of_its_run(saved, capsys):
    assert main(["train", "cora", "--fork", saved, "--at", "4"]) == 2
    assert "is a run on" in capsys.readouterr().err

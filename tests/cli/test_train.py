"""`n2n train` on the smallest graph: options, runs, folders, forks."""

import json

import click
import numpy as np
import pytest

import n2n
from n2n.cli import main
from n2n.cli.options import chosen_settings, settings_options
from n2n.methods.base import SEEDS
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.n2n.settings import Settings
from n2n.training.run import Run

QUICK = ["--width", "8", "--epochs", "4", "--evaluate-every", "2"]


def train(*words) -> int:
    return main(["train", "karate", *map(str, words)])


def read(*words: str):
    @click.command()
    @settings_options
    def command(**options):
        return chosen_settings("cora", **options)

    return command.main(words, standalone_mode=False)


def test_options_change_the_settings_of_the_dataset():
    assert read() == Settings.for_dataset("cora")
    assert read("--method", "GAT", "--heads", "4") == BaselineSettings.for_dataset("cora", "GAT").replace(
        heads=4
    )
    words = ("--k", "all", "--recipe", "released", "--tau", "2")
    expected = Settings.for_dataset("cora", "URL", "all", recipe="released").replace(tau=2.0)
    assert read("--framework", "URL", *words) == expected
    assert read("--method", "N2N-TAPS-1 (URL)", *words) == expected, "the recipe is that of what is asked for"
    sampled = read("--method", "GraphSAGE-Mean", "--k", "2", "--sampler", "taps", "--dropout", "0.1")
    assert (sampled.name, sampled.dropout) == ("GraphSAGE-Mean-TAPS-2", 0.1)


def test_every_setting_is_an_option(capsys):
    assert train("--help") == 0
    help_text = capsys.readouterr().out
    for name in (*Settings.specs(), *BaselineSettings.specs()):
        assert (f"--{name.replace('_', '-')} " in help_text) == (name not in SEEDS), name


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--tau", "-1"], "tau is -1.0: expected a number from 0.01 to 1000."),
        (["--tau", "hot"], "'--tau': 'hot' is not a valid float"),
        (["--k", "0"], "k is 0: expected a whole number from 1 to 1000, or 'all'."),
        (["--include-self", "perhaps"], "'perhaps' is not a valid boolean"),
        (["--framework", "SSL"], "'--framework': 'SSL' is not one of"),
        (["--seeds", "0"], "'--seeds': 0 is not in the range x>=1"),
        (["--recipe", "best"], "There is no recipe 'best' of N2N-TAPS-1 (JL): choose one of tuned, text"),
        (["--method", "GNN"], "There is no method 'GNN': choose among MLP, GCN"),
        (["--method", "GCN", "--tau", "2"], "GCN has no setting --tau: leave it out."),
        (["--method", "GCN", "--recipe", "text"], "There is no recipe 'text' of GCN"),
        (["--heads", "4"], "N2N-TAPS-1 (JL) has no setting --heads: leave it out."),
        (["--method", "GAT", "--heads", "0"], "heads is 0: expected a whole number from 1 to 64."),
        (["--embeddings", "h.csv"], "ends in .npy"),
        (["--record", "x", "--seeds", "2"], "--record is for a single run"),
        (["--checkpoint-every", "0"], "'--checkpoint-every': 0 is not in the range"),
        (["--at", "3"], "--at needs --fork"),
        (["--fork", "nowhere.n2n", "--at", "3"], "nowhere.n2n"),
    ],
)
def test_a_wrong_option_is_one_sentence(words, sentence, capsys):
    assert train(*words) == 2
    message = capsys.readouterr().err
    assert sentence in message
    assert message.count("\n") == 1


@pytest.mark.parametrize("method", ["N2N-Random-2 (URL)", "GCN", "DeepWalk", "GraphSAGE-Mean-TAPS-2"])
def test_runs_are_trained_and_saved(method, tmp_path, capsys):
    assert train("--method", method, *QUICK, "--seeds", 2, "--out", tmp_path / "runs") == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{method} on Karate club, split 'paper', 4 epochs at most.\n")
    assert "(2 seeds), test micro-F1 at the epoch of the best validation micro-F1." in printed
    assert ("Denominators: exact." in printed) == method.startswith("N2N")
    assert len(list((tmp_path / "runs").iterdir())) == 3
    run = Run.load(tmp_path / "runs" / "seed1.n2n")
    assert (run.settings.name, run.settings.seed, run.settings.width) == (method, 1, 8)
    summary = json.loads((tmp_path / "runs" / "summary.json").read_text())
    assert summary["test"][1] == run.scores.test


def test_a_run_in_batches_is_recorded_in_a_folder(tmp_path, capsys):
    words = ["--batch-size", "10", "--width", "8", "--epochs", "3", "--evaluate-every", "1"]
    words += ["--record", tmp_path / "run", "--checkpoint-every", "2"]
    words += ["--embeddings", tmp_path / "h.npy", "--positives", tmp_path / "positives"]
    assert train(*words) == 0
    first = Run.open(tmp_path / "run")
    assert [epoch.index for epoch in first.history] == [1, 2, 3]
    np.testing.assert_array_equal(np.load(tmp_path / "h.npy", mmap_mode="r"), first.embeddings)
    assert train(*words) == 0  # everything is done already
    assert Run.open(tmp_path / "run").history == first.history
    assert train(*words, "--tau", "3") == 2
    assert "other settings" in capsys.readouterr().err


def test_the_epoch_that_counts_can_be_chosen_and_the_best_test_epoch_is_marked(tmp_path, capsys):
    words = ["--method", "GCN", "--epochs", "6", "--evaluate-every", "1", "--width", "8"]
    lines = {}
    for rule in ("validation", "last", "best test"):
        assert train(*words, "--selection", rule, "--out", tmp_path) == 0
        lines[rule] = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("GCN:"))
    assert "last evaluated epoch" in lines["last"]
    assert "(1 seed) (best test), best test micro-F1" in lines["best test"]
    assert [rule for rule in lines if "best test" in lines[rule]] == ["best test"]
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert ("test" in summary, summary["selection"]) == (False, "best test")


@pytest.fixture(scope="module")
def parent(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / "parent.n2n"
    n2n.fit(n2n.load("karate"), Settings(width=8, epochs=8)).save(path)
    return path


def test_a_saved_run_is_forked(parent, tmp_path, capsys):
    """The epochs up to the fork are those of the run, then the changed settings count."""
    forking = ["--fork", parent, "--at", "4", "--tau", "0.7"]
    record = ["--record", tmp_path / "r"]
    assert train(*forking, "--out", tmp_path, *record) == 0
    assert "Forked from N2N-TAPS-1 (JL) at epoch 4 with τ = 0.7" in capsys.readouterr().out
    before, child = Run.load(parent), Run.load(tmp_path / "fork-4.n2n")
    assert [epoch.loss for epoch in child.history[:4]] == [epoch.loss for epoch in before.history[:4]]
    assert child.history[5].loss != before.history[5].loss
    assert (child.fork.epoch, child.settings.tau) == (4, 0.7)
    recorded = Run.open(tmp_path / "r")
    assert recorded.fork.without_ids() == child.fork
    assert len(recorded.history) == 8
    # The folder is that of this fork, and of no other.
    assert train(*forking, *record) == 0
    assert train("--fork", parent, "--at", "5", "--tau", "0.7", *record) == 2
    assert train("--fork", tmp_path / "r", "--at", "6", "--tau", "2") == 0


@pytest.mark.parametrize(
    ("graph", "more", "words"),
    [
        ("karate", ["--at", "99"], "from 1 to 8"),
        ("karate", [], "--fork needs --at"),
        ("karate", ["--at", "4", "--width", "9"], "width cannot change at a fork"),
        ("karate", ["--at", "4", "--method", "GCN"], "leave out --method"),
        ("karate", ["--at", "4", "--seeds", "2"], "leave out --seeds"),
        ("cora", ["--at", "4"], "is a run on"),
    ],
)
def test_impossible_forks_are_one_sentence(parent, capsys, graph, more, words):
    assert main(["train", graph, "--fork", str(parent), *more]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1

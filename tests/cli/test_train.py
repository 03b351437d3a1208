"""`python -m n2n train` on the smallest graph."""

import json

import numpy as np
import pytest

from n2n.cli import main
from n2n.taps import ranking
from n2n.training.run import Run

QUICK = ["--width", "8", "--epochs", "4", "--evaluate-every", "2"]


def test_training_prints_a_table_and_saves_what_it_made(tmp_path, capsys):
    words = ["train", "karate", "--framework", "JL", "--k", "2", "--seeds", "2", "--tau", "2.5"]
    assert main([*words, *QUICK, "--out", str(tmp_path / "runs")]) == 0
    printed = capsys.readouterr().out
    assert "N2N-TAPS-2 (JL) on Karate club, split 'paper', 4 epochs at most." in printed
    assert "(2 seeds), test micro-F1 at the epoch of the best validation micro-F1." in printed
    assert sorted(file.name for file in (tmp_path / "runs").iterdir()) == [
        "seed0.n2n",
        "seed1.n2n",
        "summary.json",
    ]
    run = Run.load(tmp_path / "runs" / "seed1.n2n")
    assert (run.settings.seed, run.settings.k, run.settings.tau, run.settings.width) == (1, 2, 2.5, 8)
    summary = json.loads((tmp_path / "runs" / "summary.json").read_text())
    assert summary["test"][1] == run.scores.test


@pytest.mark.parametrize("method", ["GCN", "DGI", "DeepWalk", "GraphSAGE-Mean-TAPS-2"])
def test_every_method_can_be_trained(method, tmp_path, capsys):
    assert main(["train", "karate", "--method", method, *QUICK, "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{method} on Karate club, split 'paper', 4 epochs at most.\n")
    assert "The paper does not use this graph: Cora's values with more epochs; the rest: " in printed
    assert "Denominators" not in printed
    run = Run.load(tmp_path / "seed0.n2n")
    assert (run.settings.name, run.settings.width, len(run.history)) == (method, 8, 4)


def test_n2n_says_how_its_denominators_were_found(capsys):
    assert main(["train", "karate", "--method", "N2N-Random-2 (URL)", *QUICK]) == 0
    printed = capsys.readouterr().out
    assert "N2N-Random-2 (URL) on Karate club" in printed
    assert (
        "\nDenominators: exact. 34 nodes are few enough to compare every node with every other.\n" in printed
    )


def test_a_run_in_batches_is_recorded_in_a_folder(tmp_path, capsys):
    words = [
        "train",
        "karate",
        "--batch-size",
        "10",
        "--width",
        "8",
        "--epochs",
        "3",
        "--evaluate-every",
        "1",
    ]
    files = ["--record", str(tmp_path / "run"), "--checkpoint-every", "2"]
    files += ["--embeddings", str(tmp_path / "h.npy"), "--positives", str(tmp_path / "positives")]
    assert main([*words, *files]) == 0
    first = Run.open(tmp_path / "run")
    assert [epoch.index for epoch in first.history] == [1, 2, 3]
    embeddings = np.load(tmp_path / "h.npy", mmap_mode="r")
    np.testing.assert_array_equal(embeddings, first.embeddings)
    assert main([*words, *files]) == 0  # everything is done already
    assert Run.open(tmp_path / "run").history == first.history
    capsys.readouterr()
    assert main([*words, *files, "--tau", "3"]) == 2
    assert "other settings" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--embeddings", "h.csv"], "ends in .npy"),
        (["--record", "x", "--seeds", "2"], "--record is for a single run"),
        (["--checkpoint-every", "0"], "'--checkpoint-every': 0 is not in the range"),
    ],
)
def test_options_that_cannot_be_are_told(capsys, words, message):
    assert main(["train", "karate", *words]) == 2
    assert message in capsys.readouterr().err


def test_embeddings_too_large_for_one_file_are_refused_before_the_run(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("n2n.cli.train.MOST_IN_MEMORY", 100)
    assert main(["train", "karate", "--epochs", "1", "--out", str(tmp_path / "out")]) == 2
    assert "use --embeddings" in capsys.readouterr().err


def test_the_epoch_that_counts_can_be_chosen_and_the_best_test_epoch_is_marked(tmp_path, capsys):
    words = ["train", "karate", "--method", "GCN", "--epochs", "6", "--evaluate-every", "1", "--width", "8"]
    told = {}
    for rule in ("validation", "last", "best test"):
        assert main([*words, "--selection", rule, "--out", str(tmp_path)]) == 0
        told[rule] = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("GCN:"))
    assert "last evaluated epoch" in told["last"]
    assert "(1 seed) (best test), best test micro-F1" in told["best test"]
    assert [rule for rule in told if "best test" in told[rule]] == ["best test"]
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert "test" not in summary
    assert summary["selection"] == "best test"


def test_neighbours_are_ranked_once_for_all_seeds(monkeypatch):
    counted, count = [], ranking.common_neighbours
    monkeypatch.setattr(ranking, "common_neighbours", lambda *given: counted.append(1) or count(*given))
    times = []
    for seeds in ("1", "2"):
        counted.clear()
        assert main(["train", "karate", "--seeds", seeds, *QUICK]) == 0
        times.append(len(counted))
    assert times[0] == times[1] > 0

"""`python -m n2n train` on the smallest graph."""

import json

import pytest

import n2n
from n2n.cli import main

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
    run = n2n.Run.load(tmp_path / "runs" / "seed1.n2n")
    assert (run.settings.seed, run.settings.k, run.settings.tau, run.settings.width) == (1, 2, 2.5, 8)
    summary = json.loads((tmp_path / "runs" / "summary.json").read_text())
    assert summary["test"][1] == run.scores.test


@pytest.mark.parametrize("method", ["GCN", "DGI", "DeepWalk", "GraphSAGE-Mean-TAPS-2"])
def test_every_method_can_be_trained(method, tmp_path, capsys):
    assert main(["train", "karate", "--method", method, *QUICK, "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{method} on Karate club, split 'paper', 4 epochs at most.\n")
    assert "The paper does not use this graph: Cora's values with more epochs; the rest: " in printed
    assert "Estimate: " in printed
    assert "Denominators" not in printed
    run = n2n.Run.load(tmp_path / "seed0.n2n")
    assert (run.settings.name, run.settings.width, len(run.history)) == (method, 8, 4)


def test_n2n_says_how_its_denominators_were_found(capsys):
    assert main(["train", "karate", "--method", "N2N-Random-2 (URL)", *QUICK]) == 0
    printed = capsys.readouterr().out
    assert "N2N-Random-2 (URL) on Karate club" in printed
    assert (
        "\nDenominators: exact. 34 nodes are few enough to compare every node with every other.\n" in printed
    )

"""`python -m n2n train` and `results` on the smallest graph."""

import json

import pytest

import n2n
from n2n.cli import main
from n2n.cli.options import CHOSEN_ELSEWHERE
from n2n.methods.n2n.settings import Settings

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


def test_every_setting_is_an_option(capsys):
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    help_text = capsys.readouterr().out
    for name in Settings.specs():
        assert (f"--{name.replace('_', '-')} " in help_text) == (name not in CHOSEN_ELSEWHERE), name


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--tau", "-1"], "tau is -1.0: expected a number from 0.01 to 1000."),
        (["--tau", "hot"], "tau is 'hot': expected a number from 0.01 to 1000"),
        (["--k", "0"], "k is 0: expected a whole number from 1 to 1000, or 'all'."),
        (["--include-self", "yes"], "include_self is 'yes': expected true or false"),
        (["--framework", "SSL"], "framework"),
        (["--seeds", "0"], "--seeds is 0: give a whole number from 1 up."),
        (["--recipe", "best"], "There is no recipe 'best'"),
    ],
)
def test_a_wrong_option_is_one_sentence(words, sentence, capsys):
    assert main(["train", "karate", *words]) == 2
    message = capsys.readouterr().err
    assert sentence in message
    assert message.count("\n") == 1


def test_results_are_measured_kept_and_compared(tmp_path, capsys):
    words = ["results", "cora", "--rows", "N2N-TAPS-1 (JL)", "--seeds", "1", "--out", str(tmp_path)]
    assert main([*words, "--show"]) == 0
    assert capsys.readouterr().out == "Nothing has been measured on cora yet.\n"
    assert main([*words, "--epochs", "2", "--estimator", "sampled"]) == 0
    printed = capsys.readouterr().out
    assert "N2N-TAPS-1 (JL), estimator sampled, epochs 2" in printed
    assert "85.46 ± 0.08" in printed
    assert "cora, split 'paper'" in printed
    assert main(["results", "cora", "--rows", "GCN", "--out", str(tmp_path)]) == 2

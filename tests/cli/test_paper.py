"""`n2n results` and `n2n reproduce` measure, store and compare."""

import re
import shlex

import numpy as np
import pytest

import n2n
from n2n.cli import main
from n2n.files.assets import ASSETS
from n2n.paper.results import KEY, SHIPPED, read
from tests.measurements import scored, store

QUICK = ["--rows", "N2N-TAPS-1 (JL)", "--seeds", "1", "--epochs", "2"]


def printed(capsys, *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_runs_with_other_settings_are_stored_but_not_judged(tmp_path, capsys):
    before = printed(capsys, "results", "cora", "--show", "--out", str(tmp_path))
    after = printed(capsys, "results", "cora", *QUICK, "--out", str(tmp_path))
    assert before in after, "the comparison with the paper is as before"
    assert re.search(r"N2N-TAPS-1 \(JL\) +epochs 2 +cora +[\d.]+ +1\n", after)
    assert "Paper split; test micro-F1 at the epoch of the best validation" in before


@pytest.mark.parametrize(
    "command", [["results", "Amazon-Photo"], ["reproduce", "table1", "--datasets", "photo"]]
)
def test_a_recorded_command_measures_the_same_again(command, tmp_path, capsys):
    """Also for a dataset by another of its names."""
    first_out, second_out = tmp_path / "first", tmp_path / "second"
    printed(capsys, *command, *QUICK, "--recipe", "text", "--out", str(first_out))
    (first,) = read(first_out).to_dict("records")
    assert (first["dataset"], first["variant"]) == ("photo", "recipe text, epochs 2")
    program, *words = shlex.split(first["command"])
    assert program == "n2n"
    printed(capsys, *words, "--out", str(second_out))
    (second,) = read(second_out).to_dict("records")
    assert [second[name] for name in (*KEY, "test")] == [first[name] for name in (*KEY, "test")]
    assert second["version"] == n2n.__version__


def test_a_figure_is_measured_into_the_folder_of_the_user(tmp_path, capsys):
    before = {path: path.stat().st_mtime_ns for path in ASSETS.rglob("*")}
    words = ["reproduce", "fig4", "--rows", "TAPS-2", "--datasets", "cora"]
    assert "Label smoothness" in printed(capsys, *words, "--again", "--out", str(tmp_path))
    assert len(read(tmp_path)) == 1
    assert {path: path.stat().st_mtime_ns for path in ASSETS.rglob("*")} == before
    assert "TAPS-2" in printed(capsys, *words, "--show", "--out", str(tmp_path))


def test_a_budget_leaves_out_what_takes_longer(tmp_path, capsys):
    words = ["reproduce", "table1", "--rows", "MVGRL", "--datasets", "pubmed", "--seeds", "9"]
    assert "6 runs are missing" in printed(capsys, *words, "--minutes", "0.01", "--out", str(tmp_path))
    assert read(tmp_path).empty


def test_what_is_reproduced_is_counted_table_by_table(capsys):
    found = printed(capsys, "results", "--out", str(SHIPPED))
    counts = re.findall(r"Of the (\d+) (?:accuracies|times) of (.*?) Table (\d).*?, (\d+) (?:is|are) ", found)
    assert [(int(numbers), int(table), int(count)) for numbers, _, table, count in counts] == [
        (84, 1, 32), (96, 1, 46), (30, 2, 0), (59, 3, 29), (48, 3, 43)
    ]  # fmt: skip


def test_every_number_of_the_best_test_epoch_has_its_mark(tmp_path, capsys):
    # A seed that the committed results do not have.
    store(tmp_path, *(scored("N2N-TAPS-1 (URL)", 0.8, seed, best_test=0.9137) for seed in range(20)))
    for words in (["results", "cora"], ["reproduce", "table1", "--datasets", "cora"]):
        found = printed(capsys, *words, "--show", "--selection", "best test", "--out", str(tmp_path))
        lines = [line for line in found.splitlines() if "91.37" in line]
        assert lines
        assert all("91.37 ± 0.00 (best test)" in line for line in lines)


def test_what_cannot_be_measured_fails(capsys, tmp_path, monkeypatch):
    n2n.Graph.from_edges([[0, 1, 2], [1, 2, 0]], x=np.eye(3)).save(tmp_path / "bare")
    monkeypatch.setenv("N2N_GRAPHS", str(tmp_path / "bare"))
    assert main(["results", "bare", *QUICK, "--out", str(tmp_path / "out")]) == 2
    assert "1 runs could not be measured, the first: " in capsys.readouterr().err

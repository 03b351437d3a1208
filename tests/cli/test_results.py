"""`python -m n2n results` measures, keeps and compares."""

from n2n.cli import main
from n2n.cli.results import comparison
from n2n.paper.store import append
from tests.cells import cell, recorded


def test_results_are_measured_kept_and_compared(tmp_path, capsys):
    words = ["results", "cora", "--rows", "N2N-TAPS-1 (JL)", "--seeds", "1", "--out", str(tmp_path)]
    assert main([*words, "--show"]) == 0
    assert capsys.readouterr().out == "Nothing has been measured on cora yet.\n"
    assert main([*words, "--epochs", "2", "--estimator", "sampled"]) == 0
    printed = capsys.readouterr().out
    assert "N2N-TAPS-1 (JL), estimator sampled, epochs 2" in printed
    assert "85.46 ± 0.08" in printed
    assert "cora: Paper split; test micro-F1 at the epoch of the best validation" in printed
    assert main(["results", "cora", "--rows", "GCN", "--out", str(tmp_path)]) == 2
    assert "There is no row 'GCN'" in capsys.readouterr().err


def test_the_comparison_has_difference_and_verdict():
    text = comparison("cora", recorded(**{"N2N-TAPS-1 (JL)": [0.85, 0.86], "N2N (JL)": [0.7]}))
    _, first, second, _ = (line.split("  ") for line in text.splitlines())
    assert [entry.strip() for entry in first if entry.strip()][1:7] == [
        "cora", "85.46 ± 0.08", "85.50 ± 0.71", "2", "+0.04", "reproduced"
    ]  # fmt: skip
    assert "below" in [entry.strip() for entry in second]


def test_without_a_dataset_verdicts_are_counted_under_any_protocol(tmp_path, capsys):
    for test, row in ((0.86, "GCN"), (0.85, "SGC")):
        made = cell(row, test)
        made.values.update(last_test=0.85, best_test=0.9)
        append(made, tmp_path)
    assert main(["results", "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert told.splitlines()[1].split() == ["Table", "1", "1", "1", "0", "178", "180"]
    assert "1 are reproduced" in told
    assert "Compared with" not in told
    assert main(["results", "--selection", "last", "--out", str(tmp_path)]) == 0
    assert "move by −0.50 points on average, GCN most, by −1.00." in capsys.readouterr().out
    assert main(["results", "--selection", "best test", "--out", str(tmp_path)]) == 0
    assert "by +5.00 (best test)." in capsys.readouterr().out


def test_every_number_of_the_best_test_epoch_has_its_mark(tmp_path, capsys):
    made = cell("N2N-TAPS-1 (URL)", 0.8)
    made.values.update(best_test=0.9137, probes={"softmax": {"best_test": 0.9246}})
    append(made, tmp_path)
    for words in (["results", "cora"], ["reproduce", "table1", "--datasets", "cora"]):
        for probe, number in (("logistic", "91.37"), ("softmax", "92.46")):
            rule = ["--selection", "best test", "--probe", probe]
            assert main([*words, "--show", *rule, "--out", str(tmp_path)]) == 0
            lines = [line for line in capsys.readouterr().out.splitlines() if number in line]
            assert lines
            assert all(f"{number} (best test)" in line for line in lines)


def test_an_unknown_rule_is_one_sentence(capsys):
    assert main(["results", "--selection", "luck"]) == 2
    assert "invalid choice: 'luck'" in capsys.readouterr().err

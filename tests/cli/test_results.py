"""`python -m n2n results` measures, keeps and compares."""

from n2n.cli import main
from n2n.cli.results import comparison
from tests.cells import recorded


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
    assert "There is no row 'GCN'" in capsys.readouterr().err


def test_the_comparison_has_difference_and_verdict():
    text = comparison("cora", recorded(**{"N2N-TAPS-1 (JL)": [0.85, 0.86], "N2N (JL)": [0.7]}))
    _, first, second, _ = (line.split("  ") for line in text.splitlines())
    assert [entry.strip() for entry in first if entry.strip()][1:6] == [
        "85.50 ± 0.71", "2", "85.46 ± 0.08", "+0.04", "reproduced"
    ]  # fmt: skip
    assert "below" in [entry.strip() for entry in second]

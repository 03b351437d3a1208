"""`python -m n2n results` measures, keeps and compares."""

import csv
import math
import re
import shlex
import statistics
from collections import Counter

import numpy as np
import pytest

import n2n
from n2n.cli import main
from n2n.cli.results import comparison
from n2n.files.assets import ASSETS
from n2n.methods.recipes import DATASETS
from n2n.paper import compare, stored
from n2n.paper.store import SHIPPED, append
from tests.cells import cell, recorded


def test_results_are_measured_kept_and_compared(tmp_path, capsys):
    words = ["results", "cora", "--rows", "N2N-TAPS-1 (JL)", "--seeds", "1", "--out", str(tmp_path)]
    assert main([*words, "--show"]) == 0
    assert capsys.readouterr().out == "Nothing has been measured on cora yet.\n"
    assert main([*words, "--epochs", "2"]) == 0
    printed = capsys.readouterr().out
    assert "N2N-TAPS-1 (JL), epochs 2" in printed
    assert "85.46 ± 0.08" in printed
    assert "cora: Paper split; test micro-F1 at the epoch of the best validation" in printed
    assert main(["results", "cora", "--rows", "GCN", "--out", str(tmp_path)]) == 2
    assert "There is no row 'GCN'" in capsys.readouterr().err


def test_the_comparison_has_difference_and_verdict():
    text = comparison("cora", recorded(**{"N2N-TAPS-1 (JL)": [0.85, 0.86, 0.855], "N2N (JL)": [0.7] * 3}))
    _, first, second, _ = (line.split("  ") for line in text.splitlines())
    assert [entry.strip() for entry in first if entry.strip()][1:7] == [
        "cora", "85.46 ± 0.08", "85.50 ± 0.50", "3", "+0.04", "reproduced"
    ]  # fmt: skip
    assert "below" in [entry.strip() for entry in second]


@pytest.mark.parametrize("seeds", [1, 5])
def test_runs_with_other_settings_are_not_judged_by_the_printed_number(tmp_path, capsys, seeds):
    words = ["results", "cora", "--rows", "N2N-TAPS-1 (JL)", "--epochs", "2"]
    assert main([*words, "--seeds", str(seeds), "--out", str(tmp_path)]) == 0
    (row,) = (line for line in capsys.readouterr().out.splitlines() if "85.46 ± 0.08" in line)
    assert not re.search(r"reproduced|above|below", row)


@pytest.mark.parametrize(("seeds", "judged"), [(2, False), (3, True)])
def test_one_or_two_runs_are_not_judged(tmp_path, capsys, seeds, judged):
    for seed in range(seeds):
        append(cell("N2N-TAPS-1 (JL)", 0.8546, seed), tmp_path)
    assert main(["results", "cora", "--show", "--out", str(tmp_path)]) == 0
    assert ("reproduced" in capsys.readouterr().out) is judged


def counted(printed: str) -> dict[tuple[str, str], tuple[int, ...]]:
    """The counts of every sentence, by whose numbers of which table they are."""
    found = {}
    for line in printed.splitlines():
        if match := re.match(r"Of the \d+ (?:accuracies|times) of (.*) in Table (\d)", line):
            found[match[2], match[1]] = tuple(int(n) for n in re.findall(r"(?:the|,|and) (\d+) ", line))
    return found


def test_the_committed_counts_are_those_of_the_printed_tables(capsys):
    """Counted again from the files, table by table; N2N's rows and the baselines' apart."""
    assert main(["results", "--out", str(SHIPPED)]) == 0
    expected = Counter()
    for name in ("table1", "table2"):
        for one in compare(name, stored(SHIPPED)):
            if one.printed is None:
                continue
            row = printed_rows(name)[one.row]
            column = one.column.replace(" ", "_seed")
            mean, sd = float(row[f"{column}_mean"]), float(row[f"{column}_std"])
            scores = [100 * made.values["test"] for made in one.cells]
            difference = round(statistics.mean(scores), 2) - mean
            error = math.sqrt(statistics.variance(scores) / len(scores) + sd**2 / 5)
            verdict = "in" if abs(difference) <= max(1, 2 * error) else "above" if difference > 0 else "below"
            expected[name, one.row.startswith("N2N"), verdict] += 1
    times = {}
    for made in stored(SHIPPED):
        if made.kind == "time":
            times[made.row, made.dataset] = made.values["ms"]
            times[f"{made.row} (inference)", made.dataset] = made.values["inference_ms"]
    table3 = printed_rows("table3")
    for method, row in table3.items():
        reference = "N2N-TAPS-1 (JL)" + (" (inference)" if "(inference)" in method else "")
        for dataset in DATASETS:
            there = float(row[dataset]) - float(table3[reference][dataset])
            if there:
                here = times[method, dataset] - times[reference, dataset]
                expected["table3", method.startswith("N2N"), "in" if here * there > 0 else "below"] += 1

    def numbers(name, ours):
        inside, above, below = (expected[name, ours, verdict] for verdict in ("in", "above", "below"))
        return (inside, below) if name == "table3" else (inside, above, below)

    names = {"N2N": ("table1", True), "the baselines": ("table1", False)}
    found = counted(capsys.readouterr().out)
    wanted = {("1", whose): numbers(*group) for whose, group in names.items()}
    wanted["2", "N2N with random positives"] = numbers("table2", True)
    wanted |= {("3", whose): numbers("table3", ours) for whose, (_, ours) in names.items()}
    assert found == {key: (sum(counts), *counts) for key, counts in wanted.items()}


def printed_rows(name: str) -> dict[str, dict[str, str]]:
    (path,) = (ASSETS / "paper").glob(f"{name}_*.csv")
    with path.open(encoding="utf-8") as file:
        return {
            row["model"]: {column.lower(): value for column, value in row.items()}
            for row in csv.DictReader(file)
        }


def test_without_a_dataset_verdicts_are_counted_under_any_protocol(tmp_path, capsys):
    for test, row in ((0.86, "GCN"), (0.85, "SGC")):
        for seed in range(3):
            made = cell(row, test, seed)
            made.values.update(last_test=0.85, best_test=0.9)
            append(made, tmp_path)
    assert main(["results", "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert told.splitlines()[2].split() == ["Table", "1,", "baselines", "96", "1", "1", "94"]
    assert "1 is reproduced" in told
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
    assert "'luck' is not one of" in capsys.readouterr().err


def test_a_recorded_command_measures_the_same_again_and_an_alias_is_the_dataset(tmp_path, capsys):
    words = ["--rows", "N2N-TAPS-1 (JL)", "--seeds", "1", "--epochs", "2", "--recipe", "text"]
    assert main(["results", "Amazon-Photo", *words, "--out", str(tmp_path / "first")]) == 0
    assert "Nothing has been measured" not in capsys.readouterr().out
    (first,) = stored(tmp_path / "first")
    assert first.dataset == "photo"
    assert first.command.startswith("python -m n2n results photo ")
    again = shlex.split(first.command)[3:]
    assert again[2:] == ["--rows", "N2N-TAPS-1 (JL)", "--seeds", "1", "--recipe", "text", "--epochs", "2"]
    assert main([*again, "--out", str(tmp_path / "second")]) == 0
    (second,) = stored(tmp_path / "second")
    assert (second.key, second.values["test"]) == (first.key, first.values["test"])


def test_a_dataset_without_labels_fails(capsys, tmp_path, monkeypatch):
    n2n.Graph.from_edges([[0, 1, 2], [1, 2, 0]], x=np.eye(3)).save(tmp_path / "bare")
    monkeypatch.setenv("N2N_GRAPHS", str(tmp_path / "bare"))
    words = ["results", "bare", "--rows", "N2N (JL)", "--seeds", "1", "--out", str(tmp_path / "out")]
    assert main(words) == 2
    assert "1 runs could not be computed, the first: " in capsys.readouterr().err


def test_in_a_checkout_nothing_is_written_into_the_committed_assets(capsys):
    before = {path: path.stat().st_mtime_ns for path in ASSETS.rglob("*")}
    assert main(["reproduce", "fig4", "--rows", "TAPS-2", "--datasets", "cora", "--again"]) == 0
    assert "Label smoothness" in capsys.readouterr().out
    assert {path: path.stat().st_mtime_ns for path in ASSETS.rglob("*")} == before

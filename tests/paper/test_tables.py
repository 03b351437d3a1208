"""Tables of printed and measured numbers carry what the cells say."""

import pytest
from n2n.paper.results import load_results

from n2n.paper import EXPERIMENTS, Line, compare, tables
from n2n.paper.printed import Score
from n2n.paper.verdicts import NOT_PRINTED, NOT_REPRODUCED, NOT_RUN, REPRODUCED
from tests.cells import cell, recorded


def test_the_table_has_measured_and_printed_scores(tmp_path):
    table = tables.measured_scores(recorded(tmp_path, **{"N2N (URL)": [0.87, 0.88], "Something new": [0.5]}))
    assert table["method"] == ["N2N (URL)", "Something new"]
    assert table["measured"] == [87.5, 50.0]
    assert table["printed"] == [88.2, None]
    assert table["seeds"] == [2, 1]


def test_the_verdict_names_what_is_far_and_compares_the_choice(tmp_path):
    scores = {"N2N-TAPS-1 (JL)": [0.85], "N2N-Random-1 (JL)": [0.80], "N2N (JL)": [0.90]}
    first, choice = tables.verdict(tables.measured_scores(recorded(tmp_path, **scores)))
    assert first.startswith("1 of 3 scores lies within 1 point")
    assert "N2N-Random-1 (JL) is 3.5 points lower" in first
    assert "N2N (JL) is 2.5 points higher" in first
    assert "+5.0 points here" in choice


def test_nothing_measured_says_nothing(tmp_path):
    table = tables.measured_scores(load_results("cora", tmp_path))
    assert table["method"] == []
    assert tables.verdict(table) == ()


def test_the_expected_scores_are_those_of_the_paper():
    table = tables.expected_scores("cora")
    assert table["printed"] == sorted(table["printed"])
    assert table["printed"][table["method"].index("N2N (URL)")] == 88.2
    assert set(map(len, table.values())) == {len(table["method"])}


def test_counts_are_those_of_the_printed_numbers():
    printed = [REPRODUCED, NOT_REPRODUCED, NOT_RUN, NOT_RUN]
    lines = [Line("GCN", "cora", Score(84.0, 0.1), None, None, status) for status in printed]
    unprinted = Line("MLP", "photo", None, None, None, NOT_RUN)
    assert tables.counts([*lines, unprinted]) == {REPRODUCED: 1, NOT_REPRODUCED: 1, NOT_RUN: 2}


def test_every_status_has_a_sign_of_its_own():
    assert len(set(tables.MARKS.values())) == 4


def test_table_and_numbers_are_what_the_cells_say():
    lines = compare("table1", [cell("GCN", 0.84), cell("GCN", 0.86, seed=1)], datasets=["cora"])
    table = tables.printed_beside_measured(lines, {"cora": "Cora"})
    row = table["method"].index("GCN")
    assert [table[name][row] for name in table] == [
        "GCN",
        "Cora",
        "84.72 ± 0.08",
        "85.00 ± 1.41",
        2,
        "+0.28",
        "✓ reproduced",
    ]
    numbers = tables.numbers(lines)
    assert [numbers[name][row] for name in numbers] == [
        "GCN", "cora", 84.72, 0.08, 85.0, 1.41, 2, 0.28, REPRODUCED, "paper", "a command", "abacus, 2 cores",
    ]  # fmt: skip
    assert len(table["method"]) == len(EXPERIMENTS["table1"].rows)


def test_figure_4_leaves_out_what_has_nothing_to_compare_with():
    measured = {f"TAPS-{k}": {"sampled": k / 10, "graph": k / 100} for k in (1, 2)}
    measured |= {"Random-1": {"sampled": 0.3, "graph": 0.03}, "All": {"sampled": 0.9, "graph": 0.9}}
    lines = [Line(row, "cora", None, values, None, NOT_PRINTED) for row, values in measured.items()]
    table = tables.smoothness(lines)
    assert table["k"] == ["1", "1", "all", "all"]
    assert (table["taps"], table["random_mean"]) == ([0.1, 0.01, 0.9, 0.9], [0.3, 0.03, 0.9, 0.9])
    assert tables.smoothness([])["k"] == []


@pytest.mark.parametrize("row", [row for row in EXPERIMENTS["fig3"].rows if "3" in row])
def test_a_row_of_figure_3_names_its_curve(row):
    curve, k = tables.curve_of(row)
    assert (curve, k) == (row.replace("-3", ""), 3)

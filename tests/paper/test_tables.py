"""Tables of printed and measured numbers carry what the cells say."""

import pytest

from n2n.paper import EXPERIMENTS, Comparison, compare, tables
from n2n.paper.verdicts import NOT_PRINTED, REPRODUCED, VERDICTS
from tests.cells import cell, recorded


def cora(**scores: list[float]) -> list[Comparison]:
    """The comparisons of Cora's Table 1 that were measured."""
    found = compare("table1", recorded(**scores), datasets=["cora"])
    return [one for one in found if one.measured is not None]


def test_the_table_has_measured_and_printed_scores():
    table = tables.scores(cora(**{"N2N (URL)": [0.87, 0.88], "MLP": [0.5]}))
    assert table["method"] == ["MLP", "N2N (URL)"]
    assert table["measured"] == [50.0, 87.5]
    assert table["printed"] == [None, 88.2]
    assert table["seeds"] == [1, 2]
    assert table["verdict"] == [NOT_PRINTED, REPRODUCED]


def test_the_sentences_name_what_is_far_and_compare_the_choice():
    scores = {"N2N-TAPS-1 (JL)": [0.85], "N2N-Random-1 (JL)": [0.80], "N2N (JL)": [0.90]}
    first, choice = tables.sentences(cora(**scores))
    assert first.startswith("1 of 3 measured scores are reproduced")
    assert "N2N-Random-1 (JL) is 3.5 points lower" in first
    assert "N2N (JL) is 2.5 points higher" in first
    assert "+5.0 points here" in choice


def test_nothing_measured_says_nothing():
    assert tables.scores(cora())["method"] == []
    assert tables.sentences(cora()) == ()


def test_every_verdict_has_a_sign_of_its_own():
    assert set(tables.MARKS) == {*VERDICTS, NOT_PRINTED}
    assert len(set(tables.MARKS.values())) == len(tables.MARKS)


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
    lines = [Comparison(row, "cora", None, values, None, NOT_PRINTED) for row, values in measured.items()]
    table = tables.smoothness(lines)
    assert table["k"] == ["1", "1", "all", "all"]
    assert (table["taps"], table["random_mean"]) == ([0.1, 0.01, 0.9, 0.9], [0.3, 0.03, 0.9, 0.9])
    assert tables.smoothness([])["k"] == []


@pytest.mark.parametrize("row", [row for row in EXPERIMENTS["fig3"].rows if "3" in row])
def test_a_row_of_figure_3_names_its_curve(row):
    curve, k = tables.curve_of(row)
    assert (curve, k) == (row.replace("-3", ""), 3)

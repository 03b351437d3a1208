"""Tables of printed and measured numbers carry what the cells say."""

from dataclasses import replace

import pytest
from n2n.paper.printed import Score
from n2n.paper.protocol import Protocol
from n2n.paper.summary import Summary
from n2n.paper.tables import difference, words

from n2n.methods.identity import MethodName
from n2n.paper import EXPERIMENTS, Comparison, compare, tables
from n2n.paper.verdicts import (
    NOT_COMPARED,
    NOT_PRINTED,
    REPRODUCED,
    SCORE_VERDICTS,
    TIME_VERDICTS,
    TOO_FEW,
)
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
    assert table["verdict"] == [NOT_PRINTED, TOO_FEW]


def test_nothing_measured_says_nothing():
    assert tables.scores(cora())["method"] == []


def test_every_verdict_has_a_sign_of_its_own():
    assert set(tables.MARKS) == {*SCORE_VERDICTS, *TIME_VERDICTS, NOT_PRINTED, NOT_COMPARED}
    assert len(set(tables.MARKS.values())) == len(tables.MARKS)


def test_table_and_numbers_are_what_the_cells_say():
    made = [cell("GCN", test, seed) for seed, test in enumerate((0.84, 0.85, 0.86))]
    lines = compare("table1", made, datasets=["cora"])
    table = tables.printed_beside_measured(lines)
    row = table["method"].index("GCN")
    assert [table[name][row] for name in table] == [
        "GCN",
        "cora",
        "84.72 ± 0.08",
        "85.00 ± 1.00",
        3,
        "+0.28",
        "reproduced",
        "",
    ]
    numbers = tables.numbers(lines)
    assert [numbers[name][row] for name in numbers] == [
        "GCN", "cora", 84.72, 0.08, 85.0, 1.0, 3, 0.28, REPRODUCED, "paper", "validation", None, None, None,
        "", "a command", "abacus, 2 cores",
    ]  # fmt: skip
    assert len(table["method"]) == len(EXPERIMENTS["table1"].rows)


def test_numbers_tell_how_a_cell_was_made():
    made = cell("GCN", 0.84)
    made.values.update(val=0.86, parameters=1234, best_test=0.85)
    made.environment.update(torch="2.13", python="3.11", threads="1")
    lines = compare("table1", [made], ["GCN"], ["cora"], Protocol("best test"))
    numbers = tables.numbers(lines)
    assert {name: numbers[name][0] for name in ("validation", "parameters", "versions", "selection")} == {
        "validation": 86.0,
        "parameters": 1234,
        "versions": "python 3.11, torch 2.13",
        "selection": "best test",
    }
    assert tables.words(lines[0].measured) == "85.00 (best test)"


def test_a_single_run_that_takes_long_says_so():
    made = replace(cell("GCN", 0.84), seconds=840.0)
    (one,) = compare("table1", [made], ["GCN"], ["cora"])
    assert tables.remark(one) == "one seed: a run takes 14 min 0 s"
    assert tables.printed_beside_measured([one])["note"] == [tables.remark(one)]


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
    assert (MethodName(*curve, k).label, k) == (row, 3)


def test_scores_times_and_facts_in_words():
    assert words(Summary(85.0, 0.5, 5)) == "85.00 ± 0.50"
    assert words(Summary(85.0, 0.0, 1)) == "85.00"
    assert words({"sampled": 0.1634, "graph": 0.0421}) == "0.163 of the pairs, 0.042 of all edges"
    assert words({"subgraphs": 1200, "largest": 114, "purity": 0.5}) == "1,200, the largest 114, purity 0.500"
    assert words({"rows": [{"purity": 0.91}, {"purity": 1.0}]}) == "purity by size 0.91 1.00"


def test_a_difference_is_points_or_a_factor():
    score = Comparison("GCN", "cora", Score(84.0, 0.1), Summary(85.0, 0.5, 5), 1.0, "reproduced")
    assert difference(score) == "+1.00"
    assert difference(Comparison("GCN", "cora", 2.0, 20.0, 10.0, "reproduced")) == "× 10.0"
    assert difference(Comparison("GCN", "cora", 2.0, None, None, "not run")) == "–"

"""Measured against printed: verdicts follow one rule."""

import pytest

from n2n.paper import compare, stored
from n2n.paper import printed as paper
from n2n.paper.experiments import RECENT, find_experiment
from n2n.paper.protocol import DEFAULT, Protocol
from n2n.paper.store import Cell
from n2n.paper.summary import Summary
from n2n.paper.verdicts import (
    ABOVE,
    BELOW,
    NOT_PRINTED,
    NOT_RUN,
    PRINTED_TABLES,
    REPRODUCED,
    VERDICTS,
    Comparison,
    count_verdicts,
    in_total,
    judge,
    quote,
    totals,
    totals_table,
)
from tests.cells import cell


def cells_of(name: str, value, rows=None, datasets=None, seeds=range(2), **changes) -> list[Cell]:
    tasks = find_experiment(name).tasks(rows, datasets, seeds, **changes)
    return [
        Cell(task.kind, task.row, task.dataset, task.settings.to_dict(), value(task), 1.0, {}, {}, "")
        for task in tasks
    ]


def test_the_verdict():
    printed = paper.Score(85.0, 0.1)
    assert judge(None, printed) == NOT_RUN
    assert judge(Summary(86.0, 0.0, 1), printed) == REPRODUCED
    assert judge(Summary(86.01, 0.0, 1), printed) == ABOVE
    assert judge(Summary(83.99, 0.0, 1), printed) == BELOW
    assert judge(Summary(87.0, 2.5, 5), printed) == REPRODUCED
    assert judge(Summary(87.0, 2.0, 5), printed) == ABOVE
    assert judge(Summary(87.0, 2.0, 5), None) == NOT_PRINTED


def test_only_cells_with_the_settings_of_today_count():
    today = cells_of("table1", lambda task: {"test": 0.85}, ["GCN"], ["cora"])
    other = cells_of("table1", lambda task: {"test": 0.1}, ["GCN"], ["cora"], dropout=0.11)
    public = cells_of("table1", lambda task: {"test": 0.8}, ["GCN"], ["cora"], split="public")
    (one,) = compare("table1", [*other, *today, *public], ["gcn"], ["Cora"])
    assert (one.measured.mean, one.measured.seeds, one.difference) == (85.0, 2, 0.28)
    (one,) = compare("table1", [*other, *today, *public], ["GCN"], ["cora"], split="public")
    assert one.measured.mean == 80.0


def test_times_are_judged_by_their_order():
    fast = {"N2N-TAPS-1 (JL)": 5.0, "GCN": 9.0, "Graph-MLP": 4.0}
    cells = cells_of("table3", lambda t: {"ms": fast[t.row], "inference_ms": 1.0}, list(fast), ["cora"], [0])
    found = {one.row: one for one in compare("table3", cells, datasets=["cora"])}
    assert found["GCN"].verdict == REPRODUCED
    assert found["GCN"].difference == pytest.approx(9 / 1.68)
    assert found["Graph-MLP"].verdict == BELOW, "printed as slower than N2N-TAPS-1"
    assert found["N2N-TAPS-1 (JL)"].verdict == REPRODUCED
    assert found["DGI"].verdict == NOT_RUN


def test_a_time_that_is_not_printed_has_been_run_all_the_same():
    cells = cells_of("times", lambda t: {"ms": 5.0, "inference_ms": 1.0}, ["PNA"], ["cora"], [0])
    found = {one.row: one.verdict for one in compare("times", cells, datasets=["cora"])}
    assert (found["PNA"], found["L2-GCN"]) == (NOT_PRINTED, NOT_RUN)


def test_counts_are_those_of_the_printed_numbers():
    printed = [REPRODUCED, ABOVE, NOT_RUN, NOT_RUN]
    found = [Comparison("GCN", "cora", paper.Score(84.0, 0.1), None, None, verdict) for verdict in printed]
    unprinted = Comparison("MLP", "photo", None, None, None, NOT_RUN)
    assert count_verdicts([*found, unprinted]) == {REPRODUCED: 1, ABOVE: 1, BELOW: 0, NOT_RUN: 2}


def test_draws_of_table_2_are_compared_column_by_column():
    cells = cells_of("table2", lambda task: {"test": task.settings.sampling_seed / 10}, ["N2N-Random-1 (JL)"])
    found = compare("table2", cells, ["N2N-Random-1 (JL)"], ["photo"])
    assert [one.column for one in found] == ["photo 1", "photo 2", "photo 3"]
    assert [one.measured.mean for one in found] == [10, 20, 30]
    assert found[2].printed == paper.Score(84.08, 0.2)
    (one,) = compare("table1", cells, ["N2N-Random-1 (JL)"], ["photo"])
    assert [cell.settings["sampling_seed"] for cell in one.cells] == [1], "only where run and draw are one"


def test_what_the_paper_does_not_print_has_no_verdict():
    row = RECENT.rows[0]
    (one,) = compare("rivals", [cell(row, 0.8)], [row], ["cora"])
    assert (one.measured.mean, one.printed, one.verdict) == (80.0, None, NOT_PRINTED)


def test_every_printed_number_gets_one_verdict():
    for protocol in (DEFAULT, Protocol("last"), Protocol("best test", "softmax")):
        counts = totals(stored(), protocol)
        assert [sum(counts[name].values()) for name in PRINTED_TABLES] == [180, 30, 120]
        assert sum(in_total(counts).values()) == 330


def test_the_table_has_a_row_for_all():
    found = totals_table(totals([cell("GCN", 0.8472)]))
    assert found["table"] == ["Table 1", "Table 2", "Table 3", "All"]
    assert found["reproduced"] == [1, 0, 0, 1]
    assert found["numbers"] == [180, 30, 120, 330]
    assert list(found) == ["table", *VERDICTS, "numbers"]


def test_the_sentence_says_under_which_protocol():
    counts = totals([cell("GCN", 0.8472)])
    assert quote(counts).startswith("Of the 330 numbers in Tables 1 to 3, **1 are reproduced**")
    assert "have not been run yet**" in quote(counts)
    assert "**3 below**; all have been run. " in quote({"table1": {**dict.fromkeys(VERDICTS, 0), "below": 3}})
    assert "under this protocol" in quote(counts, Protocol("best test"))
    assert "best test" in quote(counts, Protocol("best test"))

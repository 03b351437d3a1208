"""Measured against printed: verdicts follow one rule."""

import pytest
from n2n.paper.protocol import DEFAULT, Protocol
from n2n.paper.store import Cell
from n2n.paper.summary import Summary

from n2n.paper import compare, stored
from n2n.paper import printed as paper
from n2n.paper.experiments import RECENT, find_experiment
from n2n.paper.verdicts import (
    ABOVE,
    BELOW,
    NOT_COMPARED,
    NOT_PRINTED,
    NOT_RUN,
    OTHER_ORDER,
    REPRODUCED,
    SAME_ORDER,
    TOO_FEW,
    Comparison,
    count_verdicts,
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
    assert judge(Summary(85.0, 0.0, 2), printed) == TOO_FEW
    assert judge(Summary(86.0, 0.0, 3), printed) == REPRODUCED
    assert judge(Summary(86.01, 0.0, 3), printed) == ABOVE
    assert judge(Summary(83.99, 0.0, 3), printed) == BELOW
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
    assert found["GCN"].verdict == SAME_ORDER
    assert found["GCN"].difference == pytest.approx(9 / 1.68)
    assert found["Graph-MLP"].verdict == OTHER_ORDER, "printed as slower than N2N-TAPS-1"
    assert found["N2N-TAPS-1 (JL)"].verdict == NOT_COMPARED, "with itself"
    assert found["N2N-TAPS-5 (URL) (inference)"].verdict == NOT_COMPARED, "printed as equal"
    assert found["DGI"].verdict == NOT_RUN


def test_without_the_reference_a_time_has_no_verdict():
    cells = cells_of("table3", lambda t: {"ms": 5.0, "inference_ms": 1.0}, ["GCN"], ["cora"], [0])
    (one,) = compare("table3", cells, ["GCN"], ["cora"])
    assert one.verdict == NOT_RUN
    assert "N2N-TAPS-1 (JL) has not been run" in one.lacking
    reference = cells_of(
        "table3", lambda t: {"ms": 4.0, "inference_ms": 1.0}, ["N2N-TAPS-1 (JL)"], ["cora"], [0]
    )
    (one,) = compare("table3", [*cells, *reference], ["GCN"], ["cora"])
    assert (one.verdict, one.lacking) == (SAME_ORDER, ""), "though its row is not asked for"


def test_a_time_that_is_not_printed_has_been_run_all_the_same():
    cells = cells_of("times", lambda t: {"ms": 5.0, "inference_ms": 1.0}, ["PNA"], ["cora"], [0])
    found = {one.row: one.verdict for one in compare("times", cells, datasets=["cora"])}
    assert (found["PNA"], found["L2-GCN"]) == (NOT_PRINTED, NOT_RUN)


def test_counts_are_those_of_the_printed_numbers_ours_and_the_baselines_apart():
    printed = paper.Score(84.0, 0.1)
    found = [
        Comparison(row, "cora", printed, None, None, verdict)
        for row, verdict in (("GCN", REPRODUCED), ("SGC", ABOVE), ("N2N (URL)", NOT_RUN), ("GAT", NOT_RUN))
    ]
    unprinted = Comparison("MLP", "photo", None, None, None, NOT_RUN)
    ours, baselines = count_verdicts("table1", [*found, unprinted])
    assert (ours.numbers, ours.verdicts[NOT_RUN]) == (1, 1)
    assert (baselines.numbers, baselines.verdicts[REPRODUCED], baselines.verdicts[NOT_RUN]) == (3, 1, 1)


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
    (one,) = compare("baselines", [cell(row, 0.8)], [row], ["cora"])
    assert (one.measured.mean, one.printed, one.verdict) == (80.0, None, NOT_PRINTED)


def test_every_printed_number_gets_one_verdict():
    for protocol in (DEFAULT, Protocol("last"), Protocol("best test", "softmax")):
        # Of Table 3 the reference has none, nor has what is printed as equal to it.
        assert [count.numbers for count in totals(stored(), protocol)] == [84, 96, 30, 59, 48]


def test_the_table_of_counts_has_no_sum_over_tables():
    found = totals_table(totals([cell("GCN", 0.8472, seed) for seed in range(3)]))
    assert found["numbers"] == [84, 96, 30, 59, 48]
    assert found["reproduced"] == ["0", "1", "0", "–", "–"]
    assert found["not run"] == ["84", "95", "30", "59", "48"]


def test_each_sentence_says_under_which_protocol_it_is_true():
    counts = totals([cell("GCN", 0.8472, seed) for seed in range(3)])
    assert quote(counts)[1].startswith(
        "Of the 96 accuracies of the baselines in Table 1, **1 is reproduced**"
    )
    for sentence in quote(counts, Protocol("best test"))[:3]:
        assert "best test" in sentence

"""Measured against printed: verdicts follow one rule."""

import pytest

from n2n.paper import EXPERIMENTS, compare
from n2n.paper import printed as paper
from n2n.paper.store import Cell
from n2n.paper.summary import Summary
from n2n.paper.verdicts import (
    ABOVE,
    BELOW,
    NOT_PRINTED,
    NOT_RUN,
    REPRODUCED,
    Comparison,
    count_verdicts,
    judge,
)


def cells_of(name: str, value, rows=None, datasets=None, seeds=range(2), **changes) -> list[Cell]:
    tasks = EXPERIMENTS[name].tasks(rows, datasets, seeds, **changes)
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

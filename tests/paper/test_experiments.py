"""The plans are the paper's tables; the verdicts follow their rule."""

import pytest

from n2n.paper import EXPERIMENTS, compare
from n2n.paper import printed as paper
from n2n.paper.experiments import N2N_ROWS
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


def test_every_row_of_the_paper_has_settings():
    assert set(paper.table1()) < set(EXPERIMENTS["table1"].rows)
    assert set(paper.table3()) == set(EXPERIMENTS["table3"].rows)
    for name, experiment in EXPERIMENTS.items():
        tasks = experiment.tasks(seeds=[0])
        inference = sum(row.endswith("(inference)") for row in experiment.rows)
        expected = (
            (len(experiment.rows) - inference) * len(experiment.datasets) * len(experiment.draws or (0,))
        )
        assert len(tasks) == len(set(tasks)) == expected, name
        if experiment.kind in ("accuracy", "time"):
            assert all(task.settings.name == task.row for task in tasks)


def test_a_seed_draws_the_split_only_where_there_is_none():
    def split_seed(dataset, **changes):
        return EXPERIMENTS["table1"].tasks(["GCN"], [dataset], [3], **changes)[0].settings.split_seed

    assert (split_seed("cora"), split_seed("photo"), split_seed("cora", split="random")) == (0, 3, 3)


def test_table_2_draws_its_positives_with_seeds_of_their_own():
    tasks = EXPERIMENTS["table2"].tasks(["N2N-Random-2 (JL)"], ["photo"], [0, 1])
    assert [(task.settings.seed, task.settings.sampling_seed) for task in tasks] == [
        (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3)
    ]  # fmt: skip
    cells = cells_of("table2", lambda task: {"test": task.settings.sampling_seed / 10}, ["N2N-Random-1 (JL)"])
    lines = compare("table2", cells, ["N2N-Random-1 (JL)"], ["photo"])
    assert [line.column for line in lines] == ["photo 1", "photo 2", "photo 3"]
    assert [line.measured.mean for line in lines] == [10, 20, 30]
    assert lines[2].printed == paper.Score(84.08, 0.2)
    (line,) = compare("table1", cells, ["N2N-Random-1 (JL)"], ["photo"])
    assert [cell.settings["sampling_seed"] for cell in line.cells] == [1], "only where run and draw are one"


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
    (line,) = compare("table1", [*other, *today, *public], ["gcn"], ["Cora"])
    assert (line.measured.mean, line.measured.seeds, line.difference) == (85.0, 2, 0.28)
    (line,) = compare("table1", [*other, *today, *public], ["GCN"], ["cora"], split="public")
    assert line.measured.mean == 80.0


def test_times_are_judged_by_their_order():
    fast = {"N2N-TAPS-1 (JL)": 5.0, "GCN": 9.0, "Graph-MLP": 4.0}
    cells = cells_of("table3", lambda t: {"ms": fast[t.row], "inference_ms": 1.0}, list(fast), ["cora"], [0])
    lines = {line.row: line for line in compare("table3", cells, datasets=["cora"])}
    assert lines["GCN"].verdict == REPRODUCED
    assert lines["GCN"].difference == pytest.approx(9 / 1.68)
    assert lines["Graph-MLP"].verdict == BELOW, "printed as slower than N2N-TAPS-1"
    assert lines["N2N-TAPS-1 (JL)"].verdict == REPRODUCED
    assert lines["DGI"].verdict == NOT_RUN


def test_a_name_that_is_not_there_is_one_sentence():
    with pytest.raises(ValueError, match="Table 1 has no row 'GNN': choose among MLP, GCN"):
        EXPERIMENTS["table1"].tasks(rows=["GNN"])
    with pytest.raises(ValueError, match="Table 2 has no dataset 'cora'"):
        EXPERIMENTS["table2"].tasks(datasets=["cora"])


def test_counts_are_those_of_the_printed_numbers():
    printed = [REPRODUCED, ABOVE, NOT_RUN, NOT_RUN]
    lines = [Comparison("GCN", "cora", paper.Score(84.0, 0.1), None, None, verdict) for verdict in printed]
    unprinted = Comparison("MLP", "photo", None, None, None, NOT_RUN)
    assert count_verdicts([*lines, unprinted]) == {REPRODUCED: 1, ABOVE: 1, BELOW: 0, NOT_RUN: 2}


def test_the_rows_of_n2n_are_the_fourteen_of_table_1():
    assert len(N2N_ROWS) == 14
    assert set(N2N_ROWS) <= set(paper.table1())

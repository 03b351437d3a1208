"""A run computes what is missing and keeps to its budget."""

import pytest

import n2n
from n2n.methods.baselines.settings import BaselineSettings
from n2n.paper import Task, missing, reproduce, running, stored

SHORT = BaselineSettings("SGC", epochs=2, evaluate_every=1)


def tasks(seeds: int, settings=SHORT, row: str = "SGC") -> list[Task]:
    graph = n2n.load("karate")
    return [
        Task("accuracy", row, "karate", settings.with_seed(seed, graph.public is not None))
        for seed in range(seeds)
    ]


def finished(progress) -> list[int]:
    return [report.cell.seed for report in progress if report.cell is not None]


def test_only_what_is_missing_is_computed(tmp_path):
    assert finished(reproduce(tasks(2), folder=tmp_path, command="again")) == [0, 1]
    assert finished(reproduce(tasks(3), folder=tmp_path)) == [2]
    assert missing(tasks(3), stored(tmp_path)) == []
    assert finished(reproduce(tasks(1, SHORT.replace(epochs=3)), folder=tmp_path)) == [0]
    first = stored(tmp_path)[0]
    assert (first.command, first.machine.keys()) == ("again", {"processor", "cores"})
    assert {"torch", "numpy", "python"} <= set(first.environment)
    assert first.values["epochs"] == 2
    assert first.seconds > 0


def test_closing_stops_and_keeps_what_is_finished(tmp_path):
    progress = reproduce(tasks(3), folder=tmp_path)
    while next(progress).cell is None:
        pass
    progress.close()
    assert [cell.seed for cell in stored(tmp_path)] == [0]
    assert finished(reproduce(tasks(3), folder=tmp_path)) == [1, 2]


def test_a_cell_that_does_not_fit_is_not_begun_and_a_smaller_one_still_is(tmp_path, monkeypatch):
    long, short = tasks(2, SHORT.replace(epochs=100), "long"), tasks(2, row="short")
    monkeypatch.setattr(running, "trial", lambda task: 1000.0 if task.row == "long" else 0.5)
    reports = list(reproduce([*long, *short], minutes=1, folder=tmp_path))
    assert [cell.row for cell in stored(tmp_path)] == ["short", "short"]
    assert reports[-1].left == tuple(long)
    assert reports[-1].left_seconds == 2000.0
    # Once such a cell has been finished, its time is known.
    list(reproduce(long[:1], folder=tmp_path))
    assert list(reproduce(long, minutes=1, folder=tmp_path))[-1].left == ()


def test_the_time_left_and_the_cells_done_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr(running, "REPORT_EVERY", 0.0)
    reports = list(reproduce(tasks(2, SHORT.replace(epochs=50)), folder=tmp_path))
    done = [report.done for report in reports]
    assert done == sorted(done)
    assert done[-1] == 2
    assert any(0 < value < 1 for value in done)
    assert all(report.seconds_left >= 0 for report in reports)
    assert reports[0].seconds_left > 0


def test_a_cell_that_cannot_be_computed_does_not_stop_the_others(tmp_path):
    wrong = Task("accuracy", "GAT", "karate", BaselineSettings("GAT", width=30))
    reports = list(reproduce([wrong, *tasks(1)], folder=tmp_path))
    assert [cell.row for cell in stored(tmp_path)] == ["SGC"]
    assert reports[-1].failed == (
        "GAT on karate, seed 0: width 30 cannot be shared by 8 heads: choose a multiple.",
    )
    assert missing([wrong], stored(tmp_path)) == [wrong]


def test_a_budget_must_be_positive(tmp_path):
    with pytest.raises(ValueError, match="minutes is 0"):
        list(reproduce(tasks(1), minutes=0, folder=tmp_path))

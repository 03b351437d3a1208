"""Measured results: kept run by run, never run twice, summed up honestly."""

import json

import pytest

import n2n
from n2n.results import RESULTS, ROWS, Summary, load_results, measure, seeds_of, summaries

SHORT = n2n.Settings(width=8, epochs=2, evaluate_every=1)


def test_the_rows_are_the_fourteen_of_table_1():
    from n2n.paper import table1

    assert len(ROWS) == 14
    assert set(ROWS) <= set(table1())


def test_what_is_measured_is_written_at_once_and_not_run_again(tmp_path):
    graph = n2n.load("karate")
    started = []

    def watch(trainer):
        started.append(trainer.settings.seed)
        return iter(trainer)

    measure(graph, "karate", "row", SHORT, "a note", range(2), folder=tmp_path, watch=watch)
    measure(graph, "karate", "row", SHORT, "a note", range(3), folder=tmp_path, watch=watch)
    assert started == [0, 1, 2]
    results = load_results("karate", tmp_path)
    assert [run["seed"] for run in results["rows"]["row"]["runs"]] == [0, 1, 2]
    assert summaries(results)["row"].seeds == 3
    assert results["command"] == "python -m n2n results karate"
    measure(graph, "karate", "row", SHORT.replace(tau=1.0), "a note", range(1), folder=tmp_path, watch=watch)
    assert started == [0, 1, 2, 0]
    assert [file.name for file in tmp_path.iterdir()] == ["karate.json"]


def test_a_run_that_breaks_off_leaves_the_earlier_ones(tmp_path):
    graph = n2n.load("karate")

    def breaks(trainer):
        if trainer.settings.seed == 1:
            raise KeyboardInterrupt
        return iter(trainer)

    with pytest.raises(KeyboardInterrupt):
        measure(graph, "karate", "row", SHORT, "", range(3), folder=tmp_path, watch=breaks)
    assert [run["seed"] for run in load_results("karate", tmp_path)["rows"]["row"]["runs"]] == [0]


def test_a_seed_draws_the_split_only_where_the_graph_has_none():
    cora, karate = n2n.load("cora"), n2n.load("karate")
    assert seeds_of(SHORT, cora, 3).split_seed == 0
    assert seeds_of(SHORT, karate, 3).split_seed == 3
    assert seeds_of(SHORT, karate, 3).sampling_seed == 3


def test_the_deviation_is_that_of_a_sample():
    assert Summary.of([0.5]) == Summary(50.0, 0.0, 1)
    assert str(Summary.of([0.8, 0.9])) == "85.00 ± 7.07 (2 seeds)"


@pytest.mark.parametrize("path", sorted(RESULTS.glob("*.json")), ids=lambda path: path.stem)
def test_committed_results_are_complete_records(path):
    results = json.loads(path.read_text(encoding="utf-8"))
    assert results["command"].startswith("python -m n2n results ")
    for row in results["rows"].values():
        assert n2n.Settings.from_dict(row["settings"]).to_dict() == row["settings"]
        assert row["environment"]["estimator"] in ("exact", "series", "sampled")
        for run in row["runs"]:
            assert 0 < run["test"] < 1
            assert 1 <= run["epoch"] <= run["epochs"]

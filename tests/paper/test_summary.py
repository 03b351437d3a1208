"""Measured results, summed up honestly."""

import json

import pytest
from n2n.paper.results import RESULTS, ROWS, Summary, seeds_of

import n2n
from n2n.paper import stored

SHORT = n2n.Settings(width=8, epochs=2, evaluate_every=1)


def test_the_rows_are_the_fourteen_of_table_1():
    from n2n.paper.printed import table1

    assert len(ROWS) == 14
    assert set(ROWS) <= set(table1())


def test_a_seed_draws_the_split_only_where_the_graph_has_none():
    cora, karate = n2n.load("cora"), n2n.load("karate")
    assert seeds_of(SHORT, cora, 3).split_seed == 0
    assert seeds_of(SHORT, karate, 3).split_seed == 3
    assert seeds_of(SHORT, karate, 3).sampling_seed == 3


def test_the_deviation_is_that_of_a_sample():
    assert Summary.of([0.5]) == Summary(50.0, 0.0, 1)
    assert str(Summary.of([0.8, 0.9])) == "85.00 ± 7.07 (2 seeds)"


def test_committed_cells_are_complete_and_name_no_machine():
    for cell in stored():
        assert cell.command.startswith("python -m n2n ")
        assert set(cell.machine) == {"processor", "cores"}
        assert cell.seconds >= 0  # a figure of Cora takes less than is written down
        assert cell.kind != "accuracy" or 0 < cell.values["test"] < 1


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

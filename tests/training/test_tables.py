"""Tables of training runs carry the values of the runs."""

import pytest

import n2n
from n2n.training import tables
from tests.runs import listed


def test_a_row_for_each_epoch_of_each_run_and_thinned_histories_end_with_the_last():
    table = tables.epochs([listed("a"), listed("b", epochs=3)])
    assert table["run"] == ["a"] * 20 + ["b"] * 3
    assert table["index"][-1] == 3
    assert len({len(column) for column in table.values()}) == 1
    history = listed(epochs=31).history
    assert [epoch.index for epoch in tables.thinned(history, 8)] == [3, 7, 11, 15, 19, 23, 27, 31]
    assert (tables.thinned(history, 40), tables.thinned([], 8)) == (history, [])


def test_the_overview_names_settings_and_scores():
    run = listed(settings=n2n.Settings.for_dataset("karate").replace(tau=2.0), state="stopped", seconds=1.5)
    table = tables.overview([run, listed("b", epochs=2)])
    assert table["changes"][0] == "τ = 2"
    assert table["state"] == ["stopped", "done"]
    assert table["best_val"] == [pytest.approx(0.6), None]
    assert table["best_epoch"] == [10, None]
    assert tables.overview([]) == {}


def test_a_comparison_lists_what_differs_and_the_scores():
    table = tables.compare([listed("a"), listed("a", n2n.Settings(k="all", tau=0.5), epochs=2)])
    assert list(table) == ["setting", "a", "a (2)"]
    rows = dict(zip(table["setting"], zip(table["a"], table["a (2)"], strict=True), strict=True))
    assert rows["Positives per node k"] == ("1", "all")
    assert rows["Temperature τ"] == ("5", "0.5")
    assert "Similarity" not in rows
    assert rows["Best validation micro-F1"] == ("60.0%", "–")


def test_baselines_and_n2n_share_one_table():
    baseline = n2n.BaselineSettings("GCN", learning_rate=0.02)
    both = [listed("ours", n2n.Settings(), dataset="cora"), listed("theirs", baseline, dataset="cora")]
    assert tables.overview(both)["method"] == ["N2N-TAPS-1 (JL)", "GCN"]
    table = tables.compare(both)
    row = table["setting"].index("Learning rate η")
    assert (table["ours"][row], table["theirs"][row]) == ("0.001", "0.02")
    assert table["setting"].count("Method") == 1
    assert "Attention heads" not in table["setting"]

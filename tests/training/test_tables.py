"""Tables of training runs carry the values of the runs."""

import pytest

import n2n
from n2n.methods.baselines.settings import BaselineSettings
from n2n.training import tables
from n2n.training.history import Epoch
from tests.runs import listed


def test_the_table_has_a_row_for_each_epoch_of_each_run():
    table = tables.epochs([listed("a"), listed("b", epochs=3)])
    assert table["run"] == ["a"] * 20 + ["b"] * 3
    assert table["index"][-1] == 3
    assert len({len(column) for column in table.values()}) == 1


def test_a_thinned_history_ends_with_the_last_epoch():
    history = listed(epochs=31).history
    assert tables.thinned(history, 40) == history
    assert [epoch.index for epoch in tables.thinned(history, 8)] == [3, 7, 11, 15, 19, 23, 27, 31]
    assert tables.thinned([], 8) == []


def test_two_stages_are_scored_by_the_last():
    history = [
        Epoch(i, stage, 1.0, None, None, 0.1, f1_train=1.0, f1_val=val, f1_test=val)
        for i, (stage, val) in enumerate([("pretext", 0.9), ("fine-tune", 0.7), ("fine-tune", 0.8)], 1)
    ]
    run = n2n.Run(n2n.Settings(framework="PT&FT"), "karate", history)
    assert (run.scores.epoch, run.scores.val) == (3, 0.8)


def test_changes_are_told_against_the_closest_recipe():
    base = n2n.Settings.for_dataset("cora", "URL", recipe="released")
    assert base.replace(device="cpu", snapshots=5).closest_recipe("cora") == ("released", {})
    assert base.replace(seed=3).closest_recipe("cora") == ("released", {"seed": 3})
    assert n2n.Settings.for_dataset("cora").closest_recipe("cora")[0] == "tuned"
    assert n2n.Settings().closest_recipe("")[0] in ("tuned", "text", "released")


def test_the_overview_names_settings_and_scores():
    run = listed(settings=n2n.Settings.for_dataset("karate").replace(tau=2.0), state="cancelled", seconds=1.5)
    table = tables.overview([run, listed("b", epochs=2)])
    assert table["changes"][0] == "τ = 2"
    assert table["state"] == ["cancelled", "done"]
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


def test_baselines_and_n2n_share_one_list():
    baseline = BaselineSettings("GCN", learning_rate=0.02)
    recipe, different = baseline.closest_recipe("cora")
    assert (recipe, different["learning_rate"]) == (BaselineSettings.recipes[0], 0.02)
    assert BaselineSettings("GraphSAGE-Mean", k=3, sampler="taps").tags[0] == "GraphSAGE-Mean-TAPS-3"
    both = [listed("ours", n2n.Settings(), dataset="cora"), listed("theirs", baseline, dataset="cora")]
    assert tables.overview(both)["method"] == ["N2N-TAPS-1 (JL)", "GCN"]
    table = tables.compare(both)
    row = table["setting"].index("Learning rate η")
    assert (table["ours"][row], table["theirs"][row]) == ("0.001", "0.02")
    assert table["setting"].count("Method") == 1
    assert "Attention heads" not in table["setting"]

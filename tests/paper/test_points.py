"""Points are what was measured, by whomever, and what the paper prints."""

import dataclasses

from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.n2n.settings import Settings
from n2n.methods.recipes import DATASETS, baselines
from n2n.methods.registry import settings_for
from n2n.paper import Cell, points, stored
from n2n.paper.lineup import families
from n2n.paper.points import KEPT, OWN, Point
from n2n.paper.printed import table1, table3
from n2n.paper.protocol import Protocol
from n2n.paper.verdicts import compare
from tests.runs import listed


def run(settings, test=0.8, **facts):
    return listed(settings.name, settings, epochs=3, every=1, test=test, **facts)


def test_runs_that_differ_only_in_seeds_are_one_point():
    s = Settings.for_dataset("karate")
    found = points.own_points(
        [
            run(s.replace(seed=0), 0.8),
            run(s.replace(seed=1, sampling_seed=1, split_seed=1), 0.9),
            run(s.replace(split="random"), 0.7),
            run(s.replace(tau=3.0), 0.6),
            run(BaselineSettings.for_dataset("karate", "GCN"), 0.5),
            run(s.replace(alpha=0.5), 0.1, state="running"),
        ]
    )
    assert [(p.method, p.split, p.mean, p.seeds) for p in found] == [
        (s.name, "paper", 85.0, 2),
        (s.name, "random", 70.0, 1),
        (f"{s.name}, τ = 3", "paper", 60.0, 1),
        ("GCN", "paper", 50.0, 1),
    ]
    assert found[0].ms == 10.0
    assert {p.source for p in found} == {OWN}


def test_a_run_without_scores_is_no_point():
    assert points.own_points([listed(settings=Settings(), every=100)]) == []


def test_printed_points_are_the_printed_numbers():
    found = {p.method: p for p in points.printed_points("cora")}
    assert set(found) == set(table1())
    assert found["GCN"].mean == table1()["GCN"]["cora"].mean
    assert found["GCN"].ms == table3()["GCN"]["cora"]
    assert found["SGC"].ms is None
    assert points.printed_points("karate") == []


def cell(settings, test, row=None, dataset="cora") -> Cell:
    values = {"test": test, "ms_per_epoch": 100 * test}
    return Cell("accuracy", row or settings.name, dataset, settings.to_dict(), values, 1.0, {}, {}, "")


def timed(settings, ms) -> Cell:
    return dataclasses.replace(cell(settings, 0.0), kind="time", values={"ms": ms})


def test_kept_points_are_the_cells_of_the_recipe_split_by_split():
    new = Settings.for_dataset("cora")
    old, random = new.replace(tau=77.0), new.replace(split="random")
    cells = [
        cell(old, 0.1),
        *(cell(new.with_seed(seed, True), test) for seed, test in enumerate((0.8, 0.9))),
        *(cell(random.with_seed(seed, True), test) for seed, test in enumerate((0.6, 0.6))),
        cell(new.replace(sampling_seed=5), 0.2),
        cell(new, 0.3, row="N2N-TAPS-1 (JL), estimator exact"),
        cell(new, 0.4, dataset="photo"),
        cell(new.replace(tau=78.0), 0.5),
        timed(old, 70.0),
        timed(new, 50.0),
    ]
    assert [(p.method, p.split, p.mean, p.seeds, p.ms) for p in points.kept_points("cora", cells)] == [
        ("N2N-TAPS-1 (JL)", "paper", 85.0, 2, 50.0),
        ("N2N-TAPS-1 (JL)", "random", 60.0, 2, 50.0),
    ]
    assert points.kept_points("cora", []) == []


def test_compare_shows_the_scores_that_reproduction_judges():
    cells = stored()
    kept = {
        (point.method, point.dataset, point.split): (point.mean, point.seeds)
        for dataset in DATASETS
        for point in points.kept_points(dataset, cells)
    }
    for split in ("paper", "random"):
        for one in compare("table1", cells, protocol=Protocol(split=split)):
            if one.measured:
                assert kept[one.row, one.column, split] == (one.measured.mean, len(one.cells))


def test_a_point_has_the_seconds_of_its_training_and_the_time_per_new_node(monkeypatch):
    monkeypatch.setattr(points, "inference_times", lambda: {("karate", "GCN"): 500.0})
    own = points.own_points([run(BaselineSettings.for_dataset("karate", "GCN").replace(width=8))])[0]
    assert (own.method, own.microseconds) == ("GCN, D = 8", 500.0)
    assert own.seconds == 0.03  # three epochs of ten milliseconds
    settings = Settings.for_dataset("cora")
    stored = cell(settings, 0.5)
    assert points.kept_points("cora", [stored, timed(settings, 50.0)])[0].seconds is None
    stored.values["epochs"] = 40
    assert points.kept_points("cora", [stored, timed(settings, 50.0)])[0].seconds == 2.0
    assert points.kept_points("cora", [stored, timed(settings.replace(tau=9.0), 50.0)])[0].seconds is None


GCN = Point("cora", "GCN", "paper", KEPT, 85.0, 0.5, 5, 20.0)


def test_the_table_has_one_row_per_point_best_first():
    table = points.table([GCN, dataclasses.replace(GCN, method="SGC", mean=90.0, ms=None)])
    assert table["method"] == ["SGC", "GCN"]
    assert table["ms_per_epoch"] == [None, 20.0]
    assert table["new_node_needs"] == ["edges, 2 hops"] * 2


def test_the_table_of_splits_has_a_dash_where_nothing_was_measured():
    public = dataclasses.replace(GCN, split="public", mean=79.0)
    random = Point("cora", "N2N (JL)", "random", KEPT, 87.0, 0.0, 1, 20.0)
    table = points.split_table([GCN, public, random])
    assert table["method"] == ["N2N (JL)", "GCN"]
    assert table["public split"] == ["–", "79.00 ± 0.50% (5)"]
    assert table["random split"] == ["87.00% (1)", "–"]


def test_stored_times_are_those_of_methods_that_exist():
    for (dataset, method), microseconds in points.inference_times().items():
        assert dataset in DATASETS
        assert method in families()
        assert microseconds > 0


def test_features_alone_are_enough_for_n2n_and_the_networks_without_edges():
    alone = {name for name in baselines() if points.needs(settings_for(name, "cora")) == "features"}
    assert alone == {"MLP", "Graph-MLP", "GLNN", "SimMLP"}
    assert points.needs(settings_for("N2N-TAPS-1 (URL)", "cora")) == "features"


def test_without_a_file_nothing_is_known(monkeypatch, tmp_path):
    points.inference_times.cache_clear()
    monkeypatch.setattr(points, "INFERENCE_FILE", tmp_path / "none.csv")
    assert points.inference_times() == {}
    points.inference_times.cache_clear()

"""Points of Compare are what was measured, by whomever, and what the paper prints."""

import dataclasses

import pytest

import n2n
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.identity import MethodName
from n2n.methods.n2n.settings import Settings
from n2n.methods.recipes import DATASETS, baselines
from n2n.methods.registry import settings_for
from n2n.paper import Protocol, compare, load, points
from n2n.paper.experiments import N2N_ROWS, comparison_runs, families
from n2n.paper.points import KEPT, OWN, Point
from n2n.paper.results import SHIPPED
from tests.measurements import measurement, results, scored
from tests.runs import listed

COMMITTED = load(SHIPPED)
GCN = Point("cora", "GCN", "paper", KEPT, 85.0, 0.5, 5, 20.0)


def run(settings, test=0.8, **facts):
    return listed(settings.name, settings, epochs=3, every=1, test=test, **facts)


def test_runs_that_differ_only_in_seeds_are_one_point():
    s = Settings.for_dataset("karate")
    own = [
        run(s.replace(seed=0), 0.8),
        run(s.replace(seed=1, sampling_seed=1, split_seed=1), 0.9),
        run(s.replace(split="random"), 0.7),
        run(s.replace(tau=3.0), 0.6),
        run(BaselineSettings.for_dataset("karate", "GCN"), 0.5),
        run(s.replace(alpha=0.5), 0.1, state="running"),
        listed(settings=Settings(), every=100),
    ]
    timed = {"kind": "inference", "row": "GCN", "dataset": "karate", "microseconds": 500.0, "seed": 0}
    known = results(timed | {"sampling_seed": 0, "split_seed": 0})
    found = points.own_points(own, known)
    assert [(p.method, p.split, p.mean, p.seeds, p.microseconds) for p in found] == [
        (s.name, "paper", 85.0, 2, None),
        (s.name, "random", 70.0, 1, None),
        (f"{s.name}, τ = 3", "paper", 60.0, 1, None),
        ("GCN", "paper", 50.0, 1, 500.0),
    ]
    assert (found[0].ms, found[0].seconds, found[0].source) == (10.0, 0.03, OWN)


def test_printed_points_are_the_printed_numbers():
    found = {p.method: p for p in points.printed_points("cora")}
    assert (found["GCN"].mean, found["GCN"].ms, found["SGC"].ms) == (84.72, 1.68, None)
    assert points.printed_points("karate") == []


def test_kept_points_are_the_rows_of_the_recipe_split_by_split():
    row = "N2N-TAPS-1 (JL)"
    known = results(
        scored(row, 0.1, changes={"tau": 77.0}),
        *(scored(row, test, seed) for seed, test in enumerate((0.8, 0.9))),
        *(scored(row, 0.6, seed, changes={"split": "random"}) for seed in (0, 1)),
        scored(row, 0.2, changes={"sampling_seed": 5}),
        scored(row, 0.3, variant="estimator exact"),
        scored(row, 0.4, dataset="photo"),
        measurement(row, kind="time", ms=70.0, changes={"tau": 77.0}),
        measurement(row, kind="time", ms=50.0),
    )
    found = points.kept_points("cora", known)
    assert [(p.method, p.split, p.mean, p.seeds, p.ms, p.seconds) for p in found] == [
        (row, "paper", 85.0, 2, 50.0, 0.45),
        (row, "random", 60.0, 2, 50.0, 0.45),
    ]
    assert points.kept_points("cora", results()) == []


def test_compare_shows_the_scores_that_reproduction_judges():
    kept = {
        (point.method, point.dataset, point.split): (point.mean, point.seeds)
        for dataset in DATASETS
        for point in points.kept_points(dataset, COMMITTED)
    }
    for split in ("paper", "random"):
        for one in compare("table1", COMMITTED, protocol=Protocol(split=split)).itertuples():
            if one.runs:
                assert kept[one.row, one.column, split] == (one.measured, one.runs)


def test_tables_of_points():
    table = points.table([GCN, dataclasses.replace(GCN, method="SGC", mean=90.0, ms=None)])
    assert table["method"] == ["SGC", "GCN"]
    assert table["ms_per_epoch"] == [None, 20.0]
    assert table["new_node_needs"] == ["edges, 2 hops"] * 2
    public = dataclasses.replace(GCN, split="public", mean=79.0)
    random = Point("cora", "N2N (JL)", "random", KEPT, 87.0, 0.0, 1, 20.0)
    table = points.split_table([GCN, public, random])
    assert table["method"] == ["N2N (JL)", "GCN"]
    assert table["public split"] == ["–", "79.00 ± 0.50% (5)"]
    assert table["random split"] == ["87.00% (1)", "–"]


def test_stored_times_per_new_node_are_those_of_known_methods():
    timed = COMMITTED[COMMITTED.kind == "inference"]
    assert set(timed.row) <= set(families())
    assert (timed.microseconds > 0).all()
    alone = {name for name in baselines() if points.needs(settings_for(name, "cora")) == "features"}
    assert alone == {"MLP", "Graph-MLP", "GLNN", "SimMLP"}


def test_every_method_that_can_be_compared_has_its_own_name():
    assert set(N2N_ROWS) | set(baselines()) < set(families())
    assert {name for name in families() if MethodName.parse(name).is_n2n} == set(N2N_ROWS)
    for method in families():
        assert settings_for(method, "cora").name == method


@pytest.mark.parametrize(("split", "drawn"), [("paper", 0), ("public", 0), ("random", 1)])
def test_a_seed_draws_the_split_only_where_it_is_drawn(split, drawn):
    runs = comparison_runs(["GCN", "N2N (JL)"], "cora", n2n.load("cora"), split, seeds=2, epochs=7)
    assert [(s.name, s.seed) for s in runs] == [("GCN", 0), ("N2N (JL)", 0), ("GCN", 1), ("N2N (JL)", 1)]
    assert [s.split_seed for s in runs] == [0, 0, drawn, drawn]
    assert {s.epochs for s in runs} == {7}
    with pytest.raises(ValueError, match="no public split"):
        comparison_runs(["GCN"], "karate", n2n.load("karate"), "public")

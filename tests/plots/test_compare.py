"""Points, scatter, splits and panels carry the values that they are made of."""

import dataclasses
import itertools
import json

import numpy as np
import pytest

import n2n
from n2n.methods.n2n.settings import Settings
from n2n.methods.rivals.settings import RivalSettings
from n2n.paper import Cell
from n2n.paper.printed import table1, table3
from n2n.paper.results import seeds_for
from n2n.plots import compare, labels, points, runs, side_by_side, theme
from n2n.plots.points import KEPT, OWN, PRINTED, Point
from n2n.training.history import Epoch
from n2n.training.jobs import Status


def listed(settings, test=0.8, state="done", dataset="karate") -> n2n.Run:
    history = [
        Epoch(i, "joint", 1.0, None, None, 0.01 * i, f1_train=0.9, f1_val=0.5, f1_test=test)
        for i in (1, 2, 3)
    ]
    ended = Status("id", "", state, done=3, total=3)
    return n2n.Run(settings, dataset, history, dataset=dataset, end=ended)


def point(method="GCN", mean=85.0, ms=20.0, **facts) -> Point:
    facts = {"dataset": "cora", "split": "paper", "source": KEPT, "sd": 0.5, "seeds": 5} | facts
    return Point(method=method, mean=mean, ms=ms, **facts)


def test_runs_that_differ_in_seeds_alone_are_one_point():
    s = Settings.for_dataset("karate")
    found = points.own_points(
        [
            listed(s.replace(seed=0), 0.8),
            listed(s.replace(seed=1, sampling_seed=1, split_seed=1), 0.9),
            listed(s.replace(split="random"), 0.7),
            listed(s.replace(tau=3.0), 0.6),
            listed(RivalSettings.for_dataset("karate", "GCN"), 0.5),
            listed(s.replace(alpha=0.5), 0.1, state="running"),
        ]
    )
    assert [(p.method, p.split, p.mean, p.seeds) for p in found] == [
        (s.name, "paper", 85.0, 2),
        (s.name, "random", 70.0, 1),
        (f"{s.name}, τ = 3", "paper", 60.0, 1),
        ("GCN", "paper", 50.0, 1),
    ]
    assert found[0].ms == 20.0
    assert {p.source for p in found} == {OWN}


def test_a_run_without_scores_is_no_point():
    bare = n2n.Run(Settings(), "karate", [Epoch(1, "pretext", 1.0, None, None, 0.1)], dataset="karate")
    assert points.own_points([bare]) == []


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


def test_kept_points_are_the_latest_cells_split_by_split():
    new = Settings.for_dataset("cora")
    old, random = new.replace(tau=77.0), new.replace(split="random")
    cells = [
        cell(old, 0.1),
        *(cell(seeds_for(new, "cora", seed), test) for seed, test in enumerate((0.8, 0.9))),
        *(cell(seeds_for(random, "cora", seed), test) for seed, test in enumerate((0.6, 0.6))),
        cell(new.replace(sampling_seed=5), 0.2),
        cell(new, 0.3, row="N2N-TAPS-1 (JL), estimator exact"),
        cell(new, 0.4, dataset="photo"),
        dataclasses.replace(cell(new, 0.5), kind="time"),
    ]
    assert [(p.method, p.split, p.mean, p.seeds, p.ms) for p in points.kept_points("cora", cells)] == [
        ("N2N-TAPS-1 (JL)", "paper", 85.0, 2, 80.0),
        ("N2N-TAPS-1 (JL)", "random", 60.0, 2, 60.0),
    ]
    assert points.kept_points("cora", []) == []


def test_the_table_has_one_row_a_point_best_first():
    table = points.table([point(), point("SGC", 90.0, ms=None)])
    assert table["method"] == ["SGC", "GCN"]
    assert table["ms_per_epoch"] == [None, 20.0]


def test_the_scatter_shows_every_timed_point_once():
    shown = [
        point(),
        point("SGC", ms=None),
        point("N2N (JL)", 87.0, 5.0, source=OWN),
        point("MLP", 70.0, 1.0, source=PRINTED),
        point("GCN", 80.0, 9.0, dataset="photo"),
    ]
    figure = compare.scatter(shown, {"cora": "Cora", "photo": "Photo"})
    drawn = {
        (trace.customdata[i][0], trace.x[i], trace.y[i], trace.error_y.array[i])
        for trace in figure.data
        for i in range(len(trace.x))
    }
    assert drawn == {(p.method, p.ms, p.mean, p.sd) for p in shown if p.ms}
    assert {trace.name for trace in figure.data if trace.marker.color == theme.ACCENT} == {"N2N, your runs"}
    assert figure.layout.xaxis.type == figure.layout.xaxis2.type == "log"
    assert [note.text for note in figure.layout.annotations] == ["Cora", "Photo"]
    assert sum(trace.showlegend for trace in figure.data) == len({trace.name for trace in figure.data})


def test_a_scatter_of_nothing_is_empty():
    assert not compare.scatter([], {"cora": "Cora"}).data


def test_names_cover_neither_each_other_nor_a_point():
    rng = np.random.default_rng(0)
    x, y = rng.random(30), rng.random(30)
    names = ["a name of some length"] * 30
    places = labels.placed(x, y, names, 800, 400)
    assert 5 < sum(place is not None for place in places) < 30
    boxes = [
        labels._box(800 * px, 400 * py, place, labels.LETTER * len(name))
        for px, py, name, place in zip(x, y, names, places, strict=True)
        if place
    ]
    for a, b in itertools.combinations(boxes, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    for left, lower, right, upper in boxes:
        assert not ((800 * x > left) & (800 * x < right) & (400 * y > lower) & (400 * y < upper)).any()


def test_splits_of_a_method_stand_on_one_line():
    shown = [
        point(split="paper"),
        point(split="public", mean=79.0),
        point("N2N (JL)", 87.0, split="random", seeds=1, sd=0.0),
    ]
    figure = compare.by_split(shown)
    dots = {trace.name: trace for trace in figure.data if trace.mode == "markers"}
    assert list(dots) == ["paper split", "public split", "random split"]
    assert (dots["public split"].x[0], dots["public split"].y[0]) == (79.0, "GCN")
    assert len({(trace.marker.color, trace.marker.symbol) for trace in dots.values()}) == 3
    table = compare.split_table(shown)
    assert table["method"] == ["N2N (JL)", "GCN"]
    assert table["public split"] == ["–", "79.00 ± 0.50 % (5)"]
    assert table["random split"] == ["87.00 % (1)", "–"]


def test_embeddings_stand_side_by_side_with_the_same_colours():
    graph = n2n.load("karate")
    run = n2n.fit(graph, Settings(width=4, epochs=2, evaluate_every=1))
    figure = side_by_side.embeddings(graph, [(f"run {i}", run) for i in range(8)])
    assert len(figure.layout.annotations) == side_by_side.MAX_PANELS
    assert figure.layout.annotations[0].text == f"run 0<br>test {run.scores.test:.1%}"
    assert sum(len(trace.x) for trace in figure.data) == 34 * side_by_side.MAX_PANELS
    assert sum(bool(trace.showlegend) for trace in figure.data) == 2
    for trace in figure.data:
        label = graph.y[trace.customdata[0]]
        assert (trace.marker.color, trace.marker.symbol) == (theme.colour(label), theme.symbol(label))


@pytest.mark.parametrize("dark", [False, True])
def test_figures_are_plain_json_in_both_themes(dark):
    for figure in (compare.scatter([point()], {"cora": "Cora"}), compare.by_split([point()])):
        json.loads(theme.dress(figure, dark).to_json())


def test_rivals_and_n2n_stand_in_one_list():
    rival = RivalSettings("GCN", learning_rate=0.02)
    recipe, different = rival.closest_recipe("cora")
    assert (recipe, different["learning_rate"]) == (RivalSettings.recipes[0], 0.02)
    assert RivalSettings("GraphSAGE-Mean", k=3, sampler="taps").tags[0] == "GraphSAGE-Mean-TAPS-3"
    both = [listed(Settings(), dataset="cora"), listed(rival, dataset="cora")]
    overview = runs.overview(both)
    assert overview["method"] == ["N2N-TAPS-1 (JL)", "GCN"]
    table = runs.compare(both)
    row = table["setting"].index("Learning rate η")
    assert (table["N2N-TAPS-1 (JL)"][row], table["GCN"][row]) == ("0.001", "0.02")
    assert table["setting"].count("Method") == 1
    assert "Attention heads" not in table["setting"]

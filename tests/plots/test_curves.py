"""Curves, lists and comparisons of training runs carry the values of the runs."""

import pytest

import n2n
from n2n.plots import curves, expected, runs, theme
from n2n.training.history import Epoch
from n2n.training.jobs import Status


def listed(name="a", settings=None, epochs=20, every=5, **facts) -> n2n.Run:
    settings = settings or n2n.Settings(epochs=epochs)
    history = [
        Epoch(
            index,
            "joint",
            10.0 - index / 10,
            9.0 - index / 10,
            1.0,
            0.01,
            **(
                {
                    "f1_train": 0.9,
                    "f1_val": 0.5 + 0.01 * (index if index <= 10 else 20 - index),
                    "f1_test": 0.6,
                    "feature_smoothness": 1 / index,
                    "information": 0.1 * index,
                }
                if index % every == 0
                else {}
            ),
        )
        for index in range(1, epochs + 1)
    ]
    return n2n.Run(settings, "karate", history, name=name, dataset="karate", **facts)


def lines(figure, name):
    return [trace for trace in figure.data if trace.name == name and trace.x[0] is not None]


def test_lines_are_the_recorded_values():
    figure = curves.curves([listed()])
    assert [note.text for note in figure.layout.annotations] == [
        panel.title for panel in curves.PANELS.values()
    ]
    (validation,) = lines(figure, "validation")
    assert list(validation.x) == [5, 10, 15, 20]
    assert list(validation.y) == pytest.approx([55, 60, 55, 50])
    (total,) = lines(figure, "total")
    assert list(total.y) == [10.0 - i / 10 for i in range(1, 21)]
    (bound,) = lines(figure, "bound on the mutual information, log N − ℒ")
    assert list(bound.y) == pytest.approx([0.5, 1.0, 1.5, 2.0])


def test_the_best_validation_epoch_is_marked():
    (best,) = [trace for trace in curves.curves([listed()]).data if trace.marker.symbol == "diamond"]
    assert (best.x[0], best.y[0], best.text[0]) == (10, pytest.approx(60), "best: epoch 10")


def test_panels_without_values_are_left_out():
    bare = listed(every=100)
    assert curves.panels_of([bare]) == ["loss", "cross_entropy"]
    assert len(curves.curves([bare]).layout.annotations) == 2
    alone = n2n.Run(n2n.Settings(), "karate", [Epoch(1, "pretext", 3.0, 3.0, None, 0.1)], name="b")
    figure = curves.curves([alone])
    assert [note.text for note in figure.layout.annotations] == ["Loss"]
    assert not lines(figure, "InfoNCE"), "where InfoNCE is the whole loss, one line says it"
    assert curves.curves([n2n.Run(n2n.Settings(), "karate", name="c")]).layout.annotations


def test_runs_on_top_of_each_other_have_a_colour_each():
    figure = curves.curves([listed("a"), listed("<b>")], until=40)
    assert [lines(figure, f"{name}, test")[0].line.color for name in ("a", "&lt;b&gt;")] == list(
        theme.PALETTE[:2]
    )
    entries = [
        trace.name for trace in figure.data if trace.legend == "legend" and trace.showlegend is not False
    ]
    assert entries == ["a", "&lt;b&gt;"]
    assert tuple(figure.layout.xaxis.range) == (0, 40)
    many = curves.curves([listed(str(i)) for i in range(12)])
    assert len([trace for trace in many.data if trace.marker.symbol == "diamond"]) == curves.MAX_RUNS


def test_long_runs_are_thinned_to_their_last_epoch():
    (total,) = lines(curves.curves([listed(epochs=3001)]), "total")
    assert len(total.x) <= curves.MAX_POINTS
    assert total.x[-1] == 3001


def test_two_stages_are_divided_by_a_line_and_scored_by_the_last():
    settings = n2n.Settings(framework="PT&FT", epochs=4, finetune_epochs=4, width=8, evaluate_every=2)
    run = n2n.fit(n2n.load("karate"), settings)
    two = n2n.Run(settings, "karate", run.history, name="two", dataset="karate")
    assert {shape.x0 for shape in curves.curves([two]).layout.shapes} == {4}
    assert two.scores.epoch > 4


def test_the_table_has_a_row_for_each_epoch_of_each_run():
    table = curves.table([listed("a"), listed("b", epochs=3)])
    assert table["run"] == ["a"] * 20 + ["b"] * 3
    assert table["index"][-1] == 3
    assert len({len(column) for column in table.values()}) == 1


def test_changes_are_told_against_the_closest_recipe():
    base = n2n.Settings.for_dataset("cora", "URL", recipe="released")
    assert base.replace(device="cpu", snapshots=5).closest_recipe("cora") == ("released", {})
    assert base.replace(seed=3).closest_recipe("cora") == ("released", {"seed": 3})
    assert n2n.Settings.for_dataset("cora").closest_recipe("cora")[0] == "tuned"
    assert n2n.Settings().closest_recipe("")[0] in ("tuned", "text", "released")


def test_the_overview_names_settings_and_scores():
    run = listed(
        settings=n2n.Settings.for_dataset("karate").replace(tau=2.0),
        end=Status("id", "", "cancelled", seconds=1.5),
    )
    table = runs.overview([run, listed("b", epochs=2)])
    assert table["changes"][0] == "τ = 2"
    assert table["state"] == ["cancelled", "done"]
    assert table["best_val"] == [pytest.approx(0.6), None]
    assert table["best_epoch"] == [10, None]
    assert runs.overview([]) == {}


def test_a_comparison_lists_what_differs_and_the_scores():
    table = runs.compare([listed("a"), listed("a", n2n.Settings(k="all", tau=0.5), epochs=2)])
    assert list(table) == ["setting", "a", "a (2)"]
    rows = dict(zip(table["setting"], zip(table["a"], table["a (2)"], strict=True), strict=True))
    assert rows["Positives per node k"] == ("1", "all")
    assert rows["Temperature τ"] == ("5", "0.5")
    assert "Similarity" not in rows
    assert rows["Best validation micro-F1"] == ("60.0%", "–")


def test_the_expected_scores_are_those_of_the_paper():
    table = expected.table("cora")
    assert table["printed"] == sorted(table["printed"])
    assert table["printed"][table["method"].index("N2N (URL)")] == 88.2
    figure = expected.expected(table, "N2N (URL)")
    chosen = figure.data[0].marker.color.index(theme.ACCENT)
    assert figure.data[0].y[chosen] == "<b>N2N (URL)</b>"

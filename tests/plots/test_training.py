"""Curves of training runs carry the values of the runs."""

import pytest

import n2n
from n2n.plots import theme, training
from n2n.training.history import Epoch
from tests.runs import listed


def lines(figure, name):
    return [trace for trace in figure.data if trace.name == name and trace.x[0] is not None]


def test_lines_are_the_recorded_values():
    figure = training.curves([listed()])
    titles = [panel.title for panel in training.PANELS.values()]
    titles[1] = "Loss (dashed: InfoNCE)"
    assert [note.text for note in figure.layout.annotations] == titles
    (validation,) = lines(figure, "validation")
    assert list(validation.x) == [5, 10, 15, 20]
    assert list(validation.y) == pytest.approx([55, 60, 55, 50])
    (total,) = lines(figure, "total")
    assert list(total.y) == [10.0 - i / 10 for i in range(1, 21)]
    (bound,) = lines(figure, "bound on the mutual information, log N − ℒ")
    assert list(bound.y) == pytest.approx([0.5, 1.0, 1.5, 2.0])


def test_the_best_validation_epoch_is_marked():
    (best,) = [trace for trace in training.curves([listed()]).data if trace.marker.symbol == "diamond"]
    assert (best.x[0], best.y[0], best.text[0]) == (10, pytest.approx(60), "best: epoch 10")


@pytest.mark.parametrize(("until", "side"), [(12, "left"), (20, "center"), (200, "right")])
def test_the_words_at_the_best_epoch_stay_inside(until, side):
    run = listed()
    del run.history[10:]  # the best is the last
    (best,) = [trace for trace in training.curves([run], until).data if trace.marker.symbol == "diamond"]
    assert best.textposition == f"top {side}"


def test_panels_without_values_are_left_out():
    bare = listed(every=100)
    assert training.panels_of([bare]) == ["loss", "cross_entropy"]
    assert len(training.curves([bare]).layout.annotations) == 2
    alone = n2n.Run(n2n.Settings(), "karate", [Epoch(1, "pretext", 3.0, 3.0, None, 0.1)], name="b")
    figure = training.curves([alone])
    assert [note.text for note in figure.layout.annotations] == ["Loss"]
    assert not lines(figure, "InfoNCE"), "where InfoNCE is the whole loss, one line says it"
    assert training.curves([n2n.Run(n2n.Settings(), "karate", name="c")]).layout.annotations


def test_each_of_several_runs_has_a_colour():
    figure = training.curves([listed("a"), listed("<b>")], until=40)
    assert [lines(figure, f"{name}, test")[0].line.color for name in ("a", "&lt;b&gt;")] == list(
        theme.PALETTE[:2]
    )
    entries = [
        trace.name for trace in figure.data if trace.legend == "legend" and trace.showlegend is not False
    ]
    assert entries == ["a", "&lt;b&gt;"]
    assert tuple(figure.layout.xaxis.range) == (0, 40)
    many = training.curves([listed(str(i)) for i in range(12)])
    assert len([trace for trace in many.data if trace.marker.symbol == "diamond"]) == training.MAX_RUNS


def test_runs_of_the_same_name_have_two_entries_in_the_legend():
    figure = training.curves([listed("a"), listed("a")])
    entries = [trace for trace in figure.data if trace.legend == "legend" and trace.showlegend is not False]
    assert [trace.name for trace in entries] == ["a", "a"]


def test_long_runs_are_thinned():
    (total,) = lines(training.curves([listed(epochs=3001)]), "total")
    assert len(total.x) <= training.MAX_POINTS
    assert total.x[-1] == 3001


def test_a_line_divides_the_two_stages():
    two = listed(settings=n2n.Settings(framework="PT&FT", epochs=4))
    assert {shape.x0 for shape in training.curves([two]).layout.shapes} == {4}


def test_a_fork_begins_where_it_left_its_parent():
    graph, settings = n2n.load("karate"), n2n.Settings(width=8, epochs=8, evaluate_every=2)
    parent = n2n.fit(graph, settings)
    child = n2n.fork(graph, parent, 4, tau=0.5)
    parent.name, child.name = "parent", "child"
    both = {trace.name: trace for trace in training.curves([child, parent]).data if trace.name}
    assert list(both["child, total"].x) == [4, 5, 6, 7, 8]
    assert list(both["parent, total"].x) == list(range(1, 9))
    assert not any("before the fork" in name for name in both)
    alone = {trace.name: trace for trace in training.curves([child]).data if trace.name}
    before = next(trace for name, trace in alone.items() if "total, before the fork" in name)
    assert list(before.x) == [1, 2, 3, 4]
    assert before.line.color == theme.GREY


def test_the_legend_of_the_scores_is_above_their_panel():
    run = n2n.fit(n2n.load("karate"), n2n.Settings(width=8, epochs=4, evaluate_every=2))
    figure = training.curves([run])
    legend, panel = figure.layout.legend2, figure.layout.yaxis.domain
    assert (legend.y, legend.yanchor, legend.orientation) == (panel[1], "bottom", "h")

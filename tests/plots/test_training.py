"""Curves of training runs carry the values of the runs."""

import pytest

import n2n
from n2n.plots import theme, training
from n2n.training.history import Epoch
from tests.runs import listed


def lines(figure, name):
    return [trace for trace in figure.data if trace.name == name and trace.x[0] is not None]


def best(figure):
    return [trace for trace in figure.data if trace.marker.symbol == "diamond"]


def titles(figure):
    return [note.text for note in figure.layout.annotations]


def entries(figure):
    return [t.name for t in figure.data if t.showlegend is not False]


def test_lines_are_the_recorded_values():
    figure = training.curves([listed()])
    expected = [panel.title for panel in training.PANELS.values()]
    first = f"{expected[0]}; dashed: test, dotted: training"
    assert titles(figure) == [first, "Loss; dashed: InfoNCE", *expected[2:]]
    (validation,) = lines(figure, "validation")
    assert list(validation.x) == [5, 10, 15, 20]
    assert list(validation.y) == pytest.approx([55, 60, 55, 50])
    (total,) = lines(figure, "total")
    assert list(total.y) == [10.0 - i / 10 for i in range(1, 21)]


@pytest.mark.parametrize(("until", "side"), [(12, "left"), (20, "center"), (200, "right")])
def test_the_best_validation_epoch_is_marked_and_its_text_stays_inside(until, side):
    run = listed()
    del run.history[10:]  # the best is the last
    (mark,) = best(training.curves([run], until))
    assert (mark.x[0], mark.y[0], mark.text[0]) == (10, pytest.approx(60), "best: epoch 10")
    assert mark.textposition == f"top {side}"


def test_panels_without_values_are_left_out():
    bare = listed(every=100)
    assert training.panels_of([bare]) == ["loss", "cross_entropy"]
    assert len(titles(training.curves([bare]))) == 2
    alone = n2n.Run(n2n.Settings(), "karate", [Epoch(1, "pretext", 3.0, 3.0, None, 0.1)], name="b")
    figure = training.curves([alone])
    assert titles(figure) == ["Loss"]
    assert not lines(figure, "InfoNCE"), "where InfoNCE is the whole loss, one line says it"
    assert titles(training.curves([n2n.Run(n2n.Settings(), "karate", name="c")]))


def test_each_of_several_runs_has_a_colour_and_an_entry():
    figure = training.curves([listed("a"), listed("<b>"), listed("a")], until=40)
    colours = [lines(figure, f"{name}, test")[0].line.color for name in ("a", "&lt;b&gt;")]
    assert colours == list(theme.PALETTE[:2])
    assert entries(figure) == ["a", "&lt;b&gt;", "a"]
    assert tuple(figure.layout.xaxis.range) == (0, 40)
    assert len(best(training.curves([listed(str(i)) for i in range(12)]))) == training.MAX_RUNS


def test_long_runs_are_thinned_and_stages_divided():
    (total,) = lines(training.curves([listed(epochs=3001)]), "total")
    assert len(total.x) <= training.MAX_POINTS
    assert total.x[-1] == 3001
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

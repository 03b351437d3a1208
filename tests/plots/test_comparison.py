"""Comparisons of methods carry the values of their points."""

import pytest

from n2n.paper.points import KEPT, OWN, PRINTED, Point
from n2n.plots import comparison, theme


def point(method="GCN", mean=85.0, ms=20.0, **facts) -> Point:
    facts = {"dataset": "cora", "split": "paper", "source": KEPT, "sd": 0.5, "seeds": 5} | facts
    return Point(method=method, mean=mean, ms=ms, **facts)


def test_the_scatter_shows_every_timed_point_once():
    shown = [
        point(),
        point("SGC", ms=None),
        point("N2N (JL)", 87.0, 5.0, source=OWN),
        point("MLP", 70.0, 1.0, source=PRINTED),
        point("GCN", 80.0, 9.0, dataset="photo"),
    ]
    figure = comparison.scatter(shown, {"cora": "Cora", "photo": "<Photo>"})
    drawn = {
        (trace.customdata[i][0], trace.x[i], trace.y[i], trace.error_y.array[i])
        for trace in figure.data
        for i in range(len(trace.x))
    }
    assert drawn == {(p.method, p.ms, p.mean, p.sd) for p in shown if p.ms}
    assert {trace.name for trace in figure.data if trace.marker.color == theme.ACCENT} == {"N2N, your runs"}
    assert figure.layout.xaxis.type == figure.layout.xaxis2.type == "log"
    assert [note.text for note in figure.layout.annotations] == ["Cora", "&lt;Photo&gt;"]
    entries = [trace.name for trace in figure.data if trace.showlegend is not False]
    assert sorted(entries) == ["N2N, your runs", "others, measured", "others, printed"]


@pytest.mark.parametrize(("time", "field"), [("Training", "seconds"), ("New node", "microseconds")])
def test_the_other_times_have_their_own_axis_and_points(time, field):
    shown = [point(**{field: 250.0}), point("N2N (JL)", 87.0, 5.0), point("SGC", 84.0, **{field: 40.0})]
    figure = comparison.scatter(shown, {"cora": "Cora"}, time)
    drawn = {(trace.customdata[i][0], trace.x[i]) for trace in figure.data for i in range(len(trace.x))}
    assert drawn == {("GCN", 250.0), ("SGC", 40.0)}
    assert figure.layout.xaxis.title.text == comparison.TIMES[time].title
    assert comparison.TIMES[time].unit in figure.data[0].hovertemplate


def test_a_scatter_of_nothing_is_empty():
    assert not comparison.scatter([], {"cora": "Cora"}).data


def test_splits_of_a_method_stand_on_one_line():
    shown = [
        point(split="paper"),
        point(split="public", mean=79.0),
        point("N2N (JL)", 87.0, split="random", seeds=1, sd=0.0),
    ]
    figure = comparison.by_split(shown)
    dots = {trace.name: trace for trace in figure.data if trace.mode == "markers"}
    assert list(dots) == ["paper split", "public split", "random split"]
    assert (dots["public split"].x[0], dots["public split"].y[0]) == (79.0, "GCN")
    assert len({(trace.marker.color, trace.marker.symbol) for trace in dots.values()}) == 3
    spans = [(trace.y[0], list(trace.x)) for trace in figure.data if trace.mode == "lines"]
    assert spans == [("GCN", [79.0, 85.0]), ("N2N (JL)", [87.0, 87.0])]

"""Figures carry the numbers they are made of, in the colours of the project, whatever names are in them."""

import math

import numpy as np
import plotly.graph_objects as go
import pytest

import n2n
from n2n.methods.n2n.node_loss import loss_of_node
from n2n.paper.points import KEPT, OWN, PRINTED, Point
from n2n.plots import (
    cold_start,
    comparison,
    graph,
    network,
    node_loss,
    smoothness,
    subgraphs,
    taps,
    theme,
    training,
    what_if,
)
from n2n.taps import drawing, tables
from n2n.taps.drawing import arrange, pick, subgraph_change
from n2n.taps.edits import Edits
from n2n.taps.ranking import explain
from n2n.training.cold_start import ColdScore
from tests.graphs import graph_of, star, with_names
from tests.runs import listed

KARATE = n2n.load("karate")
HOSTILE = with_names(KARATE).replace(class_names=("<b>a</b>", "<b>b</b>"))
"""Names of nodes and classes have tags, which must stay text."""
EDITED = Edits(added=((0, 33),), cut=((0, 31),)).apply(HOSTILE)
SMOOTHNESS = {
    "k": ["1", "1", "all", "all"],
    "per": ["sampled", "graph"] * 2,
    "taps": [0.1, 0.01, 0.9, 0.8],
    "random_mean": [0.3, 0.03, 0.9, 0.8],
    "random_sd": [0.02, 0.01, 0.0, 0.0],
}
COLD = (
    ColdScore("N2N-TAPS-1 (JL)", False, 0.71, 2.0, 500, 100),
    ColdScore("GCN", False, 0.67, 3.0, 500, 50),
    ColdScore("GCN", True, 0.82, 13.0, 2400, 50),
)


def ranked(of=HOSTILE):
    return n2n.rank(of)


def parts(of=HOSTILE):
    return n2n.partition(ranked(of).top(1))


def point(method="GCN", mean=85.0, ms=20.0, **facts) -> Point:
    facts = {"dataset": "cora", "split": "paper", "source": KEPT, "sd": 0.5, "seeds": 5} | facts
    return Point(method=method, mean=mean, ms=ms, **facts)


def node_shares(y):
    chain = n2n.Graph.from_edges([[0, 1, 2], [1, 2, 3]], x=np.eye(4), y=y)
    vectors = np.array([[1, 0], [1, 0.1], [1, 1], [0, 1]])
    return node_loss.shares(chain, loss_of_node(vectors, 0, np.array([1]), n2n.Settings(tau=1.0)))


def changed(side):
    return what_if.subgraphs(HOSTILE, subgraph_change(parts(), parts(EDITED), 0))[side]


def drawn(name: str) -> go.Figure:
    return FIGURES[name]()


FIGURES = {
    "classes": lambda: graph.class_balance(HOSTILE),
    "degrees": lambda: graph.degree_distribution(graph_of(5, [(0, 1), (0, 2)])),
    "degrees of nothing": lambda: graph.degree_distribution(graph_of(3, [])),
    "network": lambda: network.network(HOSTILE, drawing.ego(HOSTILE, 5), centre=5),
    "arrows": lambda: network.network(
        HOSTILE, drawing.ego(HOSTILE, 0), chosen=np.array([[0, 1, 0], [1, 0, 33]])
    ),
    "venn": lambda: taps.venn(3, 2, 1, 28, 7, 9),
    "joint table": lambda: taps.joint_table(explain(HOSTILE, 0, 1), 0, 1),
    "terms": lambda: taps.terms(explain(HOSTILE, 0, 1), 0, 1),
    "ranking": lambda: taps.ranking(ranked(), 0, 3, np.array([3, 7]), compared=1),
    "long ranking": lambda: taps.ranking(ranked(star(59)), 0, 2, np.array([59])),
    "gallery": lambda: subgraphs.gallery(HOSTILE, arrange(parts(), pick(parts())), selected=3),
    "sizes": lambda: subgraphs.sizes(parts()),
    "percolation": lambda: subgraphs.percolation(tables.percolation(HOSTILE, ranked())),
    "smoothness": lambda: smoothness.by_k(SMOOTHNESS),
    "smoothness per edge": lambda: smoothness.by_k(SMOOTHNESS, "graph"),
    "smoothness by class": lambda: smoothness.by_class(
        {"class": ["<b>", "c"], "taps": [0.1, 0.2], "random_mean": [0.3, 0.4], "random_sd": [0.0, 0.1]}
    ),
    "before": lambda: what_if.rankings(ranked(), ranked(EDITED), 0, 1)[0],
    "after": lambda: what_if.rankings(ranked(), ranked(EDITED), 0, 1)[1],
    "subgraph before": lambda: changed(0),
    "subgraph after": lambda: changed(1),
    "smoothness of an edit": lambda: what_if.smoothness([0.1, 0.2], [0.3, float("nan")]),
    "curves": lambda: training.curves([listed("<b>")]),
    "curves of several": lambda: training.curves([listed("a"), listed("<b>"), listed("a")], until=40),
    "cold start": lambda: cold_start.accuracies(COLD),
    "cold start times": lambda: cold_start.times(COLD),
    "node loss": lambda: node_shares([0, 0, 0, 1]),
    "node loss without labels": lambda: node_shares(None),
    "methods": lambda: comparison.scatter(
        [point(), point("N2N (JL)", 87.0, 5.0, source=OWN), point("MLP", 70.0, 1.0, source=PRINTED)],
        {"cora": "<b>Cora</b>", "photo": "Photo"},
    ),
    "no method": lambda: comparison.scatter([], {"cora": "Cora"}),
    "splits": lambda: comparison.by_split([point(), point(split="public", mean=79.0), point("SGC", 87.0)]),
}


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_dressed_and_names_stay_text(name):
    figure = drawn(name)
    assert figure.layout.template == theme.template()
    text = figure.to_json()
    assert "<b>Name" not in text.encode().decode("unicode_escape")
    for tag in ("<b>a", "<b>b<", "<b>Cora"):
        assert tag not in text.encode().decode("unicode_escape")


VALUES = {
    "classes": [("<b>a</b>", [17]), ("<b>b</b>", [17])],
    "degrees": [(None, [2, 1])],
    "sizes": [(None, [3, 3, 1, 1])],
    "smoothness": [("TAPS", [0.1, 0.9]), ("random (mean ± sd)", [0.3, 0.9])],
    "smoothness per edge": [("TAPS", [0.01, 0.8]), ("random (mean ± sd)", [0.03, 0.8])],
    "smoothness by class": [("TAPS", [0.1, 0.2]), ("random (mean ± sd)", [0.3, 0.4])],
    "cold start": [
        ("N2N, features alone", [71.0]),
        ("others, features alone", [67.0]),
        ("with the edges restored", [82.0]),
    ],
    "cold start times": [
        ("N2N, features alone", [2.0]),
        ("others, features alone", [3.0]),
        ("with the edges restored", [13.0]),
    ],
    "methods": [("others, measured", [85.0]), ("others, printed", [70.0]), ("N2N, your runs", [87.0])],
    "splits": [
        (None, [79.0, 85.0]),
        (None, [87.0, 87.0]),
        ("paper split", [85.0, 87.0]),
        ("public split", [79.0]),
    ],
}


@pytest.mark.parametrize("name", VALUES)
def test_traces_are_the_numbers(name):
    found = []
    for trace in drawn(name).data:
        values = trace.x if name == "splits" or trace.orientation == "h" else trace.y
        found.append((trace.name and trace.name.replace("&lt;", "<").replace("&gt;", ">"), list(values)))
    assert found == VALUES[name]


def test_the_accent_is_taps_and_grey_is_not_selected():
    for name, chosen in (("ranking", 3), ("before", 1), ("after", 1)):
        colours = drawn(name).data[0].marker.color
        assert [colour == theme.ACCENT for colour in colours] == [i < chosen for i in range(len(colours))]
    taps_bars, random_bars = drawn("smoothness").data
    assert (taps_bars.marker.color, random_bars.marker.color) == (theme.ACCENT, theme.GREY)
    assert drawn("cold start").data[0].marker.color == theme.ACCENT
    assert [t.name for t in drawn("methods").data if t.marker.color == theme.ACCENT] == ["N2N, your runs"]


def test_classes_have_colour_and_symbol():
    many = KARATE.replace(y=np.arange(34) % 17, class_names=tuple(map(str, range(17))))
    for figure in (
        network.network(many, drawing.ego(many, 0)),
        subgraphs.gallery(many, arrange(parts(many), pick(parts(many)))),
        taps.ranking(ranked(many), 0, 1, np.array([3])),
    ):
        looks = {t.name: (t.marker.color, t.marker.symbol) for t in figure.data if str(t.name).isdecimal()}
        assert len(looks) > 8
        assert looks == {name: theme.look(int(name)) for name in looks}


def test_a_network_has_each_edge_once_and_arrows_to_positives():
    part = drawing.ego(HOSTILE, 0)
    edges, *nodes = drawn("network").data
    assert len(edges.x) == 3 * drawing.ego(HOSTILE, 5).edges.shape[1]
    rims = {
        entry[0]: width for t in nodes for entry, width in zip(t.customdata, t.marker.line.width, strict=True)
    }
    assert [node for node, width in rims.items() if width > 1] == [5]
    edges, arrows, *nodes = drawn("arrows").data
    assert (arrows.line.color, len(arrows.x)) == (theme.ACCENT, 3 * 2)  # 33 is not in the picture
    assert len(edges.x) == 3 * (part.edges.shape[1] - 1), "a pair with an arrow has no other line"
    assert sorted(entry[0] for t in nodes for entry in t.customdata) == sorted(part.nodes.tolist())


def test_the_steps_of_taps():
    cells, figure = explain(KARATE, 0, 1), drawn("terms")
    bars, names = figure.data[0].x, figure.layout.yaxis.ticktext
    edge = KARATE.indptr[0] + np.searchsorted(KARATE.neighbours(0), 1)
    assert math.isclose(bars[-1], sum(bars[:-1]))
    assert math.isclose(bars[-1], n2n.rank(KARATE).dependency[edge])
    assert names[-1] == f"sum = dependency<br><b>{bars[-1]:.2e}</b>"
    notes = drawn("joint table").layout.annotations
    assert [n.text.partition("<br>")[0] for n in notes] == [f"<b>{theme.nodes(c.count)}</b>" for c in cells]
    assert (notes[1].y, notes[1].x) == ("neighbour of 0", "not a neighbour of 1")
    bars, *marks, rings = drawn("ranking").data
    assert [row[0] for row in bars.customdata] == ranked().neighbours(0)[0].tolist()
    assert sum(len(mark.x) for mark in marks) == 16
    assert sorted(name.partition(" (")[0] for name in rings.y) == ["node 3", "node 7"]
    assert [name for name in bars.y if name.startswith("<b>")] == [
        "<b>node 1 (&lt;b&gt;Name 1&lt;/b&gt;)</b>"
    ]
    assert len(drawn("long ranking").data[0].x) == taps.SHOWN
    texts = [note.text for note in drawn("venn").layout.annotations]
    assert texts[:3] == ["3", "<b>2</b>", "1"]
    assert [text.rpartition(": ")[2] for text in texts[3:]] == ["5", "3", "28 nodes"]


def test_the_overlap_of_the_circles_is_true():
    for share in (0.1, 0.5, 0.9, 1.0):
        overlap = taps.circle_overlap(1, 0.6, taps.circle_distance(1, 0.6, share))
        assert math.isclose(overlap, share * math.pi * 0.36, rel_tol=1e-6)
    assert taps.circle_distance(1, 0.6, 0) > 1.6


def test_a_click_in_the_gallery_tells_the_subgraph():
    figure, membership = drawn("gallery"), parts().membership
    assert sum(len(trace.customdata) for trace in figure.data[1:]) == 34
    assert all(membership[node] == number for t in figure.data[1:] for number, node in t.customdata)
    assert (figure.layout.shapes[0].x0, figure.layout.shapes[0].x1) == (2.52, 3.48)


def test_an_edit_shows_what_differs():
    before, after = drawn("before"), drawn("after")
    assert before.layout.xaxis.range == after.layout.xaxis.range
    (cut,) = (text for text in before.layout.yaxis.ticktext if text.endswith("cut</span>"))
    assert "31 (&lt;b&gt;Name 31" in cut
    assert theme.ACCENT in cut
    assert sum("new</span>" in text for text in after.layout.yaxis.ticktext) == 1
    for side in what_if.rankings(ranked(), ranked(), 0, 2):
        assert not any(theme.ACCENT in text for text in side.layout.yaxis.ticktext)
    change = subgraph_change(parts(), parts(EDITED), 0)
    for side in (0, 1):
        _, lit, *nodes = changed(side).data
        own, other = (set(map(tuple, change.edges[at].T.tolist())) for at in (side, 1 - side))
        assert (lit.line.color, len(lit.x)) == (theme.ACCENT, 3 * len(own - other))
        clear = sum(np.count_nonzero(np.array(trace.marker.opacity) == 1) for trace in nodes)
        assert clear == change.inside[side].sum()
    assert drawn("smoothness of an edit").layout.yaxis.range[1] > 0.3


def test_shares_of_a_node_add_up_to_the_denominator():
    bars = [bar for bar in drawn("node loss").data if bar.type == "bar"]
    names = ["the node itself", "its positives", "negatives of its class", "negatives of other classes"]
    assert [(bar.name, bar.customdata) for bar in bars] == [(name, (i,)) for i, name in enumerate(names)]
    assert sum(sum(bar.y) for bar in bars) == pytest.approx(1000)


@pytest.mark.parametrize(("time", "field"), [("Training", "seconds"), ("New node", "microseconds")])
def test_other_times_have_their_own_axis_and_points(time, field):
    shown = [point(**{field: 250.0}), point("N2N (JL)", 87.0, 5.0), point("SGC", 84.0, **{field: 40.0})]
    figure = comparison.scatter(shown, {"cora": "Cora"}, time)
    assert sorted((t.customdata[i][0], t.x[i]) for t in figure.data for i in range(len(t.x))) == [
        ("GCN", 250.0),
        ("SGC", 40.0),
    ]
    assert figure.layout.xaxis.title.text == comparison.TIMES[time].title

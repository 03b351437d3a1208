"""Pictures of embeddings: every node once, in its colour; marks and hover texts."""

from itertools import chain

import numpy as np
import pytest

import n2n
from n2n.embedding.picture import COLOURS, groups
from n2n.embedding.projection import Projection, project
from n2n.plots import embedding, theme
from tests.graphs import with_names


@pytest.fixture(scope="module")
def graph():
    return n2n.load("karate")


@pytest.fixture(scope="module")
def parts(graph):
    return n2n.partition(n2n.rank(graph).top(1))


@pytest.fixture(scope="module")
def predictions(graph):
    return np.where(np.arange(34) < 5, 1 - graph.y, graph.y)


def picture(graph, by="Label", dimensions=2, marked=None, predictions=None, parts=None):
    projection = project(np.random.default_rng(0).normal(size=(34, 5)), "pca", dimensions)
    split, dependency = graph.split("random"), graph.degree / 34
    drawn = groups(graph, projection.nodes, by, predictions, parts, split, dependency)
    text = embedding.details(graph, projection.nodes, predictions, parts)
    return embedding.scatter(projection, drawn, text, marked)


def ids(trace):
    return [entry[0] for entry in trace.customdata]


@pytest.mark.parametrize("by", COLOURS)
@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("marked", [None, np.array([0, 33])])
def test_every_node_is_drawn_once(graph, predictions, parts, by, dimensions, marked):
    figure = picture(graph, by, dimensions, marked, predictions, parts)
    assert sorted(chain(*map(ids, figure.data))) == list(range(34))
    assert {trace.type for trace in figure.data} == {"scatter" if dimensions == 2 else "scatter3d"}
    assert figure.layout.template == theme.template()


def test_groups_have_the_colours_of_their_classes(graph, predictions):
    assert embedding.legend(groups(graph.replace(class_names=("<b>", "x")), np.arange(34))) == [
        ("&lt;b&gt;", theme.colour(0), "circle"),
        ("x", theme.colour(1), "circle"),
    ]
    for by in ("Label", "Prediction", "Right or wrong"):
        drawn = [
            (t.name, t.marker.color, t.marker.symbol)
            for t in picture(graph, by, predictions=predictions).data
        ]
        assert drawn == embedding.legend(groups(graph, np.arange(34), by, predictions))


def test_degrees_have_a_logarithmic_scale(graph):
    trace = picture(graph, "Degree").data[0]
    assert trace.marker.colorbar.ticktext[:3] == ("1", "3", "10")
    assert embedding.legend(groups(graph, np.arange(34), "Degree")) == []


def test_hovering_tells_class_prediction_degree_and_subgraph(graph, predictions, parts):
    text = embedding.details(graph, np.array([33]), predictions, parts)[0]
    assert text == "class Officer<br>predicted Officer<br>degree 17<br>subgraph 0 (13 nodes)"
    hostile = graph.replace(class_names=("<b>", "x"))
    assert "<b>" not in embedding.details(hostile, np.array([0]))[0]


def test_marked_nodes_keep_their_colour_in_the_plane_and_in_space(graph):
    marked = np.array([1, 30])
    for trace in picture(graph, marked=marked).data:
        assert [ids(trace)[place] for place in trace.selectedpoints] == [
            node for node in ids(trace) if node in marked
        ]
        assert trace.unselected.marker.color == theme.GREY
    lit = [trace for trace in picture(graph, dimensions=3, marked=marked).data if trace.showlegend]
    assert sorted(chain(*map(ids, lit))) == [1, 30]
    assert all(trace.selectedpoints is None for trace in picture(graph).data)


def test_many_points_go_through_the_graphics_processor():
    size = embedding.MAX_SHAPES + 1
    graph = n2n.Graph.from_edges([[0], [1]], x=np.zeros((size, 1)))
    projection = Projection("pca", np.arange(size), np.zeros((size, 2), np.float32), size)
    drawn = groups(graph, projection.nodes, "Degree")
    assert embedding.scatter(projection, drawn, embedding.details(graph, projection.nodes)).data[0].type == (
        "scattergl"
    )


def test_runs_side_by_side_have_the_same_colours(graph):
    projection = project(graph.x, "pca")
    figure = embedding.side_by_side(graph, [("<run>", 0.7, projection), *[("bare", None, projection)] * 7])
    assert len(figure.layout.annotations) == embedding.MAX_PANELS
    assert [note.text for note in figure.layout.annotations[:2]] == ["&lt;run&gt;<br>test 70.0%", "bare"]
    assert sum(len(trace.x) for trace in figure.data) == 34 * embedding.MAX_PANELS
    assert sum(trace.showlegend is not False for trace in figure.data) == 2
    for trace in figure.data:
        label = graph.y[trace.customdata[0]]
        assert (trace.marker.color, trace.marker.symbol) == (theme.colour(label), theme.symbol(label))


def test_nodes_with_names_are_called_by_them(graph):
    named = with_names(graph)
    assert embedding.details(named, np.arange(34))[5].startswith("&lt;b&gt;Name 5&lt;/b&gt;<br>class ")
    panels = embedding.side_by_side(named, [("run", None, project(graph.x, "pca"))])
    assert "0 (&lt;b&gt;Name 0&lt;/b&gt;)" in panels.data[0].text

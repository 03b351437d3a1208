"""Pictures of embeddings: every node once, in its colour; marks, hover texts, animations."""

from itertools import chain

import numpy as np
import pytest

import n2n
from n2n.embedding.picture import COLOURS, aligned, fitted, groups
from n2n.embedding.projection import Projection, project
from n2n.plots import embedding, theme
from tests.graphs import with_names

KARATE = n2n.load("karate")
PARTS = n2n.partition(n2n.rank(KARATE).top(1))
PREDICTIONS = np.where(np.arange(34) < 5, 1 - KARATE.y, KARATE.y)
NODES = np.arange(34)


def picture(by="Label", dimensions=2, marked=None):
    projection = project(np.random.default_rng(0).normal(size=(34, 5)), "pca", dimensions)
    split, dependency = KARATE.split("random"), KARATE.degree / 34
    drawn = groups(KARATE, NODES, by, PREDICTIONS, PARTS, split, dependency)
    return embedding.scatter(projection, drawn, embedding.details(KARATE, NODES), marked)


def ids(trace):
    return [entry[0] for entry in trace.customdata]


@pytest.mark.parametrize("by", COLOURS)
@pytest.mark.parametrize(("dimensions", "kind"), [(2, "scatter"), (3, "scatter3d")])
@pytest.mark.parametrize("marked", [None, np.array([0, 33])])
def test_every_node_is_drawn_once(by, dimensions, kind, marked):
    figure = picture(by, dimensions, marked)
    assert sorted(chain(*map(ids, figure.data))) == list(range(34))
    assert {trace.type for trace in figure.data} == {kind}
    assert figure.layout.template == theme.template()


@pytest.mark.parametrize("by", ["Label", "Prediction", "Right or wrong"])
def test_groups_have_the_colours_of_their_classes(by):
    drawn = [(t.name, t.marker.color, t.marker.symbol) for t in picture(by).data]
    assert drawn == embedding.legend(groups(KARATE, NODES, by, PREDICTIONS))
    hostile = groups(KARATE.replace(class_names=("<b>", "x")), NODES)
    assert embedding.legend(hostile)[0] == ("&lt;b&gt;", theme.colour(0), "circle")


def test_degrees_have_a_logarithmic_scale():
    assert picture("Degree").data[0].marker.colorbar.ticktext[:3] == ("1", "3", "10")
    assert embedding.legend(groups(KARATE, NODES, "Degree")) == []


def test_hovering_tells_name_class_prediction_degree_and_subgraph():
    text = embedding.details(with_names(KARATE), np.array([33]), PREDICTIONS, PARTS)[0]
    assert text.split("<br>") == [
        "&lt;b&gt;Name 33&lt;/b&gt;",
        "class Officer",
        "predicted Officer",
        "degree 17",
        "subgraph 0 (13 nodes)",
    ]
    hostile = KARATE.replace(class_names=("<b>", "x"))
    assert "<b>" not in embedding.details(hostile, np.array([0]))[0]


def test_marked_nodes_keep_their_colour_in_the_plane_and_in_space():
    marked = np.array([1, 30])
    for trace in picture(marked=marked).data:
        lit = [ids(trace)[row] for row in trace.selectedpoints]
        assert lit == [node for node in ids(trace) if node in marked]
        assert trace.unselected.marker.color == theme.GREY
    lit = [trace for trace in picture(dimensions=3, marked=marked).data if trace.showlegend]
    assert sorted(chain(*map(ids, lit))) == [1, 30]
    assert all(trace.selectedpoints is None for trace in picture().data)


def test_many_points_go_through_the_graphics_processor():
    size = embedding.MAX_SHAPES + 1
    graph = n2n.Graph.from_edges([[0], [1]], x=np.zeros((size, 1)))
    projection = Projection("pca", np.arange(size), np.zeros((size, 2), np.float32), size)
    drawn = groups(graph, projection.nodes, "Degree")
    figure = embedding.scatter(projection, drawn, embedding.details(graph, projection.nodes))
    assert figure.data[0].type == "scattergl"


def test_runs_side_by_side_have_the_same_colours():
    projection = project(KARATE.x, "pca")
    named = with_names(KARATE)
    figure = embedding.side_by_side(named, [("<run>", 0.7, projection), *[("bare", None, projection)] * 7])
    assert len(figure.layout.annotations) == embedding.MAX_PANELS
    assert [note.text for note in figure.layout.annotations[:2]] == ["&lt;run&gt;<br>test 70.0%", "bare"]
    assert sum(len(trace.x) for trace in figure.data) == 34 * embedding.MAX_PANELS
    assert sum(trace.showlegend is not False for trace in figure.data) == 2
    for trace in figure.data:
        assert (trace.marker.color, trace.marker.symbol) == theme.look(int(KARATE.y[trace.customdata[0]]))
    assert "0 (&lt;b&gt;Name 0&lt;/b&gt;)" in figure.data[0].text


@pytest.mark.parametrize("dimensions", [2, 3])
def test_an_animation_has_a_frame_and_a_step_for_each_epoch(dimensions):
    rng = np.random.default_rng(1)
    projections = {at: project(rng.normal(size=(34, 5)), "pca", dimensions) for at in (1, 10, 50)}
    figure = embedding.animation(projections, groups(KARATE, NODES), embedding.details(KARATE, NODES))
    assert [frame.name for frame in figure.frames] == ["1", "10", "50"]
    assert [step.label for step in figure.layout.sliders[0].steps] == ["1", "10", "50"]
    assert [button.label for button in figure.layout.updatemenus[0].buttons] == ["Play", "Stop"]
    turned = fitted(aligned(projections)[10].positions)
    for trace, moved in zip(figure.data, figure.frames[1].data, strict=True):
        np.testing.assert_allclose(moved.x, turned[ids(trace), 0])
    np.testing.assert_allclose(figure.frames[0].data[0].x, figure.data[0].x)

"""Pictures of embeddings: every node once, in its colour; marks, hovering and movement."""

from itertools import chain

import numpy as np
import pytest

import n2n
from n2n.embedding.projection import Projection, align, project
from n2n.plots import embedding, theme
from n2n.plots.movement import movement


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
    drawn = embedding.groups(graph, projection.nodes, by, predictions, parts)
    text = embedding.details(graph, projection.nodes, predictions, parts)
    return embedding.scatter(projection, drawn, text, marked)


def ids(trace):
    return [entry[0] for entry in trace.customdata]


@pytest.mark.parametrize("by", embedding.COLOURS)
@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("marked", [None, np.array([0, 33])])
def test_every_node_is_drawn_once(graph, predictions, parts, by, dimensions, marked):
    figure = picture(graph, by, dimensions, marked, predictions, parts)
    assert sorted(chain(*map(ids, figure.data))) == list(range(34))
    assert {trace.type for trace in figure.data} == {"scatter" if dimensions == 2 else "scatter3d"}
    assert figure.layout.template == theme.template()


def test_groups_have_the_colours_of_their_classes(graph):
    half = graph.replace(y=np.where(np.arange(34) % 2, graph.y, -1))
    found = {group.name: group for group in embedding.groups(half, np.arange(34))}
    assert list(found) == [theme.NO_LABEL, *graph.class_names]
    assert found["Officer"].colour == theme.colour(1)
    assert (half.y[found["Officer"].rows] == 1).all()
    assert found[theme.NO_LABEL].colour == theme.GREY


def test_right_and_wrong(graph, predictions):
    right, wrong = embedding.groups(graph, np.arange(34), "Right or wrong", predictions)
    assert wrong.rows.tolist() == [0, 1, 2, 3, 4]
    assert (right.colour, wrong.colour, wrong.symbol) == (theme.RIGHT, theme.WRONG, "x")
    half = graph.replace(y=np.where(np.arange(34) < 2, -1, graph.y))
    unknown = embedding.groups(half, np.arange(34), "Right or wrong", predictions)[0]
    assert (unknown.name, unknown.rows.tolist()) == (theme.NO_LABEL, [0, 1])


def test_the_largest_subgraphs_have_colours():
    rng = np.random.default_rng(0)
    many = n2n.Graph.from_edges(np.arange(60).reshape(30, 2).T, x=rng.normal(size=(60, 2)))
    found = embedding.groups(many, np.arange(60), "Subgraph", parts=n2n.partition(n2n.all_neighbours(many)))
    assert [group.name for group in found] == ["all smaller ones", *(f"subgraph {n}" for n in range(8))]
    assert found[0].colour == theme.GREY
    assert sum(len(group.rows) for group in found) == 60


def test_degree_is_a_logarithmic_scale(graph):
    (group,) = embedding.groups(graph, np.arange(34), "Degree")
    np.testing.assert_allclose(10**group.colour, graph.degree)
    trace = picture(graph, "Degree").data[0]
    assert trace.marker.showscale is not False
    assert trace.marker.colorbar.ticktext[:3] == ("1", "3", "10")


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
    drawn = embedding.groups(graph, projection.nodes, "Degree")
    assert embedding.scatter(projection, drawn, embedding.details(graph, projection.nodes)).data[0].type == (
        "scattergl"
    )


def test_far_off_points_do_not_press_the_others_together():
    positions = np.vstack([np.random.default_rng(0).uniform(-1, 1, (999, 2)), [[1000, 1000]]])
    fitted = embedding.fitted(positions)
    assert np.abs(fitted).max() == pytest.approx(1)
    assert fitted[:-1].std() > 0.35
    assert np.isfinite(embedding.fitted(np.zeros((4, 2)))).all()


def test_an_unknown_colour_is_named(graph):
    with pytest.raises(ValueError, match="choose one of Label"):
        embedding.groups(graph, np.arange(34), "Size")


@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_movement_has_a_frame_and_a_step_for_each_epoch(graph, dimensions):
    rng = np.random.default_rng(1)
    layouts = {at: project(rng.normal(size=(34, 5)), "pca", dimensions) for at in (1, 10, 50)}
    nodes = np.arange(34)
    figure = movement(layouts, embedding.groups(graph, nodes), embedding.details(graph, nodes))
    assert [frame.name for frame in figure.frames] == ["1", "10", "50"]
    assert [step.label for step in figure.layout.sliders[0].steps] == ["1", "10", "50"]
    assert [button.label for button in figure.layout.updatemenus[0].buttons] == ["Play", "Stop"]
    turned = embedding.fitted(align(layouts[10].positions, layouts[1].positions))
    for trace, moved in zip(figure.data, figure.frames[1].data, strict=True):
        np.testing.assert_allclose(moved.x, turned[ids(trace), 0])
    np.testing.assert_allclose(figure.frames[0].data[0].x, figure.data[0].x)


def test_a_turned_layout_is_turned_back_and_keeps_its_distances():
    points = np.random.default_rng(2).normal(size=(20, 2))
    angle = np.array([[0.6, -0.8], [0.8, 0.6]])
    turned = align(points @ angle * 3 + 7, points)
    np.testing.assert_allclose(turned, 3 * (points - points.mean(axis=0)), atol=1e-9)

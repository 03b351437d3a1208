"""Groups of a picture hold the right nodes; positions fit the square."""

import numpy as np
import pytest

import n2n
from n2n.embedding import picture
from n2n.embedding.projection import Projection
from n2n.graph.graph import NO_LABEL
from tests.graphs import graph_of


@pytest.fixture(scope="module")
def graph():
    return n2n.load("karate")


def test_groups_are_those_of_the_labels(graph):
    half = graph.replace(y=np.where(np.arange(34) % 2, graph.y, -1))
    found = {group.name: group for group in picture.groups(half, np.arange(34))}
    assert list(found) == [NO_LABEL, *graph.class_names]
    assert (found["Officer"].kind, found[NO_LABEL].kind) == (1, -1)
    assert (half.y[found["Officer"].rows] == 1).all()


def test_right_and_wrong(graph):
    predictions = np.where(np.arange(34) < 5, 1 - graph.y, graph.y)
    right, wrong = picture.groups(graph, np.arange(34), "Right or wrong", predictions)
    assert wrong.rows.tolist() == [0, 1, 2, 3, 4]
    assert (right.kind, wrong.kind) == (picture.RIGHT, picture.WRONG)
    half = graph.replace(y=np.where(np.arange(34) < 2, -1, graph.y))
    unknown = picture.groups(half, np.arange(34), "Right or wrong", predictions)[0]
    assert (unknown.name, unknown.rows.tolist()) == (NO_LABEL, [0, 1])


def test_the_largest_subgraphs_are_groups_of_their_own():
    many = graph_of(60, np.arange(60).reshape(30, 2))
    parts = n2n.partition(n2n.all_neighbours(many))
    found = picture.groups(many, np.arange(60), "Subgraph", parts=parts)
    assert [group.name for group in found] == ["smaller subgraphs", *(f"subgraph {n}" for n in range(8))]
    assert [group.kind for group in found] == [-1, *range(8)]
    assert sum(len(group.rows) for group in found) == 60


def test_degree_is_logarithmic(graph):
    (group,) = picture.groups(graph, np.arange(34), "Degree")
    np.testing.assert_allclose(10**group.values, graph.degree)


def test_an_unknown_colour_is_named(graph):
    with pytest.raises(ValueError, match="choose one of Label"):
        picture.groups(graph, np.arange(34), "Size")


def test_outliers_do_not_squeeze_the_others_together():
    positions = np.vstack([np.random.default_rng(0).uniform(-1, 1, (999, 2)), [[1000, 1000]]])
    fitted = picture.fitted(positions)
    assert np.abs(fitted).max() == pytest.approx(1)
    assert fitted[:-1].std() > 0.35
    assert np.isfinite(picture.fitted(np.zeros((4, 2)))).all()


def test_each_projection_is_turned_to_fit_the_one_before():
    points = np.random.default_rng(2).normal(size=(20, 2))
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    given = {1: points, 5: points @ turn, 9: points @ turn @ turn}
    found = picture.aligned({at: Projection("pca", np.arange(20), p, 20) for at, p in given.items()})
    assert list(found) == [1, 5, 9]
    for projection in list(found.values())[1:]:
        np.testing.assert_allclose(projection.positions, points - points.mean(axis=0), atol=1e-9)

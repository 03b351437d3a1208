"""Nearest neighbours: exact, and each point first in its own list."""

import numpy as np
import pytest
import scipy.sparse as sp

from n2n.embedding.neighbours import nearest


@pytest.fixture(scope="module")
def points():
    return np.random.default_rng(0).normal(size=(120, 5)).astype(np.float32)


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_they_are_exact_and_begin_with_the_point_itself(points, metric):
    from sklearn.metrics import pairwise_distances  # a second that only one worker need wait

    distance = pairwise_distances(points, metric=metric)
    np.fill_diagonal(distance, -1)
    indices, distances = nearest(points, 5, metric=metric)
    np.testing.assert_array_equal(indices, np.argsort(distance, axis=1)[:, :5])
    np.testing.assert_allclose(distances[:, 1:], np.sort(distance, axis=1)[:, 1:5], atol=1e-5)
    assert not distances[:, 0].any()


def test_sparse_points_have_the_same_neighbours(points):
    np.testing.assert_array_equal(nearest(sp.csr_array(points), 5)[0], nearest(points, 5)[0])


def test_some_rows_are_searched_among_all(points):
    some = np.array([3, 90])
    np.testing.assert_array_equal(nearest(points, 4, some)[0], nearest(points, 4)[0][some])


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_a_point_comes_first_among_many_in_its_place_and_without_a_direction(metric):
    points = np.repeat([[0.0, 0.0], [1.0, 2.0]], 20, axis=0)
    indices, distances = nearest(points, 3, metric=metric)
    np.testing.assert_array_equal(indices[:, 0], np.arange(40))
    assert all(len(set(row)) == 3 for row in indices.tolist())
    np.testing.assert_allclose(distances[20:], 0, atol=1e-6)

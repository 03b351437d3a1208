"""Nearest neighbours are those of the definition: all distances, sorted."""

import numpy as np
import pytest

import n2n
from n2n.embedding.neighbours import nearest


def points(n=230, width=12, seed=0):
    return np.random.default_rng(seed).standard_normal((n, width)).astype(np.float32)


def by_sorting(points, count, metric):
    """All distances in double precision, sorted; the lower node first on a tie."""
    from sklearn.metrics import pairwise_distances  # a second that only one worker need wait

    table = np.round(pairwise_distances(points, metric=metric), 6)
    np.fill_diagonal(table, np.inf)
    order = np.argsort(table, axis=1, kind="stable")[:, :count]
    return order, np.take_along_axis(table, order, axis=1)


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
@pytest.mark.parametrize("count", [1, 2, 10])
def test_they_are_exact(metric, count):
    indices, distances = nearest(points(), count, metric=metric)
    expected, lengths = by_sorting(points(), count, metric)
    np.testing.assert_array_equal(indices, expected)
    np.testing.assert_allclose(distances, lengths, atol=1e-5)
    some = np.array([7, 0, 229])
    np.testing.assert_array_equal(nearest(points(), count, some, metric)[0], expected[some])


def test_sparse_features_have_the_same_distances():
    """Ties may fall either way."""
    x = n2n.load("cora").x[:400]
    indices, distances = nearest(x, 10)
    np.testing.assert_allclose(distances, by_sorting(x, 10, "cosine")[1], atol=2e-6)
    assert all(len({node, *row}) == 11 for node, row in enumerate(indices.tolist()))


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_a_point_is_not_its_own_neighbour_among_many_at_one_position_and_without_a_direction(metric):
    indices, distances = nearest(np.repeat([[0.0, 0.0], [1.0, 2.0]], 20, axis=0), 3, metric=metric)
    assert all(len({node, *row}) == 4 for node, row in enumerate(indices.tolist()))
    np.testing.assert_allclose(distances[20:], 0, atol=1e-6)


@pytest.mark.parametrize("count", [0, 5])
def test_an_impossible_count_is_refused(count):
    with pytest.raises(ValueError, match="has 1 to 4 others"):
        nearest(points(5), count)

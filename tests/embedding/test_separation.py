"""Purity and silhouette against a plain computation and scikit-learn's."""

import numpy as np
import pytest
import scipy.sparse as sp

from n2n.embedding.separation import separation


@pytest.fixture(scope="module")
def mixed():
    """90 points of four classes that overlap, the last class with one point only."""
    rng = np.random.default_rng(3)
    y = np.append(rng.integers(0, 3, 89), 7)
    return rng.normal(size=(90, 6)) + 1.5 * np.eye(9)[y, :6], y


def silhouettes(points, y, metric):
    from sklearn.metrics import silhouette_samples  # as below

    return silhouette_samples(points, y, metric=metric)


def plain_purity(points, y, k, metric):
    from sklearn.metrics import pairwise_distances  # a second that only one worker need wait

    distance = pairwise_distances(points, metric=metric)
    shares = []
    for i in range(len(y)):
        others = [j for j in np.argsort(distance[i], kind="stable") if j != i][:k]
        shares.append(np.mean([y[j] == y[i] for j in others]))
    return np.array(shares)


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
@pytest.mark.parametrize("k", [1, 7])
def test_the_numbers_are_those_of_a_plain_computation(mixed, metric, k):
    points, y = mixed
    found = separation(points, y, k, metric)
    assert found.purity == pytest.approx(plain_purity(points, y, k, metric).mean())
    assert found.silhouette == pytest.approx(silhouettes(points, y, metric).mean())
    assert (found.k, found.metric, found.asked, found.points, found.sampled) == (k, metric, 90, 90, False)


def test_sparse_points_give_the_same_numbers(mixed):
    points, y = mixed
    points = np.where(points > 0.5, points, 0)
    points[4] = 0
    dense, sparse = separation(points, y), separation(sp.csr_array(points), y)
    assert sparse.purity == pytest.approx(dense.purity)
    assert sparse.silhouette == pytest.approx(dense.silhouette)
    assert dense.silhouette == pytest.approx(silhouettes(points, y, "cosine").mean())


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_a_sample_is_asked_about_all_points_and_told(mixed, metric):
    points, y = mixed
    found = separation(points, y, 5, metric, max_asked=30, seed=2)
    asked = np.random.default_rng(2).choice(90, 30, replace=False)
    assert (found.sampled, found.asked, found.points) == (True, 30, 90)
    assert found.purity == pytest.approx(plain_purity(points, y, 5, metric)[asked].mean())
    assert found.silhouette == pytest.approx(
        silhouettes(points[np.sort(asked)], y[np.sort(asked)], metric).mean()
    )


def test_points_without_a_label_do_not_count(mixed):
    points, y = mixed
    hidden = np.where(np.arange(90) % 4 == 0, -1, y)
    assert separation(points, hidden) == separation(points[hidden >= 0], y[hidden >= 0])


def test_chance_is_the_purity_of_shuffled_labels(mixed):
    points, y = mixed
    rng = np.random.default_rng(0)
    shuffled = np.mean([separation(points, rng.permutation(y)).purity for _ in range(200)])
    assert separation(points, y).chance == pytest.approx(shuffled, abs=0.01)


def test_points_in_the_very_same_place_are_neighbours_of_each_other():
    points, y = np.repeat([[0.0, 1], [5, 0]], 4, axis=0), np.array([0, 0, 0, 0, 1, 1, 1, 2])
    assert separation(points, y, 3, "euclidean").purity == pytest.approx((4 + 3 * 2 / 3 + 0) / 8)


def test_few_points_have_few_neighbours():
    assert separation(np.eye(3), np.array([0, 0, 1]), k=10).k == 2


@pytest.mark.parametrize("labels", [[-1, -1, -1], [2, 2, 2]])
def test_without_two_classes_there_is_no_number(labels):
    found = separation(np.eye(3), np.array(labels))
    assert np.isnan([found.purity, found.silhouette, found.chance]).all()


@pytest.mark.parametrize("choice", [{"metric": "manhattan"}, {"k": 0}])
def test_wrong_choices_are_named(choice):
    with pytest.raises(ValueError, match=r"choose cosine|has 1 to 2"):
        separation(np.eye(3), np.array([0, 0, 1]), **choice)

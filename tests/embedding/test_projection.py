"""Projections: right shapes, seeded, sampled when large, neighbours exact."""

import numpy as np
import pytest
import scipy.sparse as sp

import n2n
from n2n.embedding.projection import nearest, pca, project, project_run


@pytest.fixture(scope="module")
def clusters():
    """Three far groups of 40 points in 20 dimensions."""
    rng = np.random.default_rng(0)
    centres = 10 * np.eye(20)[:3]
    return np.repeat(centres, 40, axis=0) + rng.normal(size=(120, 20)).astype(np.float32)


def test_pca_is_the_singular_value_decomposition(clusters):
    centred = clusters - clusters.mean(0)
    u, s, _ = np.linalg.svd(centred, full_matrices=False)
    np.testing.assert_allclose(np.abs(pca(clusters, 2)), np.abs(u[:, :2] * s[:2]), atol=1e-6)


@pytest.mark.parametrize("points", [np.eye(2), np.zeros((5, 1)), sp.csr_array(np.eye(4))])
def test_pca_of_too_little_is_filled_with_zeros(points):
    assert pca(points, 3).shape == (points.shape[0], 3)
    assert np.isfinite(pca(points, 3)).all()


def test_nearest_are_exact_and_begin_with_the_point_itself(clusters):
    unit = clusters / np.linalg.norm(clusters, axis=1, keepdims=True)
    distance = 1 - unit @ unit.T
    indices, distances = nearest(clusters, 5)
    np.testing.assert_array_equal(indices[:, 0], np.arange(120))
    np.testing.assert_allclose(distances[:, 1:], np.sort(distance, axis=1)[:, 1:5], atol=1e-5)
    sparse_indices, _ = nearest(sp.csr_array(clusters), 5)
    np.testing.assert_array_equal(sparse_indices, indices)


def test_umap_is_seeded_separates_groups_and_starts_where_it_is_told(clusters):
    words = []
    one = project(clusters, progress=words.append)
    two = project(clusters)
    np.testing.assert_array_equal(one.positions, two.positions)
    assert words
    centres = one.positions.reshape(3, 40, 2).mean(1)
    spread = one.positions.reshape(3, 40, 2).std(1).max()
    gaps = [np.linalg.norm(centres[a] - centres[b]) for a, b in ((0, 1), (0, 2), (1, 2))]
    assert min(gaps) > 2 * spread
    again = project(clusters, start=one.positions)
    assert np.linalg.norm(again.positions - one.positions) < np.linalg.norm(
        one.positions[::-1] - one.positions
    )


def test_many_points_are_sampled_and_the_result_says_so(clusters):
    few = project(clusters, "pca", max_points=50)
    assert few.sampled
    assert few.positions.shape == (50, 2)
    assert (np.diff(few.nodes) > 0).all()
    assert not project(clusters, "pca").sampled


def test_projections_of_a_run_are_kept():
    run = n2n.fit(n2n.load("karate"), n2n.Settings(width=8, epochs=4, evaluate_every=4, snapshots=2))
    one = project_run(run, method="pca")
    assert project_run(run, method="pca") is one
    assert project_run(run, 1, "pca") is not one
    with pytest.raises(ValueError, match="no snapshot of epoch 3"):
        project_run(run, 3, "pca")


@pytest.mark.parametrize(("method", "dimensions"), [("tsne", 2), ("pca", 4)])
def test_wrong_choices_are_named(method, dimensions):
    with pytest.raises(ValueError, match="choose"):
        project(np.eye(9), method, dimensions)

"""Projections: right shapes, seeded, sampled when large."""

import numpy as np
import pytest
import scipy.sparse as sp

from n2n.embedding.projection import align, pca, project


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


def test_umap_is_seeded_separates_groups_and_starts_where_it_is_told(clusters):
    one = project(clusters)
    two = project(clusters)
    np.testing.assert_array_equal(one.positions, two.positions)
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


@pytest.mark.parametrize("points", [np.ones((30, 1)), np.linspace(1, 2, 30)[:, None], np.eye(30)[:, :2]])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_fewer_features_than_dimensions_give_a_picture(points, form):
    positions = project(form(points.astype(np.float32)), dimensions=2 + points.shape[1] // 2).positions
    assert np.isfinite(positions).all()
    assert (np.ptp(positions, axis=0) > 0).all()


def test_align_turns_and_mirrors_but_keeps_distances(clusters):
    flat = clusters[:, :2]
    turned = flat @ np.array([[0.6, 0.8], [0.8, -0.6]]) + 5
    np.testing.assert_allclose(align(turned, flat), flat - flat.mean(axis=0), atol=1e-12)


@pytest.mark.parametrize(("method", "dimensions"), [("tsne", 2), ("pca", 4)])
def test_wrong_choices_are_named(method, dimensions):
    with pytest.raises(ValueError, match="choose"):
        project(np.eye(9), method, dimensions)

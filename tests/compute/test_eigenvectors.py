"""Leading eigenvectors against those of numpy."""

import numpy as np
import pytest

from n2n.compute import threads
from n2n.compute.eigenvectors import TOLERANCE, ScaledAdjacency, leading_eigenvectors
from tests.graphs import clique, star


@pytest.fixture(scope="module")
def matrix():
    """A graph of 700 nodes in five groups, some of them without a neighbour: two forms of its matrix."""
    rng = np.random.default_rng(0)
    group = rng.integers(0, 5, 700)
    edge = rng.random((700, 700)) < np.where(group[:, None] == group, 0.05, 0.004)
    edge[:10] = False
    edge = np.triu(edge, 1) | np.triu(edge, 1).T
    edge[:, :10] = False
    indptr, indices = np.r_[0, edge.sum(axis=1).cumsum()], edge.nonzero()[1]
    scale = 1 / np.sqrt(edge.sum(axis=1) + 1.0)
    return ScaledAdjacency(indptr, indices, scale), edge * scale * scale[:, None]


def test_eigenvectors_are_those_of_numpy(matrix):
    s, dense = matrix
    values, vectors = leading_eigenvectors(s, 5)
    assert np.allclose(values, np.linalg.eigvalsh(dense)[: -5 - 1 : -1], atol=1e-3)
    assert np.allclose(vectors.T @ vectors, np.eye(5), atol=1e-4)
    assert np.linalg.norm(dense @ vectors - vectors * values, axis=0).max() < 1.1 * TOLERANCE


def test_the_same_seed_gives_the_same_numbers_on_any_number_of_threads(matrix, monkeypatch):
    s, _ = matrix
    once = leading_eigenvectors(s, 4, seed=3)[1]
    assert np.array_equal(once, leading_eigenvectors(s, 4, seed=3)[1])
    monkeypatch.setattr(threads, "num_threads", lambda: 1)
    alone = ScaledAdjacency(s.indptr, s.indices, s.scale)
    assert np.array_equal(once, leading_eigenvectors(alone, 4, seed=3)[1])


@pytest.mark.parametrize("graph", [clique(4), star(30)], ids=["clique", "star"])
def test_fewer_nodes_than_vectors_in_a_block_are_no_problem(graph):
    s = ScaledAdjacency(graph.indptr, graph.indices, 1 / np.sqrt(graph.degree))
    values, vectors = leading_eigenvectors(s, 2)
    assert values[0] == pytest.approx(1, abs=1e-4)
    assert np.isfinite(vectors).all()

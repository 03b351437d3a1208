import numpy as np
import pytest
import scipy.sparse as sp

import n2n
from n2n.embedding import cosine
from n2n.embedding.cosine import nearest_by_cosine


def by_sorting(points, count):
    """The definition: all cosines in double precision, sorted; the lower node first on a tie."""
    x = np.asarray(points.toarray() if sp.issparse(points) else points, np.float64)
    length = np.linalg.norm(x, axis=1, keepdims=True)
    x = np.divide(x, length, out=np.zeros_like(x), where=length > 0)
    table = np.round(x @ x.T, 6)
    np.fill_diagonal(table, -np.inf)
    return np.argsort(-table, axis=1, kind="stable")[:, :count], table


def points(n=230, width=12, seed=0):
    return np.random.default_rng(seed).standard_normal((n, width)).astype(np.float32)


@pytest.mark.parametrize("count", [1, 2, 10])
def test_dense_vectors(count, monkeypatch):
    monkeypatch.setattr(cosine, "_BLOCK", 4 * 50**2)  # several tiles, the last of them smaller
    assert np.array_equal(nearest_by_cosine(points(), count), by_sorting(points(), count)[0])


def test_some_nodes_are_asked_among_all(monkeypatch):
    monkeypatch.setattr(cosine, "_BLOCK", 4 * 230 * 3)
    of = np.array([7, 0, 229, 8, 9, 10, 11])
    assert np.array_equal(nearest_by_cosine(points(), 5, of), by_sorting(points(), 5)[0][of])
    shuffled = np.random.default_rng(1).permutation(230)
    assert np.array_equal(nearest_by_cosine(points(), 5, shuffled), by_sorting(points(), 5)[0][shuffled])


@pytest.mark.parametrize("sparse", [True, False])
def test_sparse_features_by_lists_and_by_products(sparse, monkeypatch):
    monkeypatch.setattr(cosine, "_is_cheap", lambda unit: sparse)
    x = n2n.load("cora").x[:400]
    found = nearest_by_cosine(x, 10)
    expected, table = by_sorting(x, 10)
    # Ties may fall either way by rounding: the cosines are the same.
    rows = np.arange(400)[:, None]
    assert np.allclose(table[rows, found], table[rows, expected], atol=2e-6)
    assert all(len(set(row)) == 10 for row in found.tolist())
    assert not (found == rows).any()


def test_of_equal_vectors_the_lower_node_comes_first(monkeypatch):
    same = np.ones((9, 2), np.float32)
    expected = [[j for j in range(9) if j != i][:3] for i in range(9)]
    assert nearest_by_cosine(same, 3).tolist() == expected
    monkeypatch.setattr(cosine, "_BLOCK", 4 * 3**2)
    assert nearest_by_cosine(same, 3).tolist() == expected
    assert nearest_by_cosine(sp.csr_array(same), 3).tolist() == expected


@pytest.mark.parametrize("count", [0, 5])
def test_an_impossible_count_is_told(count):
    with pytest.raises(ValueError, match="has 1 to 4 others"):
        nearest_by_cosine(points(5), count)

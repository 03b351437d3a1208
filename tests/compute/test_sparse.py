"""Sparse rows: products and their gradients against scipy, compiled and plain."""

import numpy as np
import pytest
import scipy.sparse as sp
import torch

from n2n.compute import kernels
from n2n.compute.sparse import MAX_DENSITY, SparseRows, dense_or_sparse, trains_sparse


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
@pytest.mark.parametrize("columns", [1, 7, 512])
def test_products_and_gradients_are_those_of_scipy(columns, plain, monkeypatch):
    if plain:
        monkeypatch.setattr(kernels, "usable", lambda *tensors: False)
    rng = np.random.default_rng(0)
    matrix = sp.random_array((300, 70), density=0.1, rng=rng, dtype=np.float32, format="csr")
    rows, aim = SparseRows.from_scipy(matrix), rng.normal(size=(300, columns)).astype(np.float32)
    dense = torch.from_numpy(rng.normal(size=(70, columns)).astype(np.float32)).requires_grad_()
    for form in (rows, rows.with_values(-rows.values)):
        sign, dense.grad = (1 if form is rows else -1), None
        product = form @ dense
        (product * torch.from_numpy(aim)).sum().backward()
        np.testing.assert_allclose(product.detach(), sign * (matrix @ dense.detach().numpy()), atol=1e-5)
        np.testing.assert_allclose(dense.grad, sign * (matrix.T @ aim), atol=1e-4)
    empty = SparseRows.from_scipy(sp.csr_array((2000, 70), dtype=np.float32))
    assert not (empty @ dense).any()
    np.testing.assert_array_equal(rows.row_of_entry, matrix.tocoo().row)


def test_repeated_and_zero_entries_are_merged():
    matrix = sp.coo_array(([1.0, 2.0, 0.0], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    rows = SparseRows.from_scipy(matrix)
    assert rows.values.tolist() == [3.0]
    assert (rows @ torch.eye(2)).tolist() == [[0, 3], [0, 0]]


@pytest.mark.parametrize("form", [sp.csr_array, np.asarray])
def test_the_representation_follows_the_density(form):
    thin, full = np.zeros((20, 20), np.float32), np.ones((20, 20), np.float32)
    thin.flat[: int(400 * MAX_DENSITY)] = 1
    assert (trains_sparse(form(thin)), trains_sparse(form(full))) == (True, False)
    sparse, dense = dense_or_sparse(form(thin)), dense_or_sparse(form(full))
    assert isinstance(sparse, SparseRows)
    assert isinstance(dense, torch.Tensor)
    assert torch.equal(sparse @ torch.eye(20), torch.from_numpy(thin))
    assert torch.equal(dense, torch.from_numpy(full))

"""Sparse rows: products against scipy, both directions, compiled and plain."""

import numpy as np
import pytest
import scipy.sparse as sp
import torch

from n2n.compute import kernels
from n2n.compute.buffers import Memory
from n2n.compute.sparse import MAX_DENSITY, SparseRows, dense_or_sparse, trains_sparse


@pytest.fixture(params=["compiled", "plain"])
def _path(request, monkeypatch):
    if request.param == "plain":
        monkeypatch.setattr(kernels, "usable", lambda *tensors: False)


def random_rows(height=300, width=70, density=0.1, seed=0):
    matrix = sp.random_array(
        (height, width), density=density, rng=np.random.default_rng(seed), dtype=np.float32
    )
    return sp.csr_array(matrix)


@pytest.mark.usefixtures("_path")
@pytest.mark.parametrize("columns", [1, 7, 512])
def test_products_agree_with_scipy(columns):
    matrix = random_rows()
    rows = SparseRows.from_scipy(matrix)
    right, left = np.random.default_rng(1).normal(size=(2, 300, columns)).astype(np.float32)
    np.testing.assert_allclose(rows.product(torch.from_numpy(right[:70])), matrix @ right[:70], atol=1e-5)
    np.testing.assert_allclose(rows.transposed_product(torch.from_numpy(left)), matrix.T @ left, atol=1e-5)


@pytest.mark.usefixtures("_path")
def test_other_values_bias_and_relu():
    matrix = random_rows()
    rows = SparseRows.from_scipy(matrix)
    values = torch.from_numpy(np.where(np.arange(matrix.nnz) % 3, -matrix.data, 0).astype(np.float32))
    changed = sp.csr_array((values.numpy(), matrix.indices, matrix.indptr), shape=matrix.shape)
    dense, bias = torch.randn(70, 16, generator=torch.Generator().manual_seed(0)), torch.linspace(-1, 1, 16)
    got = rows.product(dense, values, bias=bias, relu=True)
    np.testing.assert_allclose(got, np.maximum(changed @ dense.numpy() + bias.numpy(), 0), atol=1e-5)
    back = rows.transposed_product(torch.ones(300, 1), values)
    np.testing.assert_allclose(back, changed.T @ np.ones((300, 1), np.float32), atol=1e-5)


@pytest.mark.usefixtures("_path")
def test_empty_rows_give_zero_even_in_used_memory():
    rows, memory = SparseRows.from_scipy(sp.csr_array((2000, 5), dtype=np.float32)), Memory()
    memory.empty((2000, 512)).fill_(3)
    assert not rows.product(torch.ones(5, 512), memory=memory).any()


def test_repeated_and_zero_entries_are_merged():
    matrix = sp.coo_array(([1.0, 2.0, 0.0], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    rows = SparseRows.from_scipy(matrix)
    assert rows.values.tolist() == [3.0]
    assert rows.product(torch.eye(2)).tolist() == [[0, 3], [0, 0]]


@pytest.mark.parametrize("form", [sp.csr_array, np.asarray])
def test_the_representation_follows_the_density(form):
    thin, full = np.zeros((20, 20), np.float32), np.ones((20, 20), np.float32)
    thin.flat[: int(400 * MAX_DENSITY)] = 1
    assert (trains_sparse(form(thin)), trains_sparse(form(full))) == (True, False)
    sparse, dense = dense_or_sparse(form(thin)), dense_or_sparse(form(full))
    assert isinstance(sparse, SparseRows)
    assert isinstance(dense, torch.Tensor)
    assert torch.equal(sparse.product(torch.eye(20)), torch.from_numpy(thin))
    assert torch.equal(dense, torch.from_numpy(full))


def test_rows_with_other_values_share_everything_else():
    rows = SparseRows.from_scipy(random_rows())
    twin = rows.with_values(-rows.values)
    assert torch.equal(twin.product(torch.eye(70)), -rows.product(torch.eye(70)))
    assert twin.loops() is rows.loops()

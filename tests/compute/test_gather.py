import numpy as np
import pytest
import scipy.sparse as sp

from n2n.compute.gather import gather_rows

X = np.random.default_rng(0).standard_normal((50, 7), np.float32) * (np.arange(7) % 2).astype(np.float32)
ROWS = np.array([3, 49, 3, 0])


@pytest.fixture
def mapped(tmp_path):
    np.save(tmp_path / "x.npy", X)
    return np.load(tmp_path / "x.npy", mmap_mode="r").view(np.ndarray)


def test_dense_rows_from_a_file(mapped):
    np.testing.assert_array_equal(gather_rows(mapped, ROWS), X[ROWS])


def test_rows_go_into_the_array_that_is_given(mapped):
    out = np.full((6, 7), 9, np.float32)
    found = gather_rows(mapped, ROWS, out)
    assert found.base is out
    np.testing.assert_array_equal(out[:4], X[ROWS])
    assert (out[4:] == 9).all()


def test_sparse_rows_stay_sparse():
    found = gather_rows(sp.csr_array(X), ROWS)
    assert sp.issparse(found)
    np.testing.assert_array_equal(found.toarray(), X[ROWS])


@pytest.mark.parametrize("row", [-1, 50])
def test_a_row_that_is_not_there(mapped, row):
    with pytest.raises(IndexError, match=r"expected 0\.\.49"):
        gather_rows(mapped, np.array([1, row]))

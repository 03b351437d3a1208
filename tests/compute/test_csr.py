import numpy as np
import pytest
import scipy.sparse as sp

from n2n.compute.csr import MAX_STORED_DENSITY, compact, entry_rows, num_non_zero


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_rows_of_entries_are_those_of_the_coordinate_form(dtype):
    matrix = sp.random_array((30, 20), density=0.1, rng=np.random.default_rng(0), format="csr")
    rows = entry_rows(matrix.indptr.astype(dtype))
    np.testing.assert_array_equal(rows, matrix.tocoo().row)
    assert rows.dtype == dtype
    assert len(entry_rows(np.zeros(1, dtype))) == 0


def test_a_matrix_is_sparse_below_the_limit_only():
    x = np.zeros((4, 5), np.float32)
    x[0] = 1
    assert num_non_zero(x) == num_non_zero(sp.csr_array(x)) == MAX_STORED_DENSITY * x.size
    assert compact(x) is x
    x[0, 0] = 0
    np.testing.assert_array_equal(compact(x).toarray(), x)
    assert sp.issparse(compact(x))

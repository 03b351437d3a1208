"""Rows from the file of a memory-mapped array."""

import numpy as np
import pytest

from n2n.compute import row_file
from n2n.compute.row_file import RowFile


@pytest.fixture
def mapped(tmp_path):
    np.save(tmp_path / "x.npy", np.arange(60, dtype=np.float32).reshape(20, 3))
    return np.load(tmp_path / "x.npy", mmap_mode="r")


def test_rows_are_those_of_the_array(mapped):
    rows = np.array([19, 0, 7, 7])
    for x in (mapped, mapped.view(np.ndarray)):
        np.testing.assert_array_equal(RowFile.of(x).read(rows), mapped[rows])
    np.testing.assert_array_equal(RowFile.of(mapped[5:]).read(rows[1:]), mapped[5:][rows[1:]])
    assert RowFile.of(mapped).read(rows[:0]).shape == (0, 3)


@pytest.mark.parametrize("span", [0, 40, 1 << 13])
def test_rows_that_lie_together_are_read_at_once(mapped, monkeypatch, span):
    monkeypatch.setattr(row_file, "SPAN", span)
    for rows in ([3, 4, 5, 6], [1, 3, 4, 9, 2, 2, 0, 19], [18, 19, 0, 1], [0, 19], list(range(20))):
        np.testing.assert_array_equal(RowFile.of(mapped).read(np.array(rows)), mapped[rows])


def test_other_arrays_have_no_file(mapped):
    assert RowFile.of(np.eye(3)) is None
    assert RowFile.of(mapped[:, 1:]) is None
    assert RowFile.of(np.array(mapped)) is None


def test_what_cannot_be_read_is_told(mapped, tmp_path):
    file = RowFile.of(mapped)
    with pytest.raises(IndexError, match=r"expected 0\.\.19"):
        file.read(np.array([20]))
    (tmp_path / "x.npy").open("r+b").truncate(100)
    with pytest.raises(OSError, match="cut short"):
        file.read(np.array([19]))

"""A gallery shows subgraphs of every size, each in its own square."""

import numpy as np
import pytest

import n2n
from n2n.taps import gallery


@pytest.fixture(scope="module")
def ranked(dataset):
    return n2n.rank(dataset("cora"))


@pytest.fixture(scope="module")
def parts(ranked):
    return n2n.partition(ranked.top(1))


def test_ten_intervals_with_their_ten_largest(parts):
    rows = gallery.pick(parts)
    assert [len(row) for row in rows] == [10] * 10
    starts = [int(row[0]) for row in rows]
    assert starts == sorted(starts)
    assert np.diff(starts).min() >= 39  # 397 subgraphs in ten equal intervals
    assert (rows[0] == np.arange(10)).all()


@pytest.mark.parametrize("count", [0, 1, 7, 11, 25, 100])
def test_few_subgraphs_are_all_there_at_most_once(parts, count):
    rows = gallery.pick(parts, np.arange(count))
    shown = np.concatenate(rows) if rows else np.array([])
    assert len(np.unique(shown)) == len(shown) <= count
    assert count > 10 or len(shown) == count
    assert all(0 < len(row) <= 10 for row in rows)


def test_every_node_lies_in_the_square_of_its_subgraph(parts):
    rows = gallery.pick(parts)
    shown = gallery.arrange(parts, rows)
    for row, numbers in enumerate(rows):
        for column, number in enumerate(numbers):
            mine = shown.subgraphs == number
            assert set(shown.nodes[mine].tolist()) == set(parts.members(number).tolist())
            assert np.abs(shown.x[mine] - column).max() < 0.5
            assert np.abs(shown.y[mine] + row).max() < 0.5
    assert np.isnan(shown.edge_x[2::3]).all()
    assert shown.cut == 0


def test_a_giant_subgraph_is_cut(ranked):
    giant = n2n.partition(ranked.top(2))
    shown = gallery.arrange(giant, gallery.pick(giant))
    assert shown.cut == 1
    assert (shown.subgraphs == 0).sum() == gallery.LIMIT

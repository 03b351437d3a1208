"""Shares of rows; what ranks tell each other is tested with real processes in tests/training."""

import numpy as np
import pytest
import torch

from n2n.methods.ranks import ALONE, Ranks, Shared


@pytest.mark.parametrize(("count", "size"), [(10, 3), (2, 4), (7, 1)])
def test_shares_follow_each_other_and_are_almost_equal(count, size):
    shares = [Ranks(rank, size).share(count) for rank in range(size)]
    assert [start for start, _ in shares] == [0, *(stop for _, stop in shares[:-1])]
    assert shares[-1][1] == count
    assert max(b - a for a, b in shares) - min(b - a for a, b in shares) <= 1


def test_weights_turn_means_of_shares_into_the_mean_of_all():
    values = torch.arange(7.0)
    total = 0.0
    for rank in range(3):
        shared = Shared(Ranks(rank, 3), 7)
        total += float(values[shared.start : shared.start + shared.count].mean()) * shared.weight / 3
    assert total == pytest.approx(3.0)


def test_alone_nothing_is_sent():
    rows = torch.ones(3, 2)
    assert ALONE.sum(rows) is rows
    assert ALONE.gather(rows, 3) is rows
    assert ALONE.broadcast(b"x") == b"x"
    assert ALONE.broadcast_array(np.ones(2)).tolist() == [1, 1]
    assert ALONE.sent == 0
    assert Shared.alone(3).weight == 1.0

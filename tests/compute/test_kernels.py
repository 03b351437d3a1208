"""The compiled loops that have no torch twin; the others are compared with theirs where they are used."""

import numpy as np
import pytest
import torch

from n2n.compute import kernels


@pytest.mark.parametrize(
    ("tensor", "expected"),
    [
        (torch.ones(2, 2), True),
        (torch.ones(2, 2, dtype=torch.float64), False),
        (torch.ones(2, 3).T, False),
        (torch.ones(2, 2, device="meta"), False),
    ],
)
def test_only_contiguous_float32_on_the_cpu_is_usable(tensor, expected):
    assert kernels.usable(tensor) is expected


def test_dropped_places_look_random():
    values, out = np.ones(200_000, np.float32), np.empty(200_000, np.float32)
    masks = []
    for seed in (1, 2):
        numbers = np.uint64(seed), np.uint64(round(0.6 * 2**32)), np.float32(2.5), out
        kernels.drop(values, *numbers, 0, len(out))
        masks.append(out > 0)
        assert set(np.unique(out)) == {0.0, 2.5}
        assert out.mean() == pytest.approx(1, abs=0.015)
    for a, b in [(masks[0], masks[1]), (masks[0][1:], masks[0][:-1]), (masks[0][64:], masks[0][:-64])]:
        assert (a & b).mean() == pytest.approx(0.16, abs=0.005), "neighbouring places or seeds are related"
    assert int(kernels.splitmix64(np.uint64(0), 0)) == 0xE220A8397B1DCDAF  # as published

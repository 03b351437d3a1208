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


@pytest.mark.parametrize(("count", "cost"), [(0, 1), (1, 1), (1000, 1), (100_000, 512)])
def test_even_bounds_cover_all_rows_once(count, cost):
    bounds = kernels.even_bounds(count, cost)
    assert bounds[0] == 0
    assert bounds[-1] == count
    assert (np.diff(bounds) >= 0).all()


@pytest.mark.parametrize("quick", [False, True])
def test_dropped_places_look_random(quick):
    values, out = np.ones(200_000, np.float32), np.empty(200_000, np.float32)
    masks = []
    for seed in (1, 2):
        if quick:
            numbers = np.uint32(seed), np.uint32(7), np.uint32(round(0.6 * 2**32)), np.float32(2.5), out
            kernels.drop_quickly(values, *numbers, 0, 70_001)
            kernels.drop_quickly(values, *numbers, 70_001, len(out))
        else:
            numbers = np.uint64(seed), np.uint64(round(0.6 * 2**32)), np.float32(2.5), out
            kernels.drop(values, *numbers, 0, len(out))
        masks.append(out > 0)
        assert set(np.unique(out)) == {0.0, 2.5}
        assert out.mean() == pytest.approx(1, abs=0.015)
    for a, b in [(masks[0], masks[1]), (masks[0][1:], masks[0][:-1]), (masks[0][64:], masks[0][:-64])]:
        assert (a & b).mean() == pytest.approx(0.16, abs=0.005), (
            "neighbouring places or seeds depend on each other"
        )


def test_splitmix64_gives_its_published_first_number():
    assert int(kernels.splitmix64(np.uint64(0), 0)) == 0xE220A8397B1DCDAF
    assert int(kernels.splitmix64(np.uint64(0), 1)) == 0x6E789E6AA1B965F4


@pytest.mark.parametrize("value", [np.nan, np.inf, 0.0])
def test_numbers_that_are_not_finite_pass_through_the_loops_of_the_loss(value):
    h = np.full((3, 4), value, np.float32)
    unit, inverse, log_z, own = np.empty_like(h), *np.empty((3, 3), np.float32)
    kernels.unit_rows(h, unit, inverse, 0, 3)
    ones, batch = np.ones(3, np.float32), np.arange(3)
    kernels.sampled_shares(h, inverse, batch, ones, np.float32(1), np.float32(3), log_z, own, 0, 3)
    indptr, constant = np.arange(4), np.zeros(4, np.float32)
    numbers = np.float32(1), inverse, np.float32(1)
    kernels.finish_gradient(h, constant, own, indptr, batch, ones, unit, *numbers, 0, 3)
    assert np.isnan(log_z).any() == np.isnan(value) or not np.isfinite(value)

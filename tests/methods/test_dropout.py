"""Dropout: the right share, the right mean, the right gradient, the same for the same generator."""

import pytest
import torch

from n2n.methods.dropout import drop


def seeded(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=["compiled", "torch"])
def test_a_share_is_dropped_and_the_rest_is_scaled_up(dtype):
    dropped = drop(torch.ones(40_000, dtype=dtype), 0.6, seeded())
    assert set(dropped.unique().round(decimals=5).tolist()) == {0.0, 2.5}
    assert float(dropped.mean()) == pytest.approx(1, abs=0.03)


def test_the_gradient_drops_the_same_places():
    values = torch.ones(1000, requires_grad=True)
    dropped = drop(values, 0.3, seeded())
    dropped.sum().backward()
    assert torch.equal(values.grad, dropped.detach())


def test_the_generator_decides():
    values = torch.ones(1000)
    assert torch.equal(drop(values, 0.5, seeded(1)), drop(values, 0.5, seeded(1)))
    assert not torch.equal(drop(values, 0.5, seeded(1)), drop(values, 0.5, seeded(2)))
    assert drop(values, 0.0) is values

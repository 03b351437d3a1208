"""Dropout: the right share, the right mean, the right gradient, the same for the same generator."""

import pytest
import torch

from n2n.methods.dropout import Noise, drop


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


def test_the_noise_of_a_step_follows_from_its_seed():
    values, cpu = torch.ones(100, 1000), torch.device("cpu")
    noise = Noise(cpu).seed(5)
    one, two = drop(values, 0.3, noise), drop(values, 0.3, noise)
    assert not torch.equal(one, two)
    again = noise.seed(5)
    assert torch.equal(drop(values, 0.3, again), one)
    assert torch.equal(drop(values, 0.3, again), two)
    assert torch.equal(drop(values, 0.3, noise.piece(2)), drop(values, 0.3, noise.piece(2)))
    assert float((one == 0).float().mean()) == pytest.approx(0.3, abs=0.01)
    assert float(one.mean()) == pytest.approx(1.0, abs=0.02)
    rows = (one == 0).float()
    assert float(rows.mean(0).std()) == pytest.approx(
        (0.3 * 0.7 / 100) ** 0.5, rel=0.2
    )  # columns independent
    x = torch.ones(50, requires_grad=True)
    dropped = drop(x, 0.3, noise)
    dropped.sum().backward()
    assert torch.equal(x.grad, dropped.detach())

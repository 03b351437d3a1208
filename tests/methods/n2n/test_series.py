"""The series: how near to exact, and that its bound holds in the worst case."""

import pytest
import torch
import torch.nn.functional as F

from n2n.methods.n2n import exact as loss_exact
from n2n.methods.n2n import series as loss_series


def gradient(module, u, tau):
    value, saved = module.forward(u, tau)
    out = torch.empty_like(u)
    constant, own = module.gradient(u, saved, tau, out)
    return value, out + constant + own[:, None] * u


@pytest.mark.parametrize("tau", [3.0, 5.0, 30.0])
def test_value_and_gradient_are_near_exact(tau):
    h = torch.randn(400, 16, dtype=torch.float64, generator=torch.Generator().manual_seed(0)).relu() + 1e-3
    u = F.normalize(h, dim=1)
    (value, grad), (wanted, wanted_grad) = gradient(loss_series, u, tau), gradient(loss_exact, u, tau)
    assert abs(value - wanted) < 2e-3 / tau**3
    assert (grad - wanted_grad).norm() / wanted_grad.norm() < 0.02 / tau**2


@pytest.mark.parametrize("tau", [0.5, 1.0, 3.0, 10.0])
@pytest.mark.parametrize("share", [0.05, 0.2113, 0.5, 0.9])
def test_the_bound_holds_for_opposite_vectors_too(tau, share):
    u = torch.zeros(1000, 3, dtype=torch.float64)
    u[:, 0] = 1.0
    u[: int(1000 * share)] *= -1
    error = abs(loss_series.forward(u, tau)[0] - loss_exact.forward(u, tau)[0])
    assert error <= min(0.129 / tau**3, loss_series.remainder_bound(tau))


@pytest.mark.parametrize("width", [1, 2, 7, 64])
def test_the_gram_matrix(width):
    u = torch.randn(50, width, dtype=torch.float64)
    torch.testing.assert_close(loss_series.gram(u), u.T @ u)

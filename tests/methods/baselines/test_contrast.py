"""The contrast of two views is that of its formula, and so is its gradient."""

import torch
import torch.nn.functional as F

from n2n.methods.baselines import contrast
from tests.baselines import close


def plain(a: torch.Tensor, b: torch.Tensor, tau: float) -> torch.Tensor:
    """The formula of GRACE with the matrices of all pairs."""
    a, b = F.normalize(a, dim=1), F.normalize(b, dim=1)

    def half(one, two):
        between, within = (one @ two.T / tau).exp(), (one @ one.T / tau).exp()
        return -(between.diag() / (between.sum(1) + within.sum(1) - within.diag())).log()

    return (half(a, b) + half(b, a)).mean() / 2


def test_value_and_gradient_are_those_of_the_formula():
    random = torch.Generator().manual_seed(0)
    a, b = (torch.randn(7, 5, generator=random, requires_grad=True) for _ in range(2))
    found, expected = contrast.contrast_views(a, b, 0.4), plain(a, b, 0.4)
    close(found, expected)
    for one, two in zip(
        torch.autograd.grad(found, (a, b)), torch.autograd.grad(expected, (a, b)), strict=True
    ):
        close(one, two)

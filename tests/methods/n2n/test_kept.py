"""The exact denominators of a batch, in fewer passes."""

import pytest
import torch

from n2n.methods.n2n import exact, kept
from n2n.methods.ranks import Shared


@pytest.mark.parametrize(("tau", "scale"), [(0.5, 1.0), (5.0, 1.0), (0.1, 20.0)])
def test_it_is_exact(tau, scale):
    u = scale * torch.randn(30, 6, generator=torch.Generator().manual_seed(0))
    value, saved = kept.forward(u, tau, Shared.alone(30))
    wanted, wanted_saved = exact.forward(u, tau)
    torch.testing.assert_close(value, wanted)
    out, wanted_out = torch.empty_like(u), torch.empty_like(u)
    kept.gradient(u, saved, tau, out, Shared.alone(30))
    exact.gradient(u, wanted_saved, tau, wanted_out)
    torch.testing.assert_close(out, wanted_out, rtol=1e-4, atol=1e-5)

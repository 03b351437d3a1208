"""The exact denominators of a batch of unit vectors."""

import pytest
import torch

from n2n.methods.n2n import cosines, exact
from n2n.methods.n2n.info_nce import info_nce
from n2n.methods.ranks import Shared


@pytest.mark.parametrize("tau", [5.0, 0.5, cosines.LOWEST_TAU])
def test_cosines_are_exact(tau):
    u = torch.randn(30, 6, generator=torch.Generator().manual_seed(0))
    u = torch.nn.functional.normalize(u)
    u[3] = 0
    value, saved = cosines.forward(u, tau, Shared.alone(30))
    wanted, wanted_saved = exact.forward(u, tau)
    torch.testing.assert_close(value, wanted)
    out, wanted_out = torch.empty_like(u), torch.empty_like(u)
    cosines.gradient(u, saved, tau, out, Shared.alone(30))
    exact.gradient(u, wanted_saved, tau, wanted_out)
    torch.testing.assert_close(out, wanted_out, rtol=1e-4, atol=1e-5)


def test_a_step_is_not_gone_through_twice():
    h = torch.randn(8, 4, requires_grad=True)
    loss = info_nce(h, h.detach().roll(1, 0), 0.5, "cosine", "cosines", shared=Shared.alone(8))
    loss.backward(retain_graph=True)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()

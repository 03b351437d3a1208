"""Neighbourhood representations against sums written out, forward and backward."""

import numpy as np
import pytest
import torch

from n2n.compute import kernels
from n2n.methods.aggregation import Neighbourhood

N, WIDTH = 120, 24


def positives(most, seed=0):
    rng = np.random.default_rng(seed)
    rows = [np.sort(rng.choice(N, rng.integers(1, most + 1), replace=False)) for _ in range(N)]
    return np.cumsum([0] + [len(r) for r in rows]), np.concatenate(rows)


def written_out(h, indptr, indices, aggregator, include_self):
    out = []
    for i in range(N):
        chosen = sorted({*indices[indptr[i] : indptr[i + 1]].tolist(), *([i] if include_self else [])})
        rows = h[chosen]
        out.append({"mean": rows.mean(0), "sum": rows.sum(0), "max": rows.max(0).values}[aggregator])
    return torch.stack(out)


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("include_self", [False, True])
@pytest.mark.parametrize("aggregator", ["mean", "sum", "max"])
@pytest.mark.parametrize("most", [1, 6])
def test_values_and_gradients(most, aggregator, include_self, plain, monkeypatch):
    if plain:
        monkeypatch.setattr(kernels, "usable", lambda *tensors: False)
    indptr, indices = positives(most)
    nearby = Neighbourhood(indptr, indices, N, aggregator, include_self)
    h = torch.randn(N, WIDTH, generator=torch.Generator().manual_seed(1), requires_grad=True)
    weights = torch.randn(N, WIDTH, generator=torch.Generator().manual_seed(2))
    s, expected = nearby(h), written_out(h, indptr, indices, aggregator, include_self)
    torch.testing.assert_close(s, expected)
    (got,) = torch.autograd.grad((s * weights).sum(), h)
    (wanted,) = torch.autograd.grad((expected * weights).sum(), h)
    torch.testing.assert_close(got, wanted)


def test_a_tie_of_the_maximum_goes_to_one_positive(monkeypatch):
    grads = []
    for usable in (kernels.usable, lambda *tensors: False):
        monkeypatch.setattr(kernels, "usable", usable)
        h = torch.zeros(3, 1, requires_grad=True)
        Neighbourhood(np.array([0, 2, 3, 4]), np.array([1, 2, 1, 2]), 3, "max")(h)[0].backward()
        grads.append(h.grad.squeeze().tolist())
    assert grads == [[0, 1, 0]] * 2


def test_one_positive_is_a_gather_whatever_the_aggregator():
    indptr, indices = positives(1)
    for aggregator in ("mean", "max", "sum"):
        nearby = Neighbourhood(indptr, indices, N, aggregator)
        assert nearby.single.tolist() == indices.tolist()
    assert Neighbourhood(indptr, indices, N, include_self=True).single is None
    alone = Neighbourhood(np.arange(4), np.arange(3), 3, include_self=True)
    assert alone.single.tolist() == [0, 1, 2], "nodes without neighbours stay their own single positive"


def test_gradients_in_double_precision():
    nearby = Neighbourhood(*positives(4), N)
    h = torch.randn(N, 2, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(nearby, h)


def test_wrong_positives_are_refused():
    with pytest.raises(ValueError, match="aggregator is 'median'"):
        Neighbourhood(*positives(2), N, "median")
    with pytest.raises(ValueError, match="at least one positive"):
        Neighbourhood(np.array([0, 0, 1]), np.array([0]), 2)

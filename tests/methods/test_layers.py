"""Layers against dense torch: values, gradients, dropout, and the same bits for any number of threads."""

import numpy as np
import pytest
import scipy.sparse as sp
import torch

from n2n.compute import kernels, threads
from n2n.compute.sparse import SparseRows
from n2n.methods.layers import Aggregation, Linear, drop

N, WIDTH = 120, 24
PLAIN = pytest.mark.parametrize("plain", [False, True], ids=["compiled", "torch"])


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


def use(plain, monkeypatch):
    """The compiled loops, or the torch code that stands in for them on other devices."""
    if plain:
        monkeypatch.setattr(kernels, "usable", lambda *tensors: False)


@PLAIN
@pytest.mark.parametrize("bias", [False, True])
def test_sparse_and_dense_features_give_the_same_linear_layer(bias, plain, monkeypatch):
    use(plain, monkeypatch)
    rng = np.random.default_rng(0)
    features = sp.random_array((400, 90), density=0.1, rng=rng, dtype=np.float32, format="csr")
    layer, results = Linear(90, 64, seeded(), bias), []
    for x in (SparseRows.from_scipy(features), torch.from_numpy(features.toarray())):
        layer.zero_grad()
        out = layer(x)
        (out * torch.linspace(-1, 1, 64)).sum().backward()
        results.append([out.detach(), *(p.grad.clone() for p in layer.parameters())])
    assert len(results[0]) == 2 + bias
    for a, b in zip(*results, strict=True):
        torch.testing.assert_close(a, b, atol=2e-4, rtol=1e-4)


def test_the_bits_depend_on_the_generator_and_not_on_the_number_of_threads(monkeypatch):
    rng = np.random.default_rng(0)
    x = SparseRows.from_scipy(sp.random_array((400, 90), density=0.1, rng=rng, dtype=np.float32))
    layer, results = Linear(90, 512, seeded()), []

    def outputs(seed):
        layer.zero_grad()
        out = drop(layer(drop(x, 0.5, seeded(seed))), 0.5, seeded(seed))
        out.square().sum().backward()
        return [out.detach(), layer.weight.grad.clone()]

    for count in (1, 2, 3):
        monkeypatch.setattr(threads, "num_threads", lambda count=count: count)
        results.append(outputs(3))
    for other in results[1:]:
        assert all(torch.equal(a, b) for a, b in zip(results[0], other, strict=True))
    assert not torch.equal(results[0][0], outputs(4)[0])


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_dropout_keeps_the_mean_and_drops_the_same_values_of_the_gradient(dtype):
    values = torch.ones(300, 400, dtype=dtype, requires_grad=True)
    out = drop(values, 0.25, seeded())
    assert out.unique().tolist() == pytest.approx([0, 4 / 3])
    assert out.mean().item() == pytest.approx(1, abs=0.01)
    out.sum().backward()
    assert torch.equal(values.grad, out.detach())
    assert torch.equal(out, drop(values, 0.25, seeded()))
    assert drop(values, 0.0) is values
    share = (out == 0).to(torch.float64)
    assert float(share.mean(0).std()) == pytest.approx((0.25 * 0.75 / 300) ** 0.5, rel=0.2)


def positives(most, include_self=False):
    rng = np.random.default_rng(0)
    chosen = np.zeros((N, N), np.float32)
    for i in range(N):
        chosen[i, rng.choice(N, rng.integers(1, most + 1), replace=False)] = 1
    return np.maximum(chosen, np.eye(N, dtype=np.float32)) if include_self else chosen


@PLAIN
@pytest.mark.parametrize("aggregator", ["mean", "max", "sum"])
@pytest.mark.parametrize(("most", "include_self"), [(1, False), (1, True), (6, False), (6, True)])
def test_aggregation_is_that_of_the_rows_one_by_one(most, include_self, aggregator, plain, monkeypatch):
    use(plain, monkeypatch)
    chosen = positives(most, include_self)
    aggregation = Aggregation(sp.csr_array(chosen), aggregator)
    assert (aggregation.single is not None) == (chosen.sum(1) == 1).all()
    h = torch.randn(N, WIDTH, generator=seeded(1), requires_grad=True)
    weights = torch.randn(N, WIDTH, generator=seeded(2))
    function = {"mean": lambda r: r.mean(0), "sum": lambda r: r.sum(0), "max": lambda r: r.max(0).values}
    expected = torch.stack([function[aggregator](h[row.nonzero()[0]]) for row in chosen])
    s = aggregation(h)
    torch.testing.assert_close(s, expected)
    (got,) = torch.autograd.grad((s * weights).sum(), h)
    (wanted,) = torch.autograd.grad((expected * weights).sum(), h)
    torch.testing.assert_close(got, wanted)


def test_gradients_in_double_precision():
    h = torch.randn(N, 2, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(Aggregation(sp.csr_array(positives(4))), h)

"""The encoder and the classifier: sparse equals dense, gradients, dropout, reproducibility."""

import numpy as np
import pytest
import scipy.sparse as sp
import torch

from n2n.compute import kernels, threads
from n2n.compute.sparse import SparseRows
from n2n.methods.n2n.encoder import Classifier, Encoder, drop


@pytest.fixture
def features():
    return sp.csr_array(
        sp.random_array((400, 90), density=0.1, rng=np.random.default_rng(0), dtype=np.float32)
    )


def gradients(encoder, x, seed=3):
    encoder.zero_grad()
    h = encoder(x, torch.Generator().manual_seed(seed))
    (h * torch.linspace(-1, 1, h.shape[1])).sum().backward()
    return [h.detach(), *(p.grad.clone() for p in encoder.parameters())]


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("depth", [1, 3])
@pytest.mark.parametrize("plain", [True, False])
def test_sparse_and_dense_features_give_the_same(features, depth, bias, plain, monkeypatch):
    if plain:
        monkeypatch.setattr(kernels, "usable", lambda *tensors: False)
    encoder = Encoder(90, width=64, depth=depth, dropout=0.0, bias=bias)
    for b in encoder.biases:
        torch.nn.init.normal_(b)
    sparse = gradients(encoder, SparseRows.from_scipy(features))
    dense = gradients(encoder, torch.from_numpy(features.toarray()))
    assert len(sparse) == 1 + depth * (2 if bias else 1)
    for a, b in zip(sparse, dense, strict=True):
        torch.testing.assert_close(a, b, atol=2e-4, rtol=1e-4)


def test_the_gradient_uses_the_dropout_of_the_forward_pass(features):
    encoder, x = Encoder(90, width=32, dropout=0.5), SparseRows.from_scipy(features)
    _, grad = gradients(encoder, x)
    values = drop(x.values, 0.5, torch.Generator().manual_seed(3))
    kept = sp.csr_array((values.numpy(), features.indices, features.indptr), shape=features.shape).toarray()
    encoder.eval()
    _, expected = gradients(encoder, torch.from_numpy(kept))
    torch.testing.assert_close(grad, expected, atol=2e-4, rtol=1e-4)


@pytest.mark.parametrize("depth", [1, 2])
def test_the_same_generator_gives_the_same_bits(features, depth):
    encoder, x = Encoder(90, width=512, depth=depth), SparseRows.from_scipy(features)
    first, again = gradients(encoder, x), gradients(encoder, x)
    assert all(torch.equal(a, b) for a, b in zip(first, again, strict=True))
    assert not torch.equal(first[0], gradients(encoder, x, seed=4)[0])


def test_the_bits_do_not_depend_on_the_number_of_threads(features, monkeypatch):
    encoder, results = Encoder(90, width=512), []
    for count in (1, 2, 3):
        monkeypatch.setattr(threads, "num_threads", lambda count=count: count)
        results.append(gradients(encoder, SparseRows.from_scipy(features)))
    for other in results[1:]:
        assert all(torch.equal(a, b) for a, b in zip(results[0], other, strict=True))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_dropout_keeps_the_mean_and_drops_the_same_places_of_the_gradient(dtype):
    values = torch.ones(300, 400, dtype=dtype, requires_grad=True)
    out = drop(values, 0.25, torch.Generator().manual_seed(0))
    assert out.unique().tolist() == pytest.approx([0, 4 / 3])
    assert out.mean().item() == pytest.approx(1, abs=0.01)
    out.sum().backward()
    assert torch.equal(values.grad, out.detach())
    assert drop(values, 0.0) is values


def test_evaluation_has_no_dropout(features):
    encoder, x = Encoder(90, width=16).eval(), SparseRows.from_scipy(features)
    expected = torch.relu(torch.from_numpy(features.toarray()) @ encoder.weights[0])
    torch.testing.assert_close(encoder(x), expected)


def test_the_classifier_on_rows_equals_the_classifier_of_rows():
    h = torch.randn(50, 8, requires_grad=True)
    rows = torch.tensor([4, 40, 4])
    classifier = Classifier(8, 3).eval()
    weights = torch.randn(3, 3)
    (one,) = torch.autograd.grad((classifier(h, rows) * weights).sum(), h)
    (two,) = torch.autograd.grad((classifier(h[rows]) * weights).sum(), h)
    torch.testing.assert_close(one, two)
    assert torch.equal(classifier(h)[rows], classifier(h, rows))

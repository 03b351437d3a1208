"""CCA-SSG: columns of two views agree and do not repeat each other."""

import torch

from n2n.methods.baselines.cca_ssg import canonical_loss, standardised
from tests.baselines import close, small_model


def test_the_loss_and_its_gradient_are_those_of_the_formula():
    random = torch.Generator().manual_seed(0)
    a, b = (torch.randn(9, 4, generator=random, requires_grad=True) for _ in range(2))
    n, eye = 9, torch.eye(4)
    parts = [(z.T @ z / n - eye).square().sum() for z in (a, b)]
    expected = -(a.T @ b / n).trace() + 0.3 * (parts[0] + parts[1])
    found = canonical_loss(a, b, 0.3)
    close(found, expected)
    for one, two in zip(
        torch.autograd.grad(found, (a, b)), torch.autograd.grad(expected, (a, b)), strict=True
    ):
        close(one, two)


def test_a_column_that_repeats_another_is_penalised():
    free = torch.tensor([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    twice = free[:, [0, 0]]
    assert canonical_loss(twice, twice, 0.0) == canonical_loss(free, free, 0.0)
    assert canonical_loss(twice, twice, 0.5) > canonical_loss(free, free, 0.5)


def test_columns_are_standardised_and_a_constant_one_stays_finite():
    h = torch.randn(50, 3) * 4 + 2
    h[:, 1] = 7.0
    z = standardised(h)
    close(z.mean(0), torch.zeros(3))
    close(z.std(0), torch.tensor([1.0, 0.0, 1.0]))


def test_correlations_shrink_in_training():
    model = small_model("CCA-SSG", decorrelation=0.1, learning_rate=0.01, depth=1)

    def correlation() -> float:
        z = standardised(model.embed())
        gram = z.T @ z / len(z)
        return float((gram - torch.diag(gram.diag())).square().sum())

    first = correlation()
    for _ in range(30):
        model.step("pretext")
    assert correlation() < 0.8 * first

"""Linear classifiers on frozen representations: how much of the classes they reveal.

- ``logistic``: logistic regression, its L2 penalty chosen on validation nodes. Nothing is random.
- ``softmax``: the classifier of the authors' released code, a softmax layer with dropout on the unscaled
  representations, trained by Adam for 1,000 epochs; that of the last epoch counts, as released.
"""

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

from n2n.methods.layers import drop, glorot

# Logistic regression: its L2 penalties; the one with the best validation score is taken.
PENALTIES = (1e-4, 1e-3, 3e-3, 1e-2)
STEPS, RATE = 150, 0.1
# The released softmax layer. Its L2 penalty is declared there but never added to the loss; its early stop,
# which watches the loss of the training nodes, is left out here.
SOFTMAX_EPOCHS, SOFTMAX_RATE, SOFTMAX_DROPOUT = 1000, 0.001, 0.6


@dataclass(frozen=True, eq=False)
class Probe:
    """A trained linear classifier.

    >>> Probe(torch.eye(2), torch.zeros(2), unit_rows=True)(torch.tensor([[0.0, 5.0]])).tolist()
    [[0.0, 1.0]]
    """

    weight: torch.Tensor
    """(width, C)."""
    bias: torch.Tensor
    """(C,)."""
    unit_rows: bool
    """Whether representations are scaled to length one first, as for logistic regression."""

    def __call__(self, h: torch.Tensor) -> torch.Tensor:
        """(N, C) logits of representations (N, width)."""
        return torch.addmm(self.bias, F.normalize(h, dim=1) if self.unit_rows else h, self.weight)


@torch.no_grad()
def fit_probe(
    h: torch.Tensor, y: torch.Tensor, num_train: int, num_classes: int, kind: str = "logistic", seed: int = 0
) -> Probe:
    """Train a linear classifier.

    Args:
        h, y: representations and labels of training nodes, followed by those of validation nodes.
        num_train: how many are training nodes.
        kind: "logistic" or "softmax", see above.
        seed: of the first weights and of the dropout of the softmax layer; the same in every evaluation.
    """
    h = h.detach()
    if kind == "softmax":
        generator = torch.Generator(h.device).manual_seed(seed)
        start = torch.cat([glorot(h.shape[1], num_classes, generator), h.new_zeros(1, num_classes)])
        train, options = h[:num_train], {"dropout": SOFTMAX_DROPOUT, "generator": generator, "eps": 1e-7}
        weight = _train(train, y[:num_train], start, [0.0], SOFTMAX_EPOCHS, SOFTMAX_RATE, **options)
        return Probe(weight[:-1], weight[-1], unit_rows=False)
    # All start from zero. Rows of length width^¼: steps of the rate above then suit any width.
    scale = h.shape[1] ** 0.25
    unit = F.normalize(h, dim=1) * scale
    start = h.new_zeros(h.shape[1] + 1, len(PENALTIES) * num_classes)
    weight = _train(unit[:num_train], y[:num_train], start, PENALTIES, STEPS, RATE, falling=True)
    candidates = weight.split(num_classes, dim=1)
    right = [
        (torch.addmm(w[-1], unit[num_train:], w[:-1]).argmax(1) == y[num_train:]).sum() for w in candidates
    ]
    best = candidates[int(torch.stack(right).argmax())]  # the first one where there are no validation nodes
    return Probe(best[:-1] * scale, best[-1], unit_rows=True)


def _train(
    x, y, start, penalties, steps, rate, *, falling=False, dropout=0.0, generator=None, eps=1e-8
) -> torch.Tensor:
    """(width + 1, penalties · C) weights of a softmax regression for each penalty, by Adam, the bias last.

    The columns of all classifiers are one matrix, so that a step is two plain products, and the gradient is
    written out: on Cora (1,208 nodes, width 512) a fifth of the time of autograd and one product per penalty.
    """
    n, count = len(x), len(penalties)
    classes = start.shape[1] // count
    decay = 2 * torch.tensor(penalties, device=x.device).repeat_interleave(classes)
    target = F.one_hot(y, classes).to(x.dtype).repeat(1, count)
    weight = start.clone()
    weight.grad = torch.empty_like(weight)
    slopes, bias = weight[:-1], weight[-1]
    optimiser = torch.optim.Adam([weight], lr=rate, eps=eps)
    for step in range(steps):
        inputs = drop(x, dropout, generator)
        shares = torch.addmm(bias, inputs, slopes).view(n, count, classes).softmax(2)
        error = shares.view(n, -1).sub_(target).div_(n)
        torch.mm(inputs.T, error, out=weight.grad[:-1])
        torch.sum(error, 0, out=weight.grad[-1])
        weight.grad[:-1].addcmul_(slopes, decay)
        optimiser.param_groups[0]["lr"] = rate * (1 - step / steps) if falling else rate
        optimiser.step()
    return weight


def spread(nodes: np.ndarray, most: int = 50_000) -> np.ndarray:
    """At most so many of the nodes, spread evenly: a probe learns no better from more.

    >>> spread(np.arange(10), 3).tolist()
    [0, 4, 9]
    """
    return nodes if len(nodes) <= most else nodes[np.linspace(0, len(nodes) - 1, most).astype(np.int64)]

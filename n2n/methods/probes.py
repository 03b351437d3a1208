"""Linear classifiers on frozen representations: how much of the classes they reveal.

- ``logistic``: logistic regression, its L2 penalty chosen on validation nodes. Nothing is random.
- ``softmax``: the classifier of the authors' released code, a softmax layer with dropout on the unscaled
  representations, trained by Adam for 1,000 epochs; that of the last epoch counts, as released.
"""

import math

import numpy as np
import torch
import torch.nn.functional as F

from n2n.methods.evaluation import Nodes, micro_f1

# Logistic regression: its L2 penalties; the one with the best validation score is taken.
PROBE_PENALTIES = (1e-4, 1e-3, 3e-3, 1e-2)
PROBE_STEPS = 150
PROBE_RATE = 0.1
# The released softmax layer, with a rate of 0.001. Its L2 penalty is declared there but never added to the
# loss; its early stop, which looks at the loss of the training nodes, is left out here.
SOFTMAX_EPOCHS = 1000
SOFTMAX_DROPOUT = 0.6


def probe(
    h: torch.Tensor, nodes: Nodes, num_classes: int, kind: str = "logistic", seed: int = 0
) -> torch.Tensor:
    """(N, C) logits of a linear classifier on frozen representations.

    Args:
        kind: "logistic" or "softmax", see above.
        seed: of the first weights and of the dropout of the softmax layer; the same in every evaluation.

    No evaluation depends on the one before, and none looks at the labels of test nodes.
    """
    with torch.no_grad():
        if kind == "softmax":
            return softmax_probe(h.detach(), nodes, num_classes, seed)
        return _logistic(h.detach(), nodes, num_classes)


def rows_of(h: torch.Tensor, kind: str) -> torch.Tensor:
    """The rows in which a probe is linear: of length one for logistic regression, else as they are."""
    return F.normalize(h, dim=1) if kind == "logistic" else h


def softmax_probe(
    h: torch.Tensor, nodes: Nodes, num_classes: int, seed: int, dropout: float = SOFTMAX_DROPOUT
) -> torch.Tensor:
    """(N, C) logits of the softmax layer after its last epoch; Glorot-uniform at first, as in Keras."""
    from n2n.compute.softmax import train_softmax_layer  # it compiles, and only this probe needs it

    weight = torch.zeros(h.shape[1] + 1, num_classes)
    torch.nn.init.xavier_uniform_(weight[:-1], generator=torch.Generator().manual_seed(seed))
    x, y = h[nodes.train].cpu().numpy(), nodes.y[nodes.train].cpu().numpy()
    train_softmax_layer(x, y, weight.numpy(), SOFTMAX_EPOCHS, dropout, seed)
    return _logits(h, weight.to(h.device))


def _logistic(h: torch.Tensor, nodes: Nodes, num_classes: int) -> torch.Tensor:
    """(N, C) logits of logistic regression.

    Softmax regression on rows of length one, by Adam on all training nodes at once. One classifier is trained
    for each of `PROBE_PENALTIES`, side by side, and the best on validation nodes is kept. All start from
    zero, so nothing is random, and no evaluation depends on the one before.
    """
    # Rows of length width^¼: steps of the rate below then suit any width.
    unit = F.normalize(h, dim=1) * h.shape[1] ** 0.25
    weight = _train_classifiers(unit[nodes.train], nodes.y[nodes.train], num_classes)
    candidates = _logits(unit[nodes.val], weight).split(num_classes, dim=1)
    scores = [micro_f1(logits.argmax(1), nodes.y[nodes.val]) for logits in candidates]
    # Without validation nodes (NaN) the first penalty is as good as any.
    best = 0 if math.isnan(scores[0]) else int(np.argmax(scores))
    return _logits(unit, weight[:, best * num_classes : (best + 1) * num_classes])


def _logits(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Linear classifiers on rows; the last row of the weights is the bias."""
    return torch.addmm(weight[-1], x, weight[:-1])


def _train_classifiers(x: torch.Tensor, y: torch.Tensor, num_classes: int) -> torch.Tensor:
    """(width + 1, penalties · C) weights of one classifier per penalty, the bias last.

    The columns of all classifiers are one matrix, so that a step is two plain products, and the gradient is
    written out: on Cora (1,208 nodes, width 512) a fifth of the time of autograd and one product per penalty.
    """
    (n, width), count = x.shape, len(PROBE_PENALTIES)
    decay = 2 * torch.tensor(PROBE_PENALTIES, device=x.device).repeat_interleave(num_classes)
    target = F.one_hot(y, num_classes).to(x.dtype).repeat(1, count) / n
    weight = torch.zeros(width + 1, count * num_classes, device=x.device)
    gradient, mean, square = torch.empty_like(weight), torch.zeros_like(weight), torch.zeros_like(weight)
    logits, error, scale = torch.empty_like(target), torch.empty_like(target), torch.empty_like(weight)
    # Views are made once: on a small graph they would take as long as the products.
    (slopes, bias), (of_slopes, of_bias) = ((matrix[:-1], matrix[-1]) for matrix in (weight, gradient))
    by_classifier = (n, count, num_classes)
    each, shares, columns = logits.view(by_classifier), error.view(by_classifier), x.T
    for step in range(PROBE_STEPS):
        torch.addmm(bias, x, slopes, out=logits)
        torch.softmax(each, 2, out=shares)
        error.div_(n).sub_(target)
        torch.mm(columns, error, out=of_slopes)
        torch.sum(error, 0, out=of_bias)
        of_slopes.addcmul_(slopes, decay)
        # Adam; its rate falls to zero.
        mean.lerp_(gradient, 0.1)
        square.mul_(0.999).addcmul_(gradient, gradient, value=0.001)
        torch.sqrt(square, out=scale).div_(math.sqrt(1 - 0.999 ** (step + 1))).add_(1e-8)
        rate = PROBE_RATE * (1 - step / PROBE_STEPS) / (1 - 0.9 ** (step + 1))
        weight.addcdiv_(mean, scale, value=-rate)
    return weight

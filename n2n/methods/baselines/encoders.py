"""What baselines that learn without labels build their encoders from."""

import copy
from collections.abc import Callable
from itertools import pairwise

import torch
import torch.nn.functional as F
from torch import nn

from n2n.compute.sparse import SparseRows
from n2n.methods.baselines.augmentation import View
from n2n.methods.baselines.layers import times

# How much of a batch enters the running statistics; torch's own value.
NEWS = 0.1


class BatchNorm(nn.Module):
    """Batch normalisation whose running statistics are among the weights.

    So going back to the best epoch also goes back to its statistics, and a checkpoint has them.
    """

    def __init__(self, width: int):
        super().__init__()
        self.scale, self.offset = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))
        self.mean = nn.Parameter(torch.zeros(width), requires_grad=False)
        self.variance = nn.Parameter(torch.ones(width), requires_grad=False)

    def forward(self, h: torch.Tensor) -> torch.Tensor:
        """Columns of mean 0 and variance 1, then scaled; one row takes the running variance."""
        learns = self.training and len(h) > 1
        return F.batch_norm(h, self.mean, self.variance, self.scale, self.offset, learns, NEWS)


NORMS = {"none": lambda width: nn.Identity(), "layer": nn.LayerNorm, "batch": BatchNorm}
"""What the setting `norm` means."""


class Dense(nn.Module):
    """Â X·W + b for sparse or dense X, with or without edges; Glorot-uniform from a generator."""

    def __init__(self, inputs: int, outputs: int, generator: torch.Generator):
        super().__init__()
        start = nn.init.xavier_uniform_(torch.empty(inputs, outputs), generator=generator)
        self.weight, self.bias = nn.Parameter(start), nn.Parameter(torch.zeros(outputs))

    def forward(
        self,
        x: SparseRows | torch.Tensor,
        adjacency: SparseRows | None = None,
        kept: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """X·W + b, or Â X·W + b; `kept` is that of a `View`."""
        h = times(x, self.weight if kept is None else self.weight * kept)
        return (h if adjacency is None else times(adjacency, h)) + self.bias


class Convolutions(nn.Module):
    """A GCN as an encoder: h⁽ˡ⁾ = act(norm(Â h⁽ˡ⁻¹⁾ Wₗ + bₗ)).

    Args:
        sizes: the number of features, then the width of every layer.
        activation: makes the activation of a layer, which may have weights.
        norm: makes the normalisation of a layer of some width.
        last: whether normalisation and activation follow the last layer too.
    """

    def __init__(
        self,
        sizes: list[int],
        generator: torch.Generator,
        activation: Callable[[], nn.Module] = nn.ReLU,
        norm: Callable[[int], nn.Module] | None = None,
        last: bool = False,
    ):
        super().__init__()
        pairs = list(pairwise(sizes))
        self.layers = nn.ModuleList(Dense(*pair, generator) for pair in pairs)
        ends = pairs if last else pairs[:-1]
        self.norms = nn.ModuleList(norm(width) if norm else nn.Identity() for _, width in ends)
        self.activations = nn.ModuleList(activation() for _ in ends)

    def forward(self, x: SparseRows | torch.Tensor, view: View) -> torch.Tensor:
        """The representations of all nodes in a view."""
        h = self.layers[0](x, view.adjacency, view.kept)
        for place in range(len(self.layers)):
            if place:
                h = self.layers[place](h, view.adjacency)
            if place < len(self.activations):
                h = self.activations[place](self.norms[place](h))
        return h


def frozen_copy(module: nn.Module) -> nn.Module:
    """A copy whose weights no gradient reaches."""
    return copy.deepcopy(module).requires_grad_(False)


@torch.no_grad()
def follow(target: nn.Module, online: nn.Module, momentum: float) -> None:
    """The moving average of weights: target ← momentum · target + (1 − momentum) · online.

    Running statistics, which no gradient moves, stay the target's own.
    """
    for mean, now in zip(target.parameters(), online.parameters(), strict=True):
        if now.requires_grad:
            mean.lerp_(now, 1 - momentum)

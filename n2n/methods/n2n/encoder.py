"""The encoder: a multi-layer perceptron over node features, and the linear classifier on top of it."""

from itertools import pairwise

import torch
from torch import nn

from n2n.compute import kernels
from n2n.compute.buffers import Memory
from n2n.compute.sparse import SparseRows
from n2n.methods.dropout import Noise, drop


class Encoder(nn.Module):
    """MLP encoder h = ReLU(… ReLU(x̃ W₁ + b₁) …), x̃ = x with dropout.

    The first layer is a sparse product where the features are `SparseRows`; dropout then acts on the stored
    values, which is the same as dropout on all entries since zeros stay zeros.

    Args:
        num_features: D, columns of x.
        width: length of a representation h_i.
        depth: number of hidden layers.
        dropout: probability with which an input is set to zero, before each layer.
        bias: whether the layers add one.

    >>> encoder = Encoder(3, width=8)
    >>> encoder(torch.ones(5, 3)).shape
    torch.Size([5, 8])
    """

    def __init__(
        self, num_features: int, width: int = 512, depth: int = 1, dropout: float = 0.6, bias: bool = False
    ):
        super().__init__()
        sizes = [num_features] + [width] * depth
        # (inputs, outputs): a row belongs to one input, which is what a sparse product reads.
        self.weights = nn.ParameterList(torch.empty(a, b) for a, b in pairwise(sizes))
        self.biases = nn.ParameterList(torch.empty(width) for _ in range(depth if bias else 0))
        self.dropout = dropout
        self.memory = Memory()
        self.reset()

    def reset(self, generator: torch.Generator | None = None) -> None:
        """Glorot-uniform weights, zero biases."""
        for weight in self.weights:
            nn.init.xavier_uniform_(weight, generator=generator)
        for bias in self.biases:
            nn.init.zeros_(bias)

    def forward(
        self, x: SparseRows | torch.Tensor, generator: torch.Generator | Noise | None = None
    ) -> torch.Tensor:
        """Representations h (N×width) of all rows of x."""
        h = self._layer(0, x, generator)
        for layer in range(1, len(self.weights)):
            h = self._layer(layer, h, generator)
        return h

    def _layer(self, layer: int, x, generator: torch.Generator | Noise | None) -> torch.Tensor:
        rate = self.dropout if self.training else 0.0
        weight, bias = self.weights[layer], self.biases[layer] if self.biases else None
        if isinstance(x, SparseRows):
            return _SparseLayer.apply(weight, bias, x, drop(x.values, rate, generator), self.memory)
        return _DenseLayer.apply(drop(x, rate, generator), weight, bias, self.memory)


class Classifier(nn.Module):
    """Linear classifier on representations: logits = dropout(h) C + c.

    In joint learning only the training nodes need logits: pass it the rows of h that were asked for.

    >>> Classifier(8, 3)(torch.ones(5, 8), rows=torch.tensor([0, 4])).shape
    torch.Size([2, 3])
    """

    def __init__(self, width: int, num_classes: int, dropout: float = 0.6):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(width, num_classes))
        self.bias = nn.Parameter(torch.empty(num_classes))
        self.dropout = dropout
        self.memory = Memory()
        self.reset()

    def reset(self, generator: torch.Generator | None = None) -> None:
        """Glorot-uniform weights, zero bias."""
        nn.init.xavier_uniform_(self.weight, generator=generator)
        nn.init.zeros_(self.bias)

    def forward(
        self,
        h: torch.Tensor,
        rows: torch.Tensor | None = None,
        generator: torch.Generator | Noise | None = None,
    ) -> torch.Tensor:
        """Logits of all given representations, or of some rows of them."""
        if rows is not None:
            h = _Rows.apply(h, rows, self.memory)
        return drop(h, self.dropout if self.training else 0.0, generator) @ self.weight + self.bias


class _SparseLayer(torch.autograd.Function):
    """ReLU(x̃ W + b) for sparse x̃: nothing of size N×D is ever made, forward or backward."""

    @staticmethod
    def forward(ctx, weight, bias, rows, values, memory):
        h = rows.product(weight, values, bias=bias, relu=True, memory=memory)
        ctx.save_for_backward(h, values)
        ctx.rows, ctx.memory, ctx.has_bias = rows, memory, bias is not None
        return h

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        h, values = ctx.saved_tensors
        through = _relu_gradient(grad, h, ctx.memory)
        grad_bias = through.sum(0) if ctx.has_bias else None
        return ctx.rows.transposed_product(through, values, memory=ctx.memory), grad_bias, None, None, None


class _DenseLayer(torch.autograd.Function):
    """The same for dense x̃, in place and in recycled memory."""

    @staticmethod
    def forward(ctx, x, weight, bias, memory):
        h = torch.mm(x, weight, out=memory.empty((len(x), weight.shape[1]), x))
        if bias is not None:
            h += bias
        ctx.save_for_backward(x, weight, h.relu_())
        ctx.memory, ctx.has_bias = memory, bias is not None
        return h

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        x, weight, h = ctx.saved_tensors
        through = _relu_gradient(grad, h, ctx.memory)
        grad_x = through @ weight.T if ctx.needs_input_grad[0] else None
        return grad_x, x.T @ through, through.sum(0) if ctx.has_bias else None, None


def _relu_gradient(grad, h, memory):
    """The gradient before a ReLU from the one after it."""
    if not kernels.usable(grad, h):
        return grad * (h > 0)
    out = memory.empty(h.shape, h)
    kernels.run_rows(kernels.relu_gradient, kernels.even_bounds(*h.shape), grad, h, out)
    return out


class _Rows(torch.autograd.Function):
    """h[rows] whose gradient is written into recycled memory."""

    @staticmethod
    def forward(ctx, h, rows, memory):
        ctx.save_for_backward(rows)
        ctx.shape, ctx.memory = h.shape, memory
        return h.index_select(0, rows)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        (rows,) = ctx.saved_tensors
        return ctx.memory.zeros(ctx.shape, grad).index_add_(0, rows, grad), None, None

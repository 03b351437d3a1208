"""Dropout in parallel, with the same result for any number of threads."""

import numpy as np
import torch

from n2n.compute import kernels


def drop(values: torch.Tensor, rate: float, generator: torch.Generator | None = None) -> torch.Tensor:
    """Dropout with an explicit generator: a value is 0 with probability `rate`, else divided by 1 − rate."""
    if rate == 0:
        return values
    if kernels.usable(values):
        # torch draws one number after the other; one of them seeds a hash that every thread can evaluate.
        return _Drop.apply(values, rate, int(torch.randint(2**63 - 1, (), generator=generator)))
    kept = torch.rand(values.shape, generator=generator, device=values.device) >= rate
    return values * kept / (1 - rate)


class _Drop(torch.autograd.Function):
    """Dropout in parallel; the gradient drops the same places, found again from the same seed."""

    @staticmethod
    def forward(ctx, values, rate, seed):
        ctx.rate, ctx.seed = rate, seed
        out = torch.empty_like(values)
        numbers = np.uint64(seed), np.uint64(round(rate * 2**32)), np.float32(1 / (1 - rate))
        bounds = kernels.even_bounds(values.numel())
        kernels.run_rows(kernels.drop, bounds, values.view(-1), *numbers, out.view(-1))
        return out

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        return _Drop.forward(ctx, grad.contiguous(), ctx.rate, ctx.seed), None, None

"""Dropout in parallel, with the same result for any number of threads."""

import numpy as np
import torch

from n2n.compute import kernels


class Noise:
    """Random numbers of one training step, from a seed that is set before it: there is nothing to save."""

    def __init__(self, device: torch.device):
        # Numbers that a device draws itself; "meta" has none.
        self.generator = None if device.type == "meta" else torch.Generator(device)
        self._seed, self._calls = 0, 0

    def seed(self, seed: int) -> "Noise":
        """Begin a step."""
        self._seed, self._calls = seed, 0
        if self.generator is not None and self.generator.device.type != "cpu":
            self.generator.manual_seed(seed)
        return self

    def piece(self, number: int) -> "Noise":
        """Random numbers of their own for a part of the step, the same ones when it is done again."""
        device = self.generator.device if self.generator is not None else torch.device("meta")
        return Noise(device).seed((self._seed + 0x9E3779B9 * (number + 1)) % 2**63)

    def next_seed(self) -> int:
        """The seed of the next array."""
        self._calls += 1
        return int(np.random.SeedSequence([self._seed, self._calls]).generate_state(1, np.uint64)[0])


def drop(values: torch.Tensor, rate: float, generator: torch.Generator | Noise | None = None) -> torch.Tensor:
    """Dropout with an explicit generator: a value is 0 with probability `rate`, else divided by 1 − rate."""
    if rate == 0:
        return values
    if kernels.usable(values):
        if isinstance(generator, Noise):
            return _Drop.apply(values, rate, generator.next_seed(), True)
        # torch draws one number after the other; one of them seeds a hash that every thread can evaluate.
        return _Drop.apply(values, rate, int(torch.randint(2**63 - 1, (), generator=generator)), False)
    source = generator.generator if isinstance(generator, Noise) else generator
    kept = torch.rand(values.shape, generator=source, device=values.device) >= rate
    return values * kept / (1 - rate)


class _Drop(torch.autograd.Function):
    """Dropout in parallel; the gradient drops the same places, found again from the same seed."""

    @staticmethod
    def forward(ctx, values, rate, seed, quick):
        ctx.rate, ctx.seed, ctx.quick = rate, seed, quick
        out = torch.empty_like(values)
        bounds = kernels.even_bounds(values.numel())
        threshold, scale = round(rate * 2**32), np.float32(1 / (1 - rate))
        if quick:
            kernel, words = kernels.drop_quickly, (np.uint32(seed & 0xFFFFFFFF), np.uint32(seed >> 32))
            numbers = *words, np.uint32(min(threshold, 0xFFFFFFFF)), scale
        else:
            kernel, numbers = kernels.drop, (np.uint64(seed), np.uint64(threshold), scale)
        kernels.run_rows(kernel, bounds, values.view(-1), *numbers, out.view(-1))
        return out

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        return _Drop.forward(ctx, grad.contiguous(), ctx.rate, ctx.seed, ctx.quick), None, None, None

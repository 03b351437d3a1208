"""Where a method computes, and the optimiser that all methods share."""

import os
from collections.abc import Sequence
from inspect import unwrap

import torch

from n2n.methods.base import MethodSettings

# The fused step of Adam wakes all threads, which fewer weights than these are not worth.
FUSED_FROM = 1 << 16


class Adam(torch.optim.Adam):
    """torch's Adam without its preparations for `torch.compile`, which nothing here uses.

    Each of these methods loads torch's compiler when it is first called: 1.9 of the 5.8 s of processor time
    that a short training takes from the command line, and as much of the first training in the app.
    """

    add_param_group = unwrap(torch.optim.Adam.add_param_group)
    state_dict = unwrap(torch.optim.Adam.state_dict)
    load_state_dict = unwrap(torch.optim.Adam.load_state_dict)
    zero_grad = unwrap(torch.optim.Adam.zero_grad)
    step = torch.no_grad()(unwrap(torch.optim.Adam.step))


def choose_device(requested: str = "auto") -> torch.device:
    """The device that a setting means; "auto" is CUDA where there is one.

    Each of several processes on a machine, which torchrun numbers by LOCAL_RANK, has a GPU of its own. The
    index is part of the device, because the current device of CUDA differs from thread to thread.
    """
    if requested == "cuda" and not torch.cuda.is_available():
        raise ValueError("device is 'cuda', but this machine has no usable GPU: choose 'auto' or 'cpu'.")
    if requested == "auto":
        requested = "cuda" if torch.cuda.is_available() else "cpu"
    if requested == "cuda":
        rank = int(os.environ.get("LOCAL_RANK", "0"))
        return torch.device("cuda", rank % max(torch.cuda.device_count(), 1))
    return torch.device(requested)


def synchronise(device: torch.device) -> None:
    """Wait until a GPU has done what it was given, for a time that counts its work."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def new_adam(weights: Sequence[torch.nn.Parameter], settings: MethodSettings) -> torch.optim.Optimizer:
    """Adam on all weights, from a fresh start."""
    fused = weights[0].device.type in ("cpu", "cuda") and sum(w.numel() for w in weights) >= FUSED_FROM
    return Adam(weights, lr=settings.learning_rate, weight_decay=settings.weight_decay, fused=fused)

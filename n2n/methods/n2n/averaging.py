"""Gradients averaged over ranks, by DistributedDataParallel."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import unwrap
from types import SimpleNamespace

import torch
from torch.nn.parallel import DistributedDataParallel

from n2n.methods.n2n.step import Step
from n2n.methods.ranks import Ranks


class Averaged(DistributedDataParallel):
    """torch's own without its preparations for `torch.compile`, which nothing here uses.

    They load torch's compiler, which takes 1.3 of the 5 s of processor time that a rank needs to start.
    """

    _inside_ddp_forward = contextmanager(unwrap(DistributedDataParallel._inside_ddp_forward))

    def __init__(self, module: torch.nn.Module, **options):
        with _without_compiler():
            super().__init__(module, **options)


@contextmanager
def _without_compiler() -> Iterator[None]:
    """Answer the one question that DistributedDataParallel asks the compiler: it is not in use."""
    if "torch._dynamo" in sys.modules:
        yield
        return
    answer = SimpleNamespace(get_optimize_ddp_mode=lambda: "no_optimization")
    torch.__dict__["_dynamo"] = SimpleNamespace(utils=answer)
    try:
        yield
    finally:
        del torch.__dict__["_dynamo"]


def distribute(module: Step, ranks: Ranks, device: torch.device) -> torch.nn.Module:
    """The module with its gradients averaged over ranks.

    No hook in Python: the threads of the process group would wait for Python's lock in every step, and one
    that lets go of a hook while the interpreter ends aborts the process.
    """
    if ranks.size == 1:
        return module
    return Averaged(
        module, device_ids=[device] if device.type == "cuda" else None, gradient_as_bucket_view=True
    )

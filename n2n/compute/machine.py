"""What work costs on this machine, measured once per process in a few hundredths of a second."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import scipy.sparse as sp
import torch

from n2n.compute.sparse import SparseRows

# Seconds of an epoch that no array explains: calls, small tensors, the optimiser's own steps.
CALLS = 6e-3


@dataclass(frozen=True)
class Machine:
    """What work costs here, in seconds."""

    dense: float
    """A multiply-add in a dense product."""
    sparse: float
    """A multiply-add in a sparse product."""
    element: float
    """An element in a pass over a large array."""
    exponential: float
    """An exponential."""
    call: float
    """The fixed cost of an epoch."""


@cache
def this_machine() -> Machine:
    """Time small pieces of the work that training consists of."""
    n, width = 4096, 512
    h, square, out = torch.ones(n, width), torch.ones(width, width), torch.empty(n, width)
    random = sp.random_array(
        (n, n), density=20 / n, format="csr", dtype=np.float32, rng=np.random.default_rng(0)
    )
    rows = SparseRows.from_scipy(random)
    rows.product(h)  # compiles, or loads what was compiled before
    tile = torch.rand(n, width)
    return Machine(
        dense=_best(lambda: torch.mm(h, square, out=out)) / (n * width * width),
        sparse=_best(lambda: rows.product(h)) / (random.nnz * width),
        element=_best(lambda: torch.mul(h, 2.0, out=out)) / (n * width),
        exponential=_best(lambda: torch.exp(tile, out=out)) / (n * width),
        call=CALLS,
    )


def available_memory() -> int:
    """Bytes that a new process may use."""
    import psutil  # not needed before something is about to run

    return psutil.virtual_memory().available


def _best(work: Callable[[], object], repeats: int = 3) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)

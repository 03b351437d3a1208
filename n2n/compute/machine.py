"""What work costs on this machine, measured once per process in a few hundredths of a second."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

Result = TypeVar("Result")

# Seconds of an epoch that no array explains: calls, small tensors, the optimiser's own steps.
CALLS = 3e-3
# Seconds for which a look at what else runs is good.
FRESH = 10.0


_SIZE, _WIDTH = 4096, 512


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


class _Meter:
    """Measures for one thread at a time: two would see each other as load."""

    def __init__(self):
        self._lock = threading.RLock()
        self._machine: Machine | None = None
        self._looked, self._load = -FRESH, 1.0

    def machine(self) -> Machine:
        with self._lock:
            self._machine = self._machine or _costs()
            return self._machine

    def load(self) -> float:
        with self._lock:
            if time.monotonic() - self._looked > FRESH:
                quiet = self.machine().dense * _SIZE * _WIDTH**2
                self._load = max(_time_of_product() / quiet, 1.0)
                self._looked = time.monotonic()
            return self._load


_meter = _Meter()


def this_machine() -> Machine:
    """Time small pieces of the work that training consists of; the first call does."""
    return _meter.machine()


def slowdown() -> float:
    """How much slower than at its best this machine is now, since others use it as well; 1 or more."""
    return _meter.load()


def _costs() -> Machine:
    import scipy.sparse as sp  # here, and so torch, for the start-up time of the app
    import torch

    from n2n.compute.sparse import SparseRows

    n, width = _SIZE, _WIDTH
    h, square, out = torch.ones(n, width), torch.ones(width, width), torch.empty(n, width)
    random = sp.random_array(
        (n, n), density=20 / n, format="csr", dtype=np.float32, rng=np.random.default_rng(0)
    )
    rows = SparseRows.from_scipy(random)
    rows @ h  # compiles, or loads what was compiled before
    tile = torch.rand(n, width)
    return Machine(
        dense=_best(lambda: torch.mm(h, square, out=out)) / (n * width * width),
        sparse=_best(lambda: rows @ h) / (random.nnz * width),
        element=_best(lambda: torch.mul(h, 2.0, out=out)) / (n * width),
        exponential=_best(lambda: torch.exp(tile, out=out)) / (n * width),
        call=CALLS,
    )


def _time_of_product() -> float:
    """Mean seconds of a dense product."""
    import torch  # as above

    h, square = torch.ones(_SIZE, _WIDTH), torch.ones(_WIDTH, _WIDTH)
    out = torch.empty(_SIZE, _WIDTH)
    return sum(timed(lambda: torch.mm(h, square, out=out))[1] for _ in range(4)) / 4


def available_memory() -> int:
    """Bytes that a new process may use."""
    import psutil  # not needed before something is about to run

    return psutil.virtual_memory().available


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What a function returns, and its seconds."""
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


def _best(work: Callable[[], object]) -> float:
    return min(timed(work)[1] for _ in range(3))

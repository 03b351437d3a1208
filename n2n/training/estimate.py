"""Before a run: how long an epoch will take here, and how much memory the run needs.

The work of an epoch is counted in multiply-adds of dense products, of sparse products, and in passes over
arrays of the size of h. What each of these costs on this machine is measured once in a process, in a few
hundredths of a second.
"""

import time
from dataclasses import dataclass
from functools import cache

import numpy as np

from n2n.graph import Graph
from n2n.methods.n2n.settings import Settings
from n2n.methods.spec import ALL

# Arrays of N×width that are alive at the same time: h, u, the gradient, and room between the steps.
ARRAYS = 5
# With more than one positive: s and its unit vectors, and their gradients.
ARRAYS_AGGREGATED = 4
# Passes over an array of N×width in an epoch, and more of them with more than one positive.
PASSES, PASSES_AGGREGATED = 9, 10
# Seconds of an epoch that no array explains: calls, small tensors, the optimiser's own steps.
CALLS = 6e-3
# What the pieces below leave out, compared with measured epochs of graphs from 2,708 to 34,493 nodes.
BESIDES = 1.1
# Weights, their gradient and Adam's two moments; the best weights are kept as well.
COPIES_OF_WEIGHTS = 5


@dataclass(frozen=True)
class Machine:
    """What work costs on this machine, in seconds."""

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


@dataclass(frozen=True)
class Estimate:
    """What a run will need."""

    seconds_per_epoch: float
    seconds: float
    """All epochs together, without evaluations."""
    bytes: int
    """Peak memory of the training beyond the graph itself."""
    available: int
    """Memory that is free on this machine."""
    estimator: str

    @property
    def fits(self) -> bool:
        """Whether the run fits into the free memory."""
        return self.bytes <= self.available


def estimate(graph: Graph, settings: Settings) -> Estimate:
    """Time and memory of a run, within milliseconds (the first call measures the machine).

    >>> import n2n
    >>> estimate(n2n.load("karate"), Settings(epochs=10)).fits
    True
    """
    from n2n.compute.sparse import MAX_DENSITY
    from n2n.methods.n2n.exact import TILE
    from n2n.methods.n2n.info_nce import choose_estimator
    from n2n.methods.n2n.sampled import default_samples
    from n2n.training.trainer import total_epochs

    s, n, m = settings, graph.num_nodes, _measure()
    estimator, _ = choose_estimator(n, s.tau, s.similarity, s.estimator)
    stored = graph.x.nnz if hasattr(graph.x, "nnz") else int(np.count_nonzero(graph.x))
    sparse = stored <= MAX_DENSITY * n * graph.num_features
    positives = len(graph.indices) if s.k == ALL else int(np.minimum(graph.degree, s.k).sum())
    aggregated = positives > n
    without_loss = s.framework == "JL" and s.alpha == 0

    kept = stored * (1 - s.dropout)
    seconds = m.call + (
        2 * kept * s.width * m.sparse if sparse else 2 * n * graph.num_features * s.width * m.dense
    )
    seconds += (s.depth - 1) * 3 * n * s.width**2 * m.dense
    passes = 4 if without_loss else PASSES + (PASSES_AGGREGATED if aggregated else 0)
    seconds += passes * n * s.width * m.element
    weights = graph.num_features * s.width + (s.depth - 1) * s.width**2
    seconds += 4 * weights * m.element
    extra = 0
    if not without_loss:
        if aggregated:
            seconds += 3.5 * positives * s.width * m.sparse
        if estimator == "exact":
            seconds += 2 * n * n * s.width * m.dense + 2 * n * n * m.exponential
            extra = 4 * min(TILE, n) ** 2 * 4
        elif estimator == "series":
            seconds += 1.75 * n * s.width**2 * m.dense
            extra = 3 * s.width**2 * 4
        else:
            samples = min(s.samples or default_samples(s.tau, s.similarity), n)
            seconds += 3 * n * samples * s.width * m.dense + 4 * n * samples * m.exponential
            extra = 3 * n * samples * 4
    arrays = ARRAYS + s.depth - 1 + (ARRAYS_AGGREGATED if aggregated and not without_loss else 0)
    memory = arrays * n * s.width * 4 + extra + COPIES_OF_WEIGHTS * weights * 4
    memory += stored * 40 if sparse else 2 * n * graph.num_features * 4
    seconds *= BESIDES
    return Estimate(seconds, seconds * total_epochs(s), int(memory), available_memory(), estimator)


def refuse_if_too_large(graph: Graph, settings: Settings) -> None:
    """Raise ValueError, with the figures and a way out, when a run would not fit into memory."""
    needed = estimate(graph, settings)
    if needed.fits:
        return
    ways = []
    if needed.estimator == "exact":
        ways.append(
            "estimator 'sampled'" if settings.similarity == "dot" else "estimator 'series' or 'sampled'"
        )
    if settings.k == ALL or settings.k > 1:
        ways.append("fewer positives (k = 1)")
    if settings.width > 64:
        ways.append(f"a smaller width than {settings.width}")
    raise ValueError(
        f"{settings.name} on {graph.name} would need {needed.bytes / 2**30:.1f} GB of memory, "
        f"{needed.available / 2**30:.1f} GB are free: try {' or '.join(ways or ['a smaller graph'])}."
    )


def available_memory() -> int:
    """Bytes that a new process may use."""
    import psutil

    return psutil.virtual_memory().available


def _best(work, repeats: int = 3) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


@cache
def _measure() -> Machine:
    """Time small pieces of the work that training consists of."""
    import scipy.sparse as sp
    import torch

    from n2n.compute.sparse import SparseRows

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

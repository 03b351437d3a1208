"""The work of an epoch of N2N, counted before anything is run."""

import numpy as np

from n2n.compute.csr import num_non_zero
from n2n.compute.sparse import trains_sparse
from n2n.graph import Graph
from n2n.methods.interface import Work
from n2n.methods.n2n.exact import TILE
from n2n.methods.n2n.info_nce import choose_estimator
from n2n.methods.n2n.sampled import default_samples
from n2n.methods.n2n.settings import Settings
from n2n.methods.spec import ALL

# Arrays of N×width that are alive at the same time: h, u, the gradient, and room between the steps.
ARRAYS = 5
# With more than one positive: s and its unit vectors, and their gradients.
ARRAYS_AGGREGATED = 4
# Passes over an array of N×width in an epoch, and more of them with more than one positive.
PASSES, PASSES_AGGREGATED = 9, 10
PASSES_WITHOUT_INFO_NCE = 4
# Weights, their gradient and Adam's two moments; the best weights are kept as well.
COPIES_OF_WEIGHTS = 5


def n2n_work(graph: Graph, s: Settings) -> Work:
    """Products, passes and memory of one epoch with these settings.

    >>> import n2n
    >>> n2n_work(n2n.load("karate"), Settings()).dense > 0
    True
    """
    n = graph.num_nodes
    estimator, _ = choose_estimator(n, s.tau, s.similarity, s.estimator)
    stored, is_sparse = num_non_zero(graph.x), trains_sparse(graph.x)
    positives = len(graph.indices) if isinstance(s.k, str) else int(np.minimum(graph.degree, s.k).sum())
    aggregated = positives > n
    without_loss = s.framework == "JL" and s.alpha == 0

    dense = (s.depth - 1) * 3 * n * s.width**2
    sparse = exponentials = extra = 0.0
    if is_sparse:
        sparse += 2 * stored * (1 - s.dropout) * s.width
    else:
        dense += 2 * n * graph.num_features * s.width
    passes = PASSES_WITHOUT_INFO_NCE if without_loss else PASSES + PASSES_AGGREGATED * aggregated
    weights = graph.num_features * s.width + (s.depth - 1) * s.width**2
    if not without_loss:
        if aggregated:
            sparse += 3.5 * positives * s.width
        if estimator == "exact":
            dense += 2 * n * n * s.width
            exponentials = 2 * n * n
            extra = 4 * min(TILE, n) ** 2 * 4
        elif estimator == "series":
            dense += 1.75 * n * s.width**2
            extra = 3 * s.width**2 * 4
        else:
            samples = min(s.samples or default_samples(s.tau, s.similarity), n)
            dense += 3 * n * samples * s.width
            exponentials = 4 * n * samples
            extra = 3 * n * samples * 4
    arrays = ARRAYS + s.depth - 1 + (ARRAYS_AGGREGATED if aggregated and not without_loss else 0)
    memory = arrays * n * s.width * 4 + extra + COPIES_OF_WEIGHTS * weights * 4
    memory += stored * 40 if is_sparse else 2 * n * graph.num_features * 4
    elements = passes * n * s.width + 4 * weights
    return Work(dense, sparse, elements, exponentials, int(memory), estimator, _ways_out(s, estimator))


def _ways_out(s: Settings, estimator: str) -> tuple[str, ...]:
    ways = []
    if estimator == "exact":
        ways.append("estimator 'sampled'" if s.similarity == "dot" else "estimator 'series' or 'sampled'")
    if s.k == ALL or int(s.k) > 1:
        ways.append("fewer positives (k = 1)")
    if s.width > 64:
        ways.append(f"a smaller width than {s.width}")
    return tuple(ways)

"""The work of an epoch of N2N, counted before anything is run."""

from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import num_non_zero
from n2n.compute.sparse import MAX_DENSITY, trains_sparse
from n2n.compute.threads import num_threads
from n2n.graph import Graph
from n2n.methods.base import ALL
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.n2n.batches import DEPTH
from n2n.methods.n2n.info_nce import BLOCK, SAVED, choose_estimator, default_samples
from n2n.methods.n2n.settings import Settings

# Arrays of N×width that are alive at the same time: h, u, the gradient, and room between the steps.
ARRAYS = 5
# With more than one positive: s and its unit vectors, and their gradients.
ARRAYS_AGGREGATED = 4
# Passes over an array of N×width in an epoch, and more of them with more than one positive.
PASSES, PASSES_AGGREGATED = 9, 10
PASSES_WITHOUT_INFO_NCE = 4
# Numbers in dense features up to which all are looked at.
COUNTED_WHOLE = 1 << 27
# In mini-batches: the order of an epoch, labels and the split.
BYTES_PER_NODE = 24
# Weights, their gradient and Adam's two moments; the best weights are kept as well.
COPIES_OF_WEIGHTS = 5


@dataclass(frozen=True)
class Work:
    """The work of one epoch, and the memory that a run needs."""

    dense: float = 0.0
    """Multiply-adds in dense products."""
    sparse: float = 0.0
    """Multiply-adds in sparse products."""
    elements: float = 0.0
    """Elements in passes over large arrays."""
    exponentials: float = 0.0
    bytes: int = 0
    """Peak memory beyond the graph itself."""
    estimator: str = ""
    """How the denominators of InfoNCE are found; "" where there are none."""
    ways_out: tuple[str, ...] = ()
    """What needs less memory, for the sentence that refuses a run."""

    def times(self, factor: float) -> "Work":
        """This many such epochs, in the same memory."""
        counts = ("dense", "sparse", "elements", "exponentials")
        return replace(self, **{name: getattr(self, name) * factor for name in counts})


def count_work(graph: Graph, settings) -> Work:
    """The work of an epoch of a method on a graph."""
    return (
        baseline_work(graph, settings)
        if isinstance(settings, BaselineSettings)
        else n2n_work(graph, settings)
    )


def baseline_work(graph: Graph, s: BaselineSettings) -> Work:
    """Products, passes and memory of one epoch of a baseline."""
    n, edges = graph.num_nodes, len(graph.indices)
    weights = (graph.num_features + s.width) * s.width
    memory = 4 * (14 * n * s.width + 5 * weights) + 240 * edges
    ways = (f"a smaller width than {s.width}",)
    if s.baseline.family == "random walks":
        # The reach of a place is drawn, so it has window + 1 close ones on average; for each of them and its
        # negatives three multiply-adds per number, on one thread.
        pairs = n * s.walk_length * (s.window + 1) * (s.negatives + 1)
        steps = Work(sparse=3.0 * pairs * s.width * num_threads(), bytes=memory, ways_out=ways)
        return steps
    hidden = s.depth - 1 if "depth" in s.baseline.reads else s.layers - 2
    dense = 3 * hidden * n * s.width**2 + 3 * n * s.width * graph.num_classes
    sparse = 2.0 * (edges + n) * (s.width + graph.num_classes)
    if trains_sparse(graph.x):
        sparse += 2 * num_non_zero(graph.x) * (1 - s.dropout) * s.width
    else:
        dense += 2 * n * graph.num_features * s.width
    elements = 8 * n * s.width + 4 * weights
    work = Work(dense, sparse, elements, bytes=memory, ways_out=ways)
    return work


def n2n_work(graph: Graph, s: Settings) -> Work:
    """Products, passes and memory of one epoch with these settings.

    >>> import n2n
    >>> n2n_work(n2n.load("karate"), Settings()).dense > 0
    True
    """
    if s.batch_size:
        return _batch_work(graph, s)
    n = graph.num_nodes
    estimator, _ = choose_estimator(n, s.estimator)
    stored = _stored(graph.x)
    is_sparse = stored <= MAX_DENSITY * n * graph.num_features
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
        products, exponentials, extra = _denominators(
            s, estimator, n, n**2 if n**2 <= SAVED else max(BLOCK, n)
        )
        dense += products
    arrays = ARRAYS + s.depth - 1 + (ARRAYS_AGGREGATED if aggregated and not without_loss else 0)
    memory = arrays * n * s.width * 4 + extra + COPIES_OF_WEIGHTS * weights * 4
    memory += stored * 40 if is_sparse else 2 * n * graph.num_features * 4
    elements = passes * n * s.width + 4 * weights
    return Work(dense, sparse, elements, exponentials, int(memory), estimator, _ways_out(s, estimator))


def _denominators(s: Settings, estimator: str, rows: int, pairs: int) -> tuple[float, float, float]:
    """(products, exponentials, bytes) of the denominators of InfoNCE among so many rows.

    Args:
        pairs: of rows that the exact way has in memory at once.
    """
    if estimator == "exact":
        return 2 * rows**2 * s.width, 2 * rows**2, 16 * pairs
    samples = min(s.samples or default_samples(s.tau, s.similarity), rows)
    return 3 * rows * samples * s.width, 4 * rows * samples, 12 * rows * samples


def _batch_work(graph: Graph, s: Settings) -> Work:
    """The work of all steps of an epoch, and the memory of one: apart from a few bytes per node, none of it
    depends on how many nodes there are."""
    n, rows = graph.num_nodes, min(s.batch_size, graph.num_nodes)
    labels_alone = s.framework == "JL" and s.alpha == 0
    steps = -(-n // rows)
    estimator = "exact"
    mean_degree = max(len(graph.indices) / max(n, 1), 1)
    each = min(mean_degree if isinstance(s.k, str) else float(s.k), mean_degree if s.k != 1 else 1.0)
    drawn = rows if s.framework == "JL" else 0
    encoded = rows if labels_alone else rows * (1 + each) + drawn
    together = encoded
    encodings = 1 if together == encoded else 2
    stored_per_row = _stored(graph.x) / max(n, 1)
    width, features = s.width, graph.num_features
    is_sparse = sp.issparse(graph.x) and stored_per_row <= MAX_DENSITY * features
    weights = features * width + (s.depth - 1) * width**2
    dense = (s.depth - 1) * 3 * encoded * width**2
    sparse = exponentials = extra = 0.0
    if is_sparse:
        sparse += 2 * encoded * stored_per_row * (1 - s.dropout) * width
    else:
        dense += 2 * encoded * features * width
    if not labels_alone:
        if each > 1:
            sparse += 3.5 * rows * each * width
        products, exponentials, extra = _denominators(s, estimator, rows, min(rows**2, SAVED))
        dense += products
    elements = (PASSES * rows + 6 * encoded) * width + 8 * weights
    row_bytes = 40 * stored_per_row if is_sparse else 8 * features
    memory = together * (row_bytes * (1 + DEPTH) + 4 * (ARRAYS + s.depth) * width) + extra
    memory += COPIES_OF_WEIGHTS * weights * 4 + BYTES_PER_NODE * n
    per_epoch = Work(dense * encodings, sparse * encodings, elements, exponentials, int(memory), estimator)
    done = per_epoch.times(steps)
    ways = ("a smaller batch_size",) if rows > 256 else ()
    return replace(done, ways_out=(*ways, *_ways_out(s, "")))


def _stored(x) -> int:
    """Values that are not zero; of dense features that are large, or on disk, by a sample of rows."""
    if sp.issparse(x) or x.size <= COUNTED_WHOLE:
        return num_non_zero(x)
    sample = x[np.linspace(0, len(x) - 1, 1000).astype(np.int64)]
    return int(num_non_zero(sample) * (len(x) / len(sample)))


def _ways_out(s: Settings, estimator: str) -> tuple[str, ...]:
    ways = []
    if estimator == "exact":
        ways.append("estimator 'sampled'")
    if s.k == ALL or int(s.k) > 1:
        ways.append("fewer positives (k = 1)")
    if s.width > 64:
        ways.append(f"a smaller width than {s.width}")
    if not s.batch_size:
        ways.append("batch_size=1024")
    return tuple(ways)

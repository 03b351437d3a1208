"""A softmax layer with dropout, trained by Adam in one compiled loop.

Each row is visited once per epoch: what dropout leaves of it is multiplied while it is in the cache. Random
bits are drawn for stored values only, in whole words, so that every loop works on several numbers at a time.
An epoch of 18,217 rows of width 512 and three classes takes 12 ms on one thread, of 1,208 rows and seven
classes 1.1 ms.
"""

import math

import numpy as np
import scipy.sparse as sp

from n2n.compute.jit import njit
from n2n.compute.kernels import splitmix64

_RATE, _FIRST, _SECOND = 0.001, 0.9, 0.999
# What Keras adds to the root in Adam.
_EPSILON = np.float32(1e-7)


def train_softmax_layer(
    x: np.ndarray, y: np.ndarray, weight: np.ndarray, epochs: int, dropout: float, seed: int
) -> None:
    """Train weights (width + 1, C), the bias last, in place; one step of Adam on all rows per epoch.

    The results do not depend on the number of threads: there is one.
    """
    rows = sp.csr_array(x.astype(np.float32, copy=False))
    scale, threshold = np.float32(1 / (1 - dropout)), np.uint16(round(dropout * 2**16))
    columns = np.ascontiguousarray(weight.T)
    gradient, mean, square = (np.zeros_like(columns) for _ in range(3))
    for epoch in range(1, epochs + 1):
        step_seed = np.uint64(np.random.SeedSequence([seed, epoch]).generate_state(1, np.uint64)[0])
        gradient.fill(0)
        _gradient(rows.indptr, rows.indices, rows.data, y, columns, step_seed, threshold, scale, gradient)
        rate = np.float32(_RATE * math.sqrt(1 - _SECOND**epoch) / (1 - _FIRST**epoch))
        _adam(columns.ravel(), gradient.ravel(), mean.ravel(), square.ravel(), rate)
    weight[:] = columns.T


@njit(nogil=True, cache=True, fastmath=True)
def _gradient(indptr, indices, values, y, weight, seed, threshold, scale, gradient):
    """Add the gradient of the mean cross-entropy, with new dropout, to `gradient`; both (C, width + 1)."""
    n, (classes, width) = len(indptr) - 1, weight.shape
    # One random word has the sixteen bits of four inputs; the last column is that of the bias.
    words = np.empty(width // 4 + 2, np.uint64)
    bits = words.view(np.uint16)
    row, kept, error = np.zeros(width, np.float32), np.empty(width, np.float32), np.empty(classes, np.float32)
    for i in range(n):
        begin, end = indptr[i], indptr[i + 1]
        first = begin >> 2
        for k in range(((end + 3) >> 2) - first):
            words[k] = splitmix64(seed, first + k)
        mine, places, chance = values[begin:end], indices[begin:end], bits[begin - 4 * first :]
        full = end - begin == width - 1
        left = row if full else kept
        for k in range(end - begin):
            left[k] = mine[k] * (scale if chance[k] >= threshold else np.float32(0))
        if not full:
            for k in range(width):  # to fill a slice compiles longer
                row[k] = 0
            for k in range(end - begin):
                row[places[k]] = left[k]
        row[width - 1] = 1
        for c in range(classes):
            other, total = weight[c], np.float32(0)
            for k in range(width):
                total += row[k] * other[k]
            error[c] = total
        top = error.max()
        total = np.float32(0)
        for c in range(classes):
            error[c] = math.exp(error[c] - top)
            total += error[c]
        for c in range(classes):
            error[c] /= total * n
        error[y[i]] -= np.float32(1 / n)
        for c in range(classes):
            out, share = gradient[c], error[c]
            for k in range(width):
                out[k] += share * row[k]


@njit(nogil=True, cache=True)
def _adam(weight, gradient, mean, square, rate):
    """One step; the two means are corrected for their start by the rate."""
    for i in range(len(weight)):
        mean[i] += np.float32(1 - _FIRST) * (gradient[i] - mean[i])
        square[i] += np.float32(1 - _SECOND) * (gradient[i] * gradient[i] - square[i])
        weight[i] -= rate * mean[i] / (math.sqrt(square[i]) + _EPSILON)

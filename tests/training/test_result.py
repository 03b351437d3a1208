"""The result of a run knows its size."""

import numpy as np

from n2n.training.result import RunResult


def test_bytes_are_those_of_embeddings_and_snapshots():
    vectors = np.zeros((5, 4), np.float32)
    alone = RunResult(vectors, np.zeros(5, np.int64), {})
    assert alone.nbytes == 80
    animated = RunResult(vectors, alone.predictions, {}, {1: vectors.astype(np.float16), 2: vectors})
    assert animated.nbytes == 80 + 40 + 80

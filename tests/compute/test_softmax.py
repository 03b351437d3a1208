"""The softmax layer with dropout."""

import numpy as np

from n2n.compute.softmax import train_softmax_layer


def rows():
    rng = np.random.default_rng(0)
    x = np.maximum(rng.normal(size=(200, 16)), 0).astype(np.float32)
    return 3 * x, (x[:, 0] > x[:, 1]).astype(np.int64)


def test_inputs_are_dropped_and_the_bias_is_not():
    x, y = rows()
    moved = []
    for seed in range(10):
        weight = np.zeros((17, 2), np.float32)
        train_softmax_layer(x, y, weight, 2, 0.6, seed)
        moved.append(weight)
    assert np.ptp([weight[:-1] for weight in moved], axis=0).max() > 1e-4
    assert np.ptp([weight[-1] for weight in moved], axis=0).max() < 1e-4


def test_it_learns_and_the_same_seed_gives_the_same_weights():
    x, y = rows()
    first, second = (np.zeros((17, 2), np.float32) for _ in range(2))
    for weight in (first, second):
        train_softmax_layer(x, y, weight, 800, 0.6, 3)
    assert np.array_equal(first, second)
    assert ((x @ first[:-1] + first[-1]).argmax(1) == y).mean() > 0.85

"""Scores."""

import numpy as np
import pytest

from n2n.methods.evaluation import micro_f1


def test_micro_f1_is_that_of_scikit_learn():
    from sklearn.metrics import f1_score

    rng = np.random.default_rng(0)
    predicted, truth = rng.integers(0, 4, 50), rng.integers(0, 4, 50)
    assert micro_f1(predicted, truth) == pytest.approx(f1_score(truth, predicted, average="micro"))
    assert np.isnan(micro_f1(predicted[:0], truth[:0]))

"""Threads that load scikit-learn wait for each other."""

import threading

import numpy as np
import pytest

from n2n.compute.loading import LOADING
from n2n.embedding.neighbours import nearest
from n2n.embedding.projection import pca
from n2n.embedding.separation import separation

POINTS = np.eye(6)
WAYS = {
    "neighbours": lambda: nearest(POINTS, 2),
    "components": lambda: pca(POINTS, 2),
    "separation": lambda: separation(POINTS, np.arange(6) % 2, 1),
}


@pytest.mark.parametrize("way", WAYS)
def test_whoever_needs_scikit_learn_waits_for_who_loads_it(way):
    WAYS[way]()  # what takes time the first time is over
    other = threading.Thread(target=WAYS[way], daemon=True)
    with LOADING:
        other.start()
        other.join(0.3)
        assert other.is_alive()
    other.join(60)
    assert not other.is_alive()

"""Graphs to write."""

import numpy as np
import pytest
import scipy.sparse as sp

import n2n
from n2n.graph import Graph

HOSTILE = (
    "</script><img src=x onerror=alert(1)>",
    "=HYPERLINK(1)",
    "-x;y,z",
    'say "no"',
    "'@quoted",
    "plain",
)


@pytest.fixture(scope="module")
def hostile() -> Graph:
    """A graph whose names are as bad as they can be, with features, a public split and nodes of no class."""
    rng = np.random.default_rng(0)
    x = sp.random_array((30, 12), density=0.2, rng=rng, dtype=np.float32, format="csr")
    x.data = rng.standard_normal(x.nnz).astype(np.float32)
    names = [f"{HOSTILE[i % 6]} {i}" for i in range(30)]
    y = rng.integers(-1, 6, 30)
    y[:6] = range(6)
    split = n2n.Split(np.arange(6), np.arange(6, 12), np.arange(12, 30))
    return Graph.from_edges(
        rng.integers(0, 30, (2, 70)),
        x=x,
        y=y,
        class_names=HOSTILE,
        node_names=names,
        public=split,
        name="bad",
    )


@pytest.fixture(scope="module")
def karate():
    return n2n.load("karate")

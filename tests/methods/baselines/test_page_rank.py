"""PageRank from every node, sparse."""

import numpy as np

from n2n.methods.baselines.page_rank import page_rank
from tests.graphs import planted


def test_page_rank_is_that_of_the_dense_inverse():
    graph = planted(80)
    transition = graph.adjacency(np.float64).toarray()
    transition /= np.maximum(transition.sum(1, keepdims=True), 1)
    exact = 0.2 * np.linalg.inv(np.eye(80) - 0.8 * transition)
    joined = graph.degree > 0
    found = page_rank(graph, 0.2, kept=80, error=1e-7).toarray()
    assert np.abs(found[joined] - exact[joined]).max() < 1e-3
    few = page_rank(graph, 0.2, kept=4)
    assert (np.diff(few.indptr) <= 4).all()
    assert set(few[[0]].indices) == set(np.argsort(-exact[0])[:4])

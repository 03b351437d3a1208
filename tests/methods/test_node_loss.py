"""The loss of one node: its mean over all nodes is InfoNCE."""

import math

import numpy as np
import pytest
import scipy.sparse as sp
import torch

from n2n.methods.layers import Aggregation
from n2n.methods.n2n.info_nce import info_nce
from n2n.methods.n2n.node_loss import loss_of_node
from n2n.methods.n2n.settings import Settings

N = 60
RNG = np.random.default_rng(0)
H = RNG.normal(size=(N, 6)).astype(np.float32)
H[7] = 0  # a node without information


@pytest.mark.parametrize("similarity", ["cosine", "dot"])
@pytest.mark.parametrize(
    ("k", "aggregator", "own"), [(1, "mean", False), (3, "mean", True), (3, "max", False)]
)
def test_the_mean_over_nodes_is_the_loss(similarity, k, aggregator, own):
    rows = [np.sort(RNG.choice(np.delete(np.arange(N), i), k, replace=False)) for i in range(N)]
    chosen = np.eye(N, dtype=np.float32) * own
    for i, row in enumerate(rows):
        chosen[i, row] = 1
    aggregation = Aggregation(sp.csr_array(chosen), aggregator)
    whole = float(info_nce(torch.from_numpy(H), aggregation, 2.0, similarity))
    s = Settings(tau=2.0, similarity=similarity, aggregator=aggregator, include_self=own, k=k)
    single = [loss_of_node(H, i, rows[i], s).loss for i in range(N)]
    assert np.mean(single) == pytest.approx(whole, rel=1e-5)


def test_shares_add_up_to_one_and_the_hardest_come_first():
    loss = loss_of_node(H, 3, np.array([5, 9]), Settings(tau=0.5), hardest=N)
    assert loss.own_share + loss.positive_shares.sum() + loss.shares.sum() == pytest.approx(1)
    assert len(loss.hardest) == N - 3
    assert not {3, 5, 9} & set(loss.hardest.tolist())
    assert (np.diff(loss.shares) <= 0).all()
    alone = loss_of_node(H, 3, np.array([3]), Settings(tau=0.5))
    assert alone.positive_similarity == pytest.approx(1)
    assert len(alone.positive_shares) == 0


def test_the_formula_has_the_values():
    loss = loss_of_node(np.eye(4), 0, np.array([1]), Settings(tau=1.0))
    assert loss.loss == pytest.approx(math.log(math.e + 3))
    assert r"\exp(0.0000/1)" in loss.formula
    assert "5.7" in loss.formula
    assert loss.formula.endswith("= 1.7437")
    long = loss_of_node(100 * np.eye(4), 0, np.array([1]), Settings(tau=1.0, similarity="dot"))
    assert "e^{" in long.formula

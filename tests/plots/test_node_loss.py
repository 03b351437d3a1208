"""The bars of one node's denominator."""

import numpy as np
import pytest

import n2n
from n2n.methods.n2n.node_loss import loss_of_node
from n2n.plots.node_loss import shares


def graph(y):
    return n2n.Graph.from_edges([[0, 1, 2], [1, 2, 3]], x=np.eye(4), y=y)


def bars(figure):
    return {
        bar.name: dict(zip(bar.customdata, bar.y, strict=True)) for bar in figure.data if bar.type == "bar"
    }


def test_bars_are_the_shares_in_per_mille():
    loss = loss_of_node(np.array([[1, 0], [1, 0.1], [1, 1], [0, 1]]), 0, np.array([1]), n2n.Settings(tau=1.0))
    found = bars(shares(graph([0, 0, 0, 1]), loss))
    assert found["the node itself"] == {0: pytest.approx(1e3 * loss.own_share)}
    assert found["its positives"] == {1: pytest.approx(1e3 * loss.positive_shares[0])}
    assert list(found["negatives of its class"]) == [2]
    assert list(found["negatives of other classes"]) == [3]
    assert sum(sum(group.values()) for group in found.values()) == pytest.approx(1000)


def test_without_labels_negatives_are_of_one_kind():
    loss = loss_of_node(np.eye(4), 0, np.array([1]), n2n.Settings(tau=1.0))
    assert "negatives" in bars(shares(graph(None), loss))

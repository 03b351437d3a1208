"""The loss of one mini-batch; that all of it is right is seen in `test_batch_model`."""

import pytest

import n2n
from n2n.methods.n2n.batch_model import BatchModel
from n2n.methods.n2n.model import N2NModel

SMALL = n2n.Settings(width=8, dropout=0.0, learning_rate=0.01)


def test_the_negatives_of_a_batch_stand_for_all_nodes(karate):
    """log(n/B) makes up for the nodes that are not there: the loss is close to that of all nodes."""
    settings = SMALL.replace(framework="URL", estimator="exact", learning_rate=1e-6)
    full = float(N2NModel(karate, settings).step("pretext").info_nce)
    batched = float(BatchModel(karate, settings.replace(batch_size=12)).step("pretext").total)
    assert batched == pytest.approx(full, rel=0.02)

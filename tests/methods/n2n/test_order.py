"""The order of nodes: each once per epoch, a function of seed, epoch and step."""

import numpy as np
import pytest

from n2n.methods.n2n import order as module
from n2n.methods.n2n.order import Order


@pytest.mark.parametrize(
    ("count", "batch", "most"), [(10, 4, 1 << 20), (100, 7, 10), (103, 16, 10), (8, 8, 4)]
)
def test_an_epoch_is_each_node_once_in_steps_of_almost_equal_size(monkeypatch, count, batch, most):
    monkeypatch.setattr(module, "SHUFFLED_ONE_BY_ONE", most)
    order = Order(count, batch, seed=3)
    parts = [order.batch(5, step) for step in range(order.steps)]
    assert sorted(np.concatenate(parts).tolist()) == list(range(count))
    sizes = [len(part) for part in parts]
    assert max(sizes) <= batch
    assert max(sizes) - min(sizes) <= 1


def test_the_order_depends_on_seed_and_epoch_alone():
    def nodes(seed, epoch):
        return Order(50, 10, seed).batch(epoch, 2).tolist()

    assert nodes(1, 4) == nodes(1, 4)
    assert len({tuple(nodes(*pair)) for pair in ((1, 4), (1, 5), (2, 4))}) == 3


def test_large_graphs_are_shuffled_in_runs(monkeypatch):
    monkeypatch.setattr(module, "SHUFFLED_ONE_BY_ONE", 10)
    order = Order(64, 16, seed=0)
    steps = np.diff(order.batch(0, 0))
    assert (steps == 1).sum() == 14  # two runs of eight


def test_draws_are_without_replacement_and_differ_from_step_to_step():
    order = Order(50, 10, 0)
    one, two = order.draw(0, 0, 1000, 20), order.draw(0, 1, 1000, 20)
    assert len(set(one.tolist())) == 20
    assert one.tolist() != two.tolist()
    assert order.draw(0, 0, 5, 20).tolist() == [0, 1, 2, 3, 4]


def test_of_very_many_places_runs_are_drawn(monkeypatch):
    monkeypatch.setattr(module, "SHUFFLED_ONE_BY_ONE", 10)
    drawn = Order(50, 10, 0).draw(0, 0, 1000, 33)
    assert len(set(drawn.tolist())) == len(drawn) == 32
    assert (np.diff(drawn) == 1).sum() >= 28
    assert drawn.max() < 1000

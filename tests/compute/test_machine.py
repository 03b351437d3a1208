import math
from dataclasses import astuple

from n2n.compute.machine import available_memory, this_machine


def test_costs_are_measured_once_and_make_sense():
    costs = this_machine()
    assert costs is this_machine()
    assert all(0 < cost < 1 and math.isfinite(cost) for cost in astuple(costs))
    # A multiply-add in a dense product is cheaper than one that looks up a row first.
    assert costs.dense < costs.sparse < costs.exponential * 100


def test_some_memory_is_available():
    assert available_memory() > 2**20

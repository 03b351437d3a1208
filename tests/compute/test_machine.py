import math
from dataclasses import astuple

from n2n.compute.machine import available_memory, this_machine


def test_costs_are_measured_once_and_positive():
    costs = this_machine()
    assert costs is this_machine()
    assert all(0 < cost < 1 and math.isfinite(cost) for cost in astuple(costs))


def test_some_memory_is_available():
    assert available_memory() > 2**20

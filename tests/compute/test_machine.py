import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple

from n2n.compute import machine
from n2n.compute.machine import available_memory, this_machine


def test_costs_are_measured_once_and_positive():
    costs = this_machine()
    assert costs is this_machine()
    assert all(0 < cost < 1 and math.isfinite(cost) for cost in astuple(costs))


def test_some_memory_is_available():
    assert available_memory() > 2**20


def test_two_who_ask_at_the_same_time_share_one_measurement(monkeypatch):
    measured = []

    def product() -> float:
        measured.append(1)
        time.sleep(0.05)
        return 1.0

    monkeypatch.setattr(machine, "_time_of_product", product)
    meter = machine._Meter()
    with ThreadPoolExecutor(2) as pool:
        loads = list(pool.map(lambda _: meter.load(), range(2)))
    assert len(measured) == 1
    assert loads[0] == loads[1] > 1

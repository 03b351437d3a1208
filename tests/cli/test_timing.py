"""Times and peak memory."""

import numpy as np

from n2n.cli.timing import peak_memory, race, timed


def test_a_result_comes_with_its_time():
    result, seconds = timed(lambda: 7)
    assert result == 7
    assert seconds >= 0


def test_a_race_keeps_the_best_time_and_stops_the_slow():
    calls = []
    best = race({"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}, rounds=3, seconds=10)
    assert calls == ["a", "b"] * 3
    assert set(best) == {"a", "b"}
    calls.clear()
    race({"slow": lambda: calls.append("slow")}, rounds=3, seconds=1e-12)
    assert calls == ["slow"]


def test_peak_memory_sees_what_is_freed_again():
    def function():
        np.ones(1_000_000)
        return np.ones(10)

    assert 8_000_000 <= peak_memory(function) < 9_000_000

"""The time that is left: recent epochs, and the evaluations to come."""

import pytest

import n2n
from n2n.training.history import Epoch
from n2n.training.time_left import seconds_left

SETTINGS = n2n.Settings(epochs=100, evaluate_every=10, snapshots=0, patience=0)


def epochs(*seconds):
    return [Epoch(index, "joint", 1.0, None, None, each) for index, each in enumerate(seconds, 1)]


def test_nothing_is_known_before_the_first_epoch():
    assert seconds_left(SETTINGS, [], 0, 3.0) is None


def test_evaluations_to_come_cost_what_those_so_far_did():
    # 20 epochs of 1 s and two evaluations of 5 s; 80 epochs, eight evaluations and the result are left.
    assert seconds_left(SETTINGS, epochs(*[1.0] * 20), 0, 30.0) == pytest.approx(80 + 9 * 5)


def test_recent_epochs_count_and_a_slow_first_one_does_not():
    slow = epochs(60.0, *[1.0] * 49)
    assert seconds_left(SETTINGS, slow, 0, 109.0) == pytest.approx(50.0)
    faster = epochs(*[3.0] * 20, *[1.0] * 50)
    assert seconds_left(SETTINGS, faster, 0, 110.0) == pytest.approx(30.0)


def test_a_resumed_run_is_timed_from_where_it_goes_on():
    history = epochs(*[9.0] * 50, *[1.0] * 20)
    assert seconds_left(SETTINGS, history, 50, 24.0) == pytest.approx(30 + 4 * 2)


def test_after_the_last_epoch_the_result_is_left():
    assert seconds_left(SETTINGS, epochs(*[1.0] * 100), 0, 120.0) == pytest.approx(2.0)

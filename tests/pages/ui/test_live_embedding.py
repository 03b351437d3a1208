"""The embedding of a run as nodes that move: the numbers beside it, and its pictures."""

import numpy as np

from n2n.training.result import RunResult
from pages.ui.live_embedding import _frames, _numbers
from tests.runs import listed


def test_the_numbers_are_those_of_the_last_evaluation_up_to_an_epoch():
    run = listed()
    assert _numbers(run, 12) == {
        "Validation micro-F1, epoch 10": "60.0%",
        "Test micro-F1, epoch 10": "60.0%",
    }
    assert _numbers(run, 3) == {"Loss, epoch 3": "9.700"}
    run.history.clear()
    assert _numbers(run, 0) == {}


def test_pictures_are_in_the_order_of_their_epochs_and_the_last_is_the_trained_run():
    rng = np.random.default_rng(0)
    h, early = rng.normal(size=(34, 4)).astype(np.float32), rng.normal(size=(34, 4)).astype(np.float16)
    run = listed(epochs=5)
    run.result = RunResult(h, np.zeros(34, int), {}, {5: early, 2: early, 1: early})
    frames = _frames(run, None)
    assert list(frames) == [1, 2, 5]
    assert frames[5].shape == (34, 2)
    run.result = RunResult(h, np.zeros(34, int), {}, {})
    run.id = "another"
    np.testing.assert_array_equal(_frames(run, None)[5], frames[5])

"""The scores that follow from the epochs of a run."""

import math

from n2n.training.history import Epoch, Scores


def epoch(index, val=None, test=None, stage="joint"):
    return Epoch(index, stage, 1.0, 1.0, 1.0, 0.1, f1_val=val, f1_test=test)


def test_the_test_score_is_that_of_the_best_validation_epoch():
    history = [epoch(1, 0.5, 0.9), epoch(2, 0.7, 0.6), epoch(3), epoch(4, 0.7, 0.8)]
    assert Scores.of(history) == Scores(test=0.6, val=0.7, epoch=2, last_test=0.8, best_test=0.9)
    assert [one.evaluated for one in history] == [True, True, False, True]


def test_without_an_evaluation_there_are_no_scores():
    assert Scores.of([]) is None
    assert Scores.of([epoch(1), epoch(2)]) is None


def test_only_the_last_stage_counts():
    history = [epoch(1, 0.9, 0.9, "pretext"), epoch(2, 0.5, 0.4, "fine-tune")]
    assert Scores.of(history) == Scores(0.4, 0.5, 2, 0.4, 0.4)
    assert Scores.of([*history, epoch(3, stage="fine-tune")]) == Scores(0.4, 0.5, 2, 0.4, 0.4)


def test_any_score_is_better_than_one_without_validation_nodes():
    scores = Scores.of([epoch(1, math.nan, 0.3), epoch(2, math.nan, 0.4), epoch(3, 0.0, 0.5)])
    assert (scores.test, scores.epoch) == (0.5, 3)
    last = Scores.of([epoch(1, math.nan, 0.3), epoch(2, math.nan, 0.2), epoch(3)])
    assert (last.test, last.epoch, last.validated, scores.validated) == (0.2, 2, False, True)

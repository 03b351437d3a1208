"""The scores that follow from the epochs of a run, and the rules by which one of them is reported."""

import math

import pytest

from n2n.training.history import Epoch, Scores
from n2n.training.selection import RULES, SELECTIONS, mark


def epoch(index, val=None, test=None, stage="joint"):
    return Epoch(index, stage, 1.0, 1.0, 1.0, 0.1, f1_val=val, f1_test=test)


NOTHING = math.nan
TWO_STAGES = [epoch(1, 0.9, 0.9, "pretext"), epoch(2, 0.5, 0.4, "fine-tune"), epoch(3, stage="fine-tune")]


@pytest.mark.parametrize(
    ("history", "expected"),
    [
        # the first of equal validation scores, and what other rules would report
        (
            [epoch(1, 0.5, 0.9), epoch(2, 0.7, 0.6), epoch(3), epoch(4, 0.7, 0.8)],
            Scores(test=0.6, val=0.7, epoch=2, last_test=0.8, best_test=0.9),
        ),
        ([], None),
        ([epoch(1), epoch(2)], None),
        (TWO_STAGES, Scores(0.4, 0.5, 2, 0.4, 0.4)),
        # without validation nodes the last evaluated epoch counts, and any real score is better
        ([epoch(1, NOTHING, 0.3), epoch(2, NOTHING, 0.4), epoch(3, 0.0, 0.5)], Scores(0.5, 0.0, 3, 0.5, 0.5)),
    ],
)
def test_scores_are_those_of_the_best_validation_epoch(history, expected):
    assert Scores.of(history) == expected


def test_without_validation_nodes_the_last_evaluated_epoch_counts():
    last = Scores.of([epoch(1, NOTHING, 0.3), epoch(2, NOTHING, 0.2), epoch(3)])
    assert (last.test, last.epoch, last.validated) == (0.2, 2, False)


def test_every_rule_reads_its_own_score_and_only_the_best_test_epoch_is_marked():
    scores = Scores(test=0.1, val=0.9, epoch=3, last_test=0.2, best_test=0.3)
    assert [scores.under(rule) for rule in SELECTIONS] == [0.1, 0.2, 0.3]
    assert [bool(mark(rule)) for rule in RULES] == [False, False, True]
    with pytest.raises(ValueError, match="selection is 'luck'"):
        scores.under("luck")

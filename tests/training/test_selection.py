"""Which epoch of a run counts."""

import pytest

from n2n.training.history import Scores
from n2n.training.selection import RULES, SELECTIONS, mark


def test_every_rule_reads_its_own_score():
    scores = Scores(test=0.1, val=0.9, epoch=3, last_test=0.2, best_test=0.3)
    assert [scores.under(rule) for rule in SELECTIONS] == [0.1, 0.2, 0.3]
    assert set(RULES) == set(SELECTIONS)
    with pytest.raises(ValueError, match="selection is 'luck'"):
        scores.under("luck")


def test_only_the_best_test_epoch_has_a_mark():
    assert [bool(mark(rule)) for rule in SELECTIONS] == [False, False, True]

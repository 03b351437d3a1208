"""TAPS against random neighbours, seed by seed."""

from dataclasses import replace

import numpy as np
import pytest
from n2n.paper.paired import PAIRED, Paired, paired_differences, paired_sentence, paired_table
from n2n.paper.protocol import Protocol
from n2n.paper.summary import interval

from n2n.paper import compare, stored
from tests.cells import cell


def pairs(gains, k=1, framework="JL"):
    found = []
    for seed, gain in enumerate(gains):
        found.append(cell(f"N2N-TAPS-{k} ({framework})", 0.8 + gain, seed))
        found.append(cell(f"N2N-Random-{k} ({framework})", 0.8, seed))
    for made in found:
        made.values["best_test"] = made.values["test"]
    return found


def test_a_cell_of_an_earlier_version_makes_no_pair():
    cells = pairs([0.01, 0.02, 0.03, 0.04])
    del cells[0].values["best_test"]
    (one,) = paired_differences(cells)
    assert one.pairs == 3


def test_two_pairs_are_no_interval():
    assert not paired_differences(pairs([0.01, 0.01]))


@pytest.mark.parametrize("comparisons", [1, 17])
def test_the_interval_is_that_of_the_paired_t_test(comparisons):
    from scipy.stats import ttest_rel

    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 10))
    expected = ttest_rel(a, b).confidence_interval(1 - 0.05 / comparisons)
    found = interval(a - b, comparisons)
    assert found == pytest.approx(((a - b).mean(), expected.low, expected.high), abs=0.006)


def test_only_seeds_with_both_runs_count():
    cells = [*pairs([0.01, 0.02, 0.03]), cell("N2N-TAPS-1 (JL)", 0.1, 5), *pairs([0.01], k=3)]
    (one,) = paired_differences(cells, datasets=["cora"])
    assert (one.framework, one.k, one.pairs, one.mean, one.verdict) == ("JL", 1, 3, 2.0, "undecided")
    (one,) = paired_differences(pairs([-0.02, -0.021, -0.019]))
    assert one.verdict == "random is better"
    assert paired_sentence([one]).startswith("In 0 of 1 comparisons TAPS is better")
    assert paired_sentence([one]).endswith("1 of them do not have all of their 10 pairs yet.")
    assert "pairs yet" not in paired_sentence([replace(one, pairs=10)])
    assert paired_sentence([]) == "No pairs have been measured yet."


def test_under_the_best_test_epoch_the_difference_has_its_mark():
    cells = pairs([0.0, 0.0, 0.0])
    for made in cells:
        made.values["best_test"] = made.values["test"] + made.seed / 100
    (one,) = paired_differences(cells, Protocol("best test"))
    assert paired_table([one])["TAPS − random"] == ["+0.00 (best test)"]


def test_its_runs_are_those_of_table_1_where_both_have_them():
    (task,) = PAIRED.tasks(["N2N-TAPS-1 (JL)"], ["cora"], [0])
    (one,) = compare("table1", [cell("N2N-TAPS-1 (JL)", 0.8)], ["N2N-TAPS-1 (JL)"], ["cora"])
    assert one.cells[0].key == task.key


def test_committed_pairs_are_told():
    for one in paired_differences(stored()):
        assert isinstance(one, Paired)
        assert one.low <= one.mean <= one.high

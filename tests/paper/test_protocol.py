"""Scores under another selection, probe or split, from what each cell keeps."""

from dataclasses import replace

import pytest
from n2n.paper.protocol import DEFAULT, Protocol

from n2n.paper import compare
from n2n.paper.verdicts import NOT_RUN
from n2n.training.selection import RULES, SELECTIONS
from tests.cells import cell

FULL = {"test": 0.85, "last_test": 0.84, "best_test": 0.87, "ms_per_epoch": 1.0}
SOFTMAX = {"probes": {"softmax": {"test": 0.86, "last_test": 0.855, "best_test": 0.88}}}


def with_values(row: str, values: dict):
    return replace(cell(row, 0.0), values=values)


@pytest.mark.parametrize(
    ("protocol", "joint", "probed"),
    [
        (DEFAULT, 0.85, 0.85),
        (Protocol("last"), 0.84, 0.84),
        (Protocol("best test"), 0.87, 0.87),
        (Protocol("validation", "softmax"), 0.85, 0.86),
        (Protocol("best test", "softmax"), 0.87, 0.88),
    ],
)
def test_a_cell_has_the_scores_of_all_protocols(protocol, joint, probed):
    assert protocol.score(with_values("N2N (JL)", FULL)) == joint
    assert protocol.score(with_values("N2N (URL)", FULL | SOFTMAX)) == probed
    assert protocol.score(with_values("DGI", FULL | SOFTMAX)) == probed


def test_a_cell_that_was_scored_by_the_softmax_layer_itself():
    made = cell("N2N (URL)", 0.86, probe="softmax")
    assert Protocol(probe="softmax").score(made) == 0.86
    assert DEFAULT.score(made) is None


def test_what_an_old_cell_lacks_is_told():
    old = with_values("N2N (URL)", {"test": 0.85, "ms_per_epoch": 1.0})
    assert DEFAULT.lacking(old) == ""
    assert Protocol("best test").lacking(old) == "not measured under this selection"
    assert Protocol(probe="softmax").lacking(old) == "not measured under this probe"
    (one,) = compare("table1", [old], ["N2N (URL)"], ["cora"], Protocol("best test"))
    assert (one.measured, one.verdict, one.cells) == (None, NOT_RUN, ())
    assert one.lacking == "not measured under this selection"


def test_only_seeds_with_a_score_count():
    cells = [with_values("GCN", FULL), cell("GCN", 0.9, seed=1)]
    (one,) = compare("table1", cells, ["GCN"], ["cora"], Protocol("best test"))
    assert (one.measured.mean, one.measured.seeds, one.measured.selection) == (87.0, 1, "best test")
    (one,) = compare("table1", cells, ["GCN"], ["cora"])
    assert one.measured.seeds == 2


def test_another_split_reads_other_runs():
    cells = [cell("GCN", 0.9), cell("GCN", 0.8, split="public")]
    (one,) = compare("table1", cells, ["GCN"], ["cora"], Protocol(split="public"))
    assert one.measured.mean == 80.0


def test_the_best_test_epoch_is_never_the_default_and_says_what_it_is():
    assert next(iter(SELECTIONS)) == DEFAULT.selection == "validation"
    assert not DEFAULT.on_test_nodes
    assert "test nodes" in RULES["best test"]
    assert "best test" in Protocol("best test").words


@pytest.mark.parametrize("wrong", [{"selection": "luck"}, {"probe": "svm"}, {"split": "mine"}])
def test_an_unknown_word_is_refused(wrong):
    with pytest.raises(ValueError, match="expected one of"):
        Protocol(**wrong)

"""Experiments beyond the paper."""

from n2n.methods.rivals.catalogue import rivals
from n2n.paper import EXPERIMENTS, compare
from n2n.paper.further import FURTHER, RECENT, find_experiment
from n2n.paper.verdicts import NOT_PRINTED
from tests.cells import cell


def test_every_rival_is_in_the_first_table_or_here():
    assert set(rivals()) <= {*EXPERIMENTS["table1"].rows, *RECENT.rows}
    assert not set(RECENT.rows) & set(EXPERIMENTS["table1"].rows)
    assert not set(FURTHER) & set(EXPERIMENTS)


def test_what_the_paper_does_not_print_has_no_verdict():
    row = RECENT.rows[0]
    (one,) = compare("rivals", [cell(row, 0.8)], [row], ["cora"])
    assert (one.measured.mean, one.printed, one.verdict) == (80.0, None, NOT_PRINTED)
    assert find_experiment("rivals") is RECENT

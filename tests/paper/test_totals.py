"""Counts of verdicts, and the sentence to quote."""

from n2n.paper import stored
from n2n.paper.protocol import DEFAULT, Protocol
from n2n.paper.totals import PRINTED, in_total, quote, totals, totals_table
from n2n.paper.verdicts import VERDICTS
from tests.cells import cell


def test_every_printed_number_gets_one_verdict():
    for protocol in (DEFAULT, Protocol("last"), Protocol("best test", "softmax")):
        counts = totals(stored(), protocol)
        assert [sum(counts[name].values()) for name in PRINTED] == [180, 30, 120]
        assert sum(in_total(counts).values()) == 330


def test_the_table_has_a_row_for_all():
    found = totals_table(totals([cell("GCN", 0.8472)]))
    assert found["table"] == ["Table 1", "Table 2", "Table 3", "All"]
    assert found["reproduced"] == [1, 0, 0, 1]
    assert found["numbers"] == [180, 30, 120, 330]
    assert list(found) == ["table", *VERDICTS, "numbers"]


def test_the_sentence_says_under_which_protocol():
    counts = totals([cell("GCN", 0.8472)])
    assert quote(counts).startswith("Of the 330 numbers in Tables 1 to 3, **1 are reproduced**")
    assert "have not been run yet**" in quote(counts)
    assert "under this protocol" in quote(counts, Protocol("best test"))
    assert "best test" in quote(counts, Protocol("best test"))

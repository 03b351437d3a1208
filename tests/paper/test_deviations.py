from dataclasses import astuple

from n2n.paper.deviations import LEDGER


def test_every_entry_says_something_of_all_sides_in_whole_sentences():
    assert len({entry.topic for entry in LEDGER}) == len(LEDGER)
    for entry in LEDGER:
        assert all(astuple(entry))
        assert entry.here.endswith(".")
        assert entry.effect.endswith(".")

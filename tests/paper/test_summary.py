"""Measured results, summed up honestly."""

from n2n.paper.summary import Summary


def test_the_deviation_is_that_of_a_sample():
    assert Summary.of([0.5]) == Summary(50.0, 0.0, 1)
    assert str(Summary.of([0.8, 0.9])) == "85.00 ± 7.07 (2 seeds)"

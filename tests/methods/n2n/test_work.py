"""The work of N2N grows with what it does."""

import pytest

import n2n
from n2n.methods.n2n.work import n2n_work


@pytest.fixture(scope="module")
def karate():
    return n2n.load("karate")


def test_each_estimator_is_counted(karate):
    s = n2n.Settings(width=8)
    exact, series, sampled = (
        n2n_work(karate, s.replace(estimator=name)) for name in ("exact", "series", "sampled")
    )
    assert (exact.estimator, series.estimator, sampled.estimator) == ("exact", "series", "sampled")
    assert exact.exponentials == 2 * 34**2
    assert series.exponentials == 0
    assert n2n_work(karate, s.replace(alpha=0.0)).exponentials == 0


def test_several_positives_are_aggregated(karate):
    s = n2n.Settings(width=8)
    assert n2n_work(karate, s.replace(k=3)).sparse > n2n_work(karate, s).sparse
    assert n2n_work(karate, s.replace(k="all")).sparse > n2n_work(karate, s.replace(k=3)).sparse


def test_ways_out_are_those_that_help(karate):
    ways = n2n_work(karate, n2n.Settings(k=5, estimator="exact")).ways_out
    assert ways == (
        "estimator 'series' or 'sampled'",
        "fewer positives (k = 1)",
        "a smaller width than 512",
    )
    assert n2n_work(karate, n2n.Settings(width=8, estimator="sampled")).ways_out == ()

import numpy as np
import pytest

import n2n
from n2n.taps.samplers import ALL, choose_positives


@pytest.fixture(scope="module")
def ranking():
    return n2n.rank(n2n.load("karate"))


def test_each_sampler_is_chosen_by_its_name(ranking):
    graph = ranking.graph
    for chosen, expected in (
        (choose_positives(graph, "taps", 2), ranking.top(2)),
        (choose_positives(graph, "random", 2, seed=5), n2n.random_positives(graph, 2, 5)),
        (choose_positives(graph, "taps", ALL), n2n.all_neighbours(graph)),
        (choose_positives(graph, "random", ALL, seed=5), n2n.all_neighbours(graph)),
    ):
        np.testing.assert_array_equal(chosen.indptr, expected.indptr)
        np.testing.assert_array_equal(chosen.indices, expected.indices)


def test_a_ranking_that_is_there_is_used(ranking):
    turned = n2n.Ranking(ranking.graph, ranking.common, -ranking.dependency)
    chosen = choose_positives(ranking.graph, "taps", 1, ranking=turned)
    np.testing.assert_array_equal(chosen.indices, turned.top(1).indices)
    assert (chosen.indices != ranking.top(1).indices).any()


def test_an_unknown_sampler_is_refused_with_the_names_of_the_others(ranking):
    with pytest.raises(ValueError, match=r"no sampler 'TAPS': choose among taps, random"):
        choose_positives(ranking.graph, "TAPS", 1)

"""Maps that ship with the program: what is computed again, and the choice of TAPS."""

import numpy as np
import pytest

import n2n
from n2n.taps.map import map_positions
from n2n.taps.shipped_map import POSITIVES, STEP, make_map, shipped_positions, shipped_positives


def test_what_ships_is_what_is_computed(tmp_path):
    graph = n2n.load("karate")
    assert make_map("karate", graph, tmp_path).stat().st_size < 4_000
    whole = map_positions(n2n.all_neighbours(graph))
    assert np.abs(shipped_positions("karate") - whole).max() <= STEP
    assert shipped_positions("karate", 1).shape == (34, 2)
    assert shipped_positions("pubmed", 1) is None


@pytest.mark.parametrize("key", ["karate", "cora", "citeseer"])
def test_the_positives_that_ship_are_those_of_taps(dataset, key):
    graph = dataset(key)
    ranking = n2n.rank(graph)
    for k in POSITIVES:
        shipped, chosen = shipped_positives(key, graph, k), ranking.top(k)
        assert np.array_equal(shipped.indptr, chosen.indptr)
        assert np.array_equal(shipped.indices, chosen.indices)
        assert shipped.indices.dtype == chosen.indices.dtype
    assert shipped_positives(key, graph, POSITIVES[-1] + 1) is None

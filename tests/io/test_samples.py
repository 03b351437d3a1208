import pytest

import n2n
from n2n.io.samples import samples


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.title)
def test_a_sample_of_each_kind_is_the_karate_club(sample):
    club = n2n.load("karate")
    graph = n2n.read_graph(sample.files)
    pairs = {frozenset(map(graph.name_of, pair)) for pair in graph.edges().T.tolist()}
    assert pairs == {frozenset(map(str, pair)) for pair in club.edges().T.tolist()}
    if graph.has_labels:
        assert graph.classes() == club.classes()
    else:
        assert sample.title.startswith("Edge list")

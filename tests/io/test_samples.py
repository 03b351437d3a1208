import pytest

import n2n
from n2n.io.samples import samples

UNLABELLED = (
    "gzip", "Parquet", "SIF", "Matrix Market", "METIS", "Adjacency list", "Adjacency matrix",
)  # fmt: skip


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.title)
def test_a_sample_of_each_kind_is_the_karate_club(sample):
    club = n2n.load("karate")
    graph = n2n.read_graph(sample.files)
    first = 1 if graph.names()[0] == "1" and "0" not in graph.names() else 0  # formats that count from 1
    pairs = {frozenset(int(graph.name_of(end)) - first for end in pair) for pair in graph.edges().T.tolist()}
    assert pairs == {frozenset(pair) for pair in club.edges().T.tolist()}
    if graph.has_labels:
        assert (graph.y == club.y).all()
        assert graph.class_names in (club.class_names, ("Class 0", "Class 1"))
    else:
        assert sample.title in UNLABELLED or sample.title.startswith("Edge list")

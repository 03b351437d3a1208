import numpy as np
import pytest

import n2n
from n2n.graph.catalogue import catalogue, find

KEYS = ["cora", "citeseer", "pubmed", "photo", "cs", "physics", "karate", "chameleon", "texas"]


def test_the_catalogue_lists_every_dataset():
    assert list(n2n.catalogue()) == KEYS
    assert [key for key, info in catalogue().items() if info.bundled] == [
        "cora",
        "citeseer",
        "pubmed",
        "karate",
    ]


def test_no_name_is_used_twice():
    names = [name for info in catalogue().values() for name in (info.key, *info.aliases)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Cora", "cora"),
        ("CITESEER", "citeseer"),
        ("Amazon Photo", "photo"),
        ("coauthor_CS", "cs"),
        (" texas ", "texas"),
    ],
)
def test_names_are_found_in_any_spelling(name, key):
    assert find(name).key == key


@pytest.mark.parametrize("name", ["", "coral", None, "../cora"])
def test_an_unknown_name_is_answered_with_the_known_ones(name):
    with pytest.raises(ValueError, match=r"There is no dataset .*: use one of cora, citeseer, .*texas\.$"):
        find(name)


@pytest.mark.parametrize("key", catalogue())
def test_every_dataset_has_the_published_size(dataset, key):
    graph = dataset(key)
    info = catalogue()[key]
    assert (graph.num_nodes, graph.num_edges) == (info.nodes, info.edges)
    assert (graph.num_features, graph.num_classes) == (info.features, info.classes)
    assert graph.name == info.title
    # The literature counts directed edges with the self-loops; torch-geometric has already merged repeats.
    if not info.bundled:
        dropped = graph.dropped
        assert 2 * graph.num_edges - dropped.one_way + dropped.self_loops == info.published_edges
    assert set(np.unique(graph.y)) == set(range(graph.num_classes))
    if key in ("photo", "cs", "physics"):
        split = graph.split("paper")
        assert np.bincount(graph.y[split.train]).tolist() == [20] * graph.num_classes
        assert np.bincount(graph.y[split.val]).tolist() == [30] * graph.num_classes
    assert graph.num_isolated == {"citeseer": 48, "photo": 115}.get(key, 0)


def test_an_unknown_dataset_is_one_clear_sentence():
    with pytest.raises(ValueError, match=r"^There is no dataset 'reddit': use one of cora, "):
        n2n.load("reddit")

import pytest

import n2n
from n2n.datasets.catalogue import catalogue, find

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
    with pytest.raises(ValueError, match=r"there is no dataset .*: use one of cora, citeseer, .*texas\.$"):
        find(name)

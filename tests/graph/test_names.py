"""Names in two arrays, and nodes by a part of their name."""

import numpy as np
import pytest

from n2n.graph import Graph
from n2n.graph.names import MOST, Names, NodeSearch
from tests.graphs import star

TEXTS = ["anna", "", "bjørn", "\ud800", "🕸", *map(str, range(10_000))]


def test_names_are_a_sequence_of_texts():
    names = Names.from_texts(TEXTS)
    assert list(names) == TEXTS
    assert names == tuple(TEXTS)
    assert names != TEXTS[:-1]
    assert [names[i] for i in (0, 2, 3, np.int64(4), -1)] == ["anna", "bjørn", "\ud800", "🕸", "9999"]
    assert names[1:3] == ("", "bjørn")
    assert names.index("bjørn") == 2
    assert repr(Names.from_texts("ab")) == "('a', 'b')"
    with pytest.raises(IndexError):
        names[len(TEXTS)]


NAMES = ["Anna", "Hanna Berg", "ben", "Straße 7", "3", "Ann", "a\nb", "Ünal"]


def named(names) -> Graph:
    return Graph.from_edges(np.zeros((2, 0), int), x=None, num_nodes=len(names), node_names=names)


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("ann", [5, 0, 1]),  # the exact name first, then those that begin with it
        ("BERG", [1]),
        ("strasse", [3]),
        ("ünal", [7]),
        ("3", [4, 3]),  # the node called 3, then node 3
        ("6", [6]),
        ("7", [7, 3]),
        ("a b", [6, 1]),
        ("  ben ", [2]),
        ("", []),
        ("zoe", []),
        ("9" * 5000, []),
    ],
)
def test_a_node_is_found_by_a_part_of_its_name_or_its_number(text, nodes):
    assert NodeSearch(named(NAMES)).find(text) == nodes


def test_matches_are_each_there_once_and_never_more_than_a_list_shows():
    assert NodeSearch(named(["anana", "banana"])).find("an") == [0, 1]
    assert NodeSearch(named([f"node number {i}" for i in range(1000)])).find("number") == list(range(MOST))
    assert NodeSearch(star(9)).find("4") == [4]  # without names, by number
    assert NodeSearch(star(9)).find("10") == []

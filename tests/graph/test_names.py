"""Names in two arrays, and nodes by a part of their name."""

import numpy as np
import pytest

from n2n.graph import Graph
from n2n.graph.names import MOST, Names, find_nodes
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
    with pytest.raises(IndexError):
        names[len(TEXTS)]
    with pytest.raises(ValueError, match="do not lead through 2 bytes"):
        Names(np.array([0, 3]), np.zeros(2, np.uint8))


NAMES = ["Anna", "Hanna Berg", "ben", "Straße 7", "3", "Ann", "x", "Ünal"]


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
        ("  ben ", [2]),
        ("", []),
        ("zoe", []),
        ("9" * 5000, []),
    ],
)
def test_a_node_is_found_by_a_part_of_its_name_or_its_number(text, nodes):
    assert find_nodes(named(NAMES), text) == nodes


def test_matches_are_each_there_once_and_never_more_than_a_list_shows():
    assert find_nodes(named(["anana", "banana"]), "an") == [0, 1]
    assert find_nodes(named([f"node number {i}" for i in range(1000)]), "number") == list(range(MOST))
    assert find_nodes(star(9), "4") == [4]  # without names, by number
    assert find_nodes(star(9), "10") == []

"""Nodes by a part of their name."""

import numpy as np
import pytest

from n2n.graph import Graph
from n2n.graph.names import MOST, NodeSearch
from tests.graphs import star

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


def test_a_name_with_the_text_twice_is_found_once():
    assert NodeSearch(named(["anana", "banana"])).find("an") == [0, 1]


def test_a_graph_without_names_is_searched_by_number():
    search = NodeSearch(star(9))
    assert search.find("4") == [4]
    assert search.find("10") == []


def test_there_are_never_more_matches_than_a_list_can_show():
    found = NodeSearch(named([f"node number {i}" for i in range(1000)])).find("number")
    assert found == list(range(MOST))

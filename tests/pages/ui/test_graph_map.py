"""A click and the lasso on the map: points of the picture are nodes of the graph."""

from types import SimpleNamespace

import numpy as np
import pytest

from n2n.plots.map import Points
from pages.ui import graph_map, selection

# Nodes 4 and 2 stand for the points; 0 is drawn with 4, 1 with 2, 3 is not drawn.
DRAWN = Points(np.array([4, 2]), np.array([0, 1, 1, -1, 0]), np.array([2, 2]))


@pytest.fixture
def sent(monkeypatch):
    """What the browser sends."""
    found = SimpleNamespace(picked=None, lasso=None)
    monkeypatch.setattr(graph_map.st, "session_state", {"map": found, "dataset": "karate"})
    return found


@pytest.mark.parametrize(("point", "nodes"), [(1, [2]), (0, [4]), (2, []), (-1, []), ("1", []), (None, [])])
def test_a_click_is_on_the_node_of_a_point(sent, point, nodes):
    went = []
    sent.picked = point
    graph_map._picked("map", "karate", DRAWN, went.append)
    assert went == nodes
    graph_map._picked("map", "cora", DRAWN, went.append)
    assert went == nodes, "not of another dataset"


@pytest.mark.parametrize(
    ("points", "nodes"), [([0], [0, 4]), ([1, 0], [0, 1, 2, 4]), ([-1, 7], []), (None, [])]
)
def test_the_lasso_marks_all_nodes_of_its_points(sent, monkeypatch, points, nodes):
    marked = []
    monkeypatch.setattr(selection, "mark", lambda key, ids: marked.append((key, ids)))
    sent.lasso = points
    graph_map._marked("map", "karate", DRAWN)
    assert marked == [("karate", nodes)]

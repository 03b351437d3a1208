"""The map as pages use it: what colours the nodes."""

import numpy as np

import n2n
from pages.ui import changes
from pages.ui.graph_map import CHANGE, node_groups
from tests.pages.app import open_page


def test_without_two_embeddings_it_is_no_colour():
    app = open_page("graph", dataset="karate")
    assert "Neighbourhood change" not in app.selectbox(key="colour").options


def test_a_change_is_one_group_with_the_values_of_its_nodes(monkeypatch):
    monkeypatch.setattr(changes, "values", lambda key, graph: np.arange(graph.num_nodes) / 10)
    [group] = node_groups("karate", n2n.load("karate"), np.array([7, 3]), CHANGE, None, 1)
    assert group.values.tolist() == [0.7, 0.3]
    assert group.name == "neighbourhood change"

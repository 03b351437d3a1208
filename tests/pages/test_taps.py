"""The page TAPS, on a small and on a real graph, with every control used once."""

import pytest

import n2n
from tests.pages.app import open_page, texts

DATASETS = ("karate", "cora")


@pytest.mark.parametrize("dataset", DATASETS)
def test_taps_controls(dataset):
    app = open_page("taps", dataset=dataset)
    assert len(app.get("plotly_chart")) == 4
    app.slider(key="k").set_value(3).run()
    app.number_input(key="seed").set_value(7).run()
    options = app.selectbox(key="neighbour").options
    app.selectbox(key="neighbour").select(int(options[-1])).run()
    assert not app.exception
    assert "TAPS chooses" in texts(app)
    app.number_input(key="node").set_value(5).run()
    assert not app.exception
    assert "of node 5," in texts(app)


def test_another_instructive_node_is_another_node():
    app = open_page("taps", dataset="karate")
    first = app.number_input(key="node").value
    app.button[0].click().run()
    assert app.number_input(key="node").value != first


def test_a_single_neighbour_is_one():
    app = open_page("taps", dataset="cora", node=3)
    assert "Node 3 has a single neighbour, 2544, which TAPS chooses. Neighbours with" in texts(app)
    assert "since it has 1 neighbour," in texts(app)


def test_a_node_without_neighbours_is_told_in_a_sentence():
    graph = n2n.load("citeseer")
    alone = int((graph.degree == 0).argmax())
    app = open_page("taps", dataset="citeseer", node=alone)
    assert "has no neighbour" in app.info[0].value
